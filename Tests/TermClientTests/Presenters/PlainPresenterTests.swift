// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import FacedownTesting
import Game
import LibWebSockets
import MatchClient
import Testing

@testable import MatchUI
@testable import TermClient

@Suite("Match as sentences", .timeLimit(.minutes(1)))
struct PlainPresenterTests {
  private let lines = PrintedLines()
  private let tester: PresenterTester

  init() throws {
    let invitation = Invitation(to: try ServerURL("ws://example.org"))
    tester = try PresenterTester(
      PlainPresenter(isPersonPlaying: true, invitation: invitation) { [lines] in
        lines.all.append($0)
      })
  }

  @Test("A match is played to its end by typed lines, and another is offered")
  func match() throws {
    tester.openRoom()
    #expect(lines.has("This is room \(tester.core.table?.code.asRoomCode ?? "none")"))
    tester.type("ready\n")
    tester.pass(.seconds(2))
    tester.type("deal\n")
    tester.pass(.seconds(6))
    #expect(tester.phase == .playing)
    tester.type("choices\n")
    #expect(lines.has("Turn a card by its place, such as B3."))
    try tester.play { tester.type("\($0)\n") }
    tester.pass(.seconds(5))
    #expect(tester.phase == .ended && !tester.presenter.isFinished)
    let before = lines.all.count
    tester.type("quit\n")
    #expect(tester.wishes == [.leave] && lines.all.count == before)
  }

  @Test("Questions are answered, and nonsense is explained")
  func questions() {
    tester.openRoom()
    tester.type("b3\n")
    #expect(tester.phase == .waiting)
    let before = lines.all.count
    tester.type("fly\nhelp\n")
    #expect(lines.all.count >= before + 2 && tester.wishes.isEmpty)
    tester.type(String(repeating: "x", count: 5000) + "\n")
    #expect(lines.all.allSatisfy { $0.count < 2000 })
  }

  @Test("A move that is not followed is reported", arguments: [MoveProblem.badAddress, .tooOften])
  func notFollowed(problem: MoveProblem) {
    tester.openRoom()
    tester.present(.notFollowed(problem))
    #expect(lines.has(Wording.notFollowed(problem)))
  }
}
