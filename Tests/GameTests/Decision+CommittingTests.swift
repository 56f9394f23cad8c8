// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Game
import Testing

@Suite("Committing", .timeLimit(.minutes(1)))
struct DecisionCommittingTests {
  private let entropy = [UInt8](repeating: 9, count: FairDeal.entropyLength)

  /// A match of two whose seat 0 has committed to `entropy`, and seat 1 to nothing.
  private func committed() -> ScriptedMatch {
    var match = ScriptedMatch()
    let commit = match.match.fair.entropyCommit(entropy, seat: SeatIndex(0))
    match.decide { decision in
      decision.emit(.readied(SeatIndex(0), entropyCommit: commit))
      decision.emit(.readied(SeatIndex(1), entropyCommit: []))
    }
    match.decide { $0.commit(seed: [1, 2, 3]) }
    return match
  }

  private func reveal(
    _ entropy: [UInt8], by seat: Int, in match: inout ScriptedMatch
  ) -> Refusal? {
    refusal { () throws(Refusal) in
      try match.decide { decision throws(Refusal) in
        try decision.reveal(entropy, by: SeatIndex(seat))
      }
    }
  }

  @Test("publishes every commitment before any is opened, and no seed")
  func publishes() throws {
    let match = committed()
    guard case .committed(let committed)? = match.entries.last?.event else {
      Issue.record("Nothing was committed.")
      return
    }
    #expect(committed.seedCommit == match.match.fair.seedCommit([1, 2, 3]))
    #expect(committed.entropyCommits.map(\.isEmpty) == [false, true])
    #expect(match.view.phase == .committing)
    #expect(match.view.seed.isEmpty)
    #expect(match.match.sealed == SealedRecord(matchID: "match-0001", seed: [1, 2, 3]))
    #expect(match.match.deck == nil)
  }

  @Test("is over at once if nobody adds a share")
  func nobody() {
    var match = ScriptedMatch()
    match.decide { $0.commit(seed: [1]) }
    #expect(match.view.phase == .undealt)
    #expect(match.match.deck?.faces.count == 16)
  }

  @Test("accepts a committed share once, and continues when all are revealed")
  func reveals() {
    var match = committed()
    #expect(reveal(entropy, by: 0, in: &match) == nil)
    #expect(match.view.phase == .undealt)
    #expect(match.match.entropies == [entropy, []])
    #expect(reveal(entropy, by: 0, in: &match)?.code == .playNothingToReveal)
  }

  @Test("refuses a share that was not committed to, or not requested")
  func refuses() {
    var match = committed()
    let before = match.view
    let other = [UInt8](repeating: 8, count: FairDeal.entropyLength)
    #expect(reveal(other, by: 0, in: &match)?.code == .playWrongEntropy)
    #expect(reveal([], by: 0, in: &match)?.code == .playWrongEntropy)
    #expect(reveal(entropy, by: 1, in: &match)?.code == .playNothingToReveal)
    #expect(match.view == before)
    var waiting = ScriptedMatch()
    #expect(reveal(entropy, by: 0, in: &waiting)?.code == .playNothingToReveal)
  }

  @Test("refuses a share that is not 32 bytes, though it was committed to", arguments: [0, 31, 33])
  func length(count: Int) {
    var match = ScriptedMatch()
    let short = [UInt8](repeating: 1, count: count)
    let commit = match.match.fair.entropyCommit(short, seat: SeatIndex(0))
    match.decide { $0.emit(.readied(SeatIndex(0), entropyCommit: commit)) }
    match.decide { $0.commit(seed: [1]) }
    #expect(reveal(short, by: 0, in: &match)?.code == .playWrongEntropy)
  }

  @Test("continues after five seconds without a withheld share")
  func closes() {
    var match = committed()
    let due = match.now + .seconds(5)
    #expect(match.nextWake == due)
    match.advance(to: due - .microseconds(1))
    #expect(match.view.phase == .committing)
    match.advance(to: due)
    #expect(match.view.phase == .undealt)
    #expect(match.view.seats[0].entropy == [])
    #expect(match.match.entropies == [[], []])
  }

  @Test("traps when the match has begun already")
  func twice() async {
    await #expect(processExitsWith: .failure) {
      var match = ScriptedMatch()
      match.decide { $0.commit(seed: [1]) }
      match.decide { $0.commit(seed: [2]) }
    }
  }
}
