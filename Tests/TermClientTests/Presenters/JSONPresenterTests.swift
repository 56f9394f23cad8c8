// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import FacedownTesting
import Game
import MatchClient
import Testing

@testable import MatchUI
@testable import TermClient

@Suite("Match as JSON", .timeLimit(.minutes(1)))
struct JSONPresenterTests {
  private let lines = PrintedLines()
  private let sentences = PrintedLines()
  private let tester: PresenterTester

  init() throws {
    tester = try PresenterTester(
      JSONPresenter(tellingBy: nil, invitation: nil) { [lines] in
        lines.all.append($0)
      } say: { [sentences] in
        sentences.all.append($0)
      })
  }

  @Test("Lines begin with the room, follow each entry and end with the verdict")
  func match() throws {
    tester.openRoom()
    #expect(lines.all.first?.hasPrefix("{\"event\":\"room\"") == true)
    tester.type("ready\n")
    tester.pass(.seconds(2))
    tester.type("deal\n")
    tester.pass(.seconds(6))
    try tester.play { tester.type("\($0)\n") }
    tester.pass(.seconds(5))
    #expect(tester.phase == .ended && tester.presenter.isFinished)
    let entries = tester.core.table?.log.entries.count ?? 0
    #expect(lines.all.count >= entries && sentences.all.isEmpty)
    #expect(lines.all.allSatisfy { $0.hasPrefix("{") && $0.hasSuffix("}") })
  }

  @Test("Sentences for people stay out of the lines")
  func refusals() {
    tester.openRoom()
    let before = lines.all.count
    tester.type("fly\n")
    #expect(sentences.all.count == 1 && lines.all.count == before)
    tester.present(.notFollowed(.otherHost))
    #expect(sentences.all.last == Wording.notFollowed(.otherHost) && lines.all.count == before)
  }
}
