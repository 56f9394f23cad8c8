// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Testing

@testable import TermClient

@Suite("How a match that ended badly is told of at home", .timeLimit(.minutes(1)))
struct TroubleTests {
  @Test("a table that its host has closed is nothing to try again")
  func closed() throws {
    let ending = TermRun.Ending(code: 1, sentence: Wording.tableClosed, isTableClosed: true)
    let notice = try #require(ending.trouble).notice
    #expect(notice.title == "The table has closed")
    #expect(notice.sentence.hasPrefix("The server of this table has stopped"))
    #expect(notice.menu.items.map(\.title) == ["Back"] && !notice.isBad)
  }

  @Test("what failed can be tried again, and what went well is not spoken of")
  func others() throws {
    let notice = try #require(TermRun.Ending(code: 1, sentence: "No.").trouble).notice
    #expect(notice.title == "That did not work" && notice.isBad)
    #expect(notice.menu.items.map(\.title) == ["Try again", "Back"])
    #expect(TermRun.Ending(code: 0, sentence: nil).trouble == nil)
  }
}
