// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import TerminalUI
import Testing

@testable import MatchUI
@testable import TermClient

@Suite("Message at home after a failed match", .timeLimit(.minutes(1)))
struct FailureNoticeTests {
  @Test("offers no retry if the table's server has stopped")
  func closed() throws {
    let ending = TermRun.Ending(code: 1, sentence: Wording.tableClosed, isTableClosed: true)
    let notice = try #require(ending.failure).notice
    #expect(notice.title == "The table has closed")
    #expect(notice.sentence.hasPrefix("The server of this table has stopped"))
    #expect(notice.menu.items.map(\.title) == ["Back"] && !notice.isBad)
  }

  @Test("offers a retry after a failure, and is absent after success")
  func others() throws {
    let notice = try #require(TermRun.Ending(code: 1, sentence: "No.").failure).notice
    #expect(notice.title == "That did not work" && notice.isBad)
    #expect(notice.menu.items.map(\.title) == ["Try again", "Back"])
    #expect(TermRun.Ending(code: 0, sentence: nil).failure == nil)
  }
}
