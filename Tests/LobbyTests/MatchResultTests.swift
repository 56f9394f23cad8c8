// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Game
import MatchFixtures
import Protocol
import Testing

@testable import Lobby

@Suite("Results of matches", .timeLimit(.minutes(1)))
struct MatchResultTests {
  /// A match in which the second player finds what the first has shown.
  private func log() -> [Entry] {
    // Places are slots: 0 0 1 1 2 2.
    var match = ScriptedMatch(["Ana", "Ben"], faces: [0, 0, 1, 1, 2, 2])
    match.begin()
    match.deal()
    match.choose(0, 2)
    match.choose(3, 2)
    match.choose(1, 0)
    match.choose(4, 5)
    match.pass(.seconds(5))
    return match.log.entries
  }

  @Test("tell theme, audience and each seat's recall")
  func details() throws {
    let log = log()
    let result = try #require(MatchResult.all(in: log)?.first)
    let detail = try #require(result.detail)
    #expect(detail.isPublic && !detail.theme.isEmpty)
    #expect(detail.recall == [Recall(found: 2, chances: 2), Recall(found: 0, chances: 0)])
  }

  @Test("are the same wherever a batch that ends the match begins")
  func batches() throws {
    let log = log()
    let whole = try #require(MatchResult.all(in: log)?.first)
    let begin = try #require(log.firstIndex { $0.opensMatch })
    var view = MatchView()
    for index in log.indices {
      if index > begin {
        #expect(
          MatchResult(of: view, after: log[begin..<index], by: Array(log[index...])) == whole)
      }
      view.apply(log[index])
    }
  }

  @Test("agree with what a version without profiles has stored, and with nothing else")
  func agreement() throws {
    let result = try #require(MatchResult.all(in: log())?.first)
    var stored = result
    #expect(result.agrees(with: stored))
    stored.detail = nil
    #expect(result.agrees(with: stored) && stored != result)
    stored.standings[0].score += 1
    #expect(!result.agrees(with: stored))
    var other = result
    other.detail?.theme = "another"
    #expect(!result.agrees(with: other))
  }
}
