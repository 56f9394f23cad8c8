// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Testing

@testable import TermClient

@Suite("The user's default name", .timeLimit(.minutes(1)))
struct LoginTests {
  @Test("is the first usable name, never that of a guest")
  func names() {
    #expect(Login.userName(from: ["ada", "root"]) == "ada")
    #expect(Login.userName(from: [nil, "ben"]) == "ben")
    #expect(Login.userName(from: ["", "ben"]) == "ben")
    #expect(Login.userName(from: ["\u{1b}", "  ", "cy"]) == "cy")
    #expect(Login.userName(from: [nil, nil]) == "Player")
    #expect(Login.userName(from: [String(repeating: "x", count: 40)]).count == 24)
  }
}
