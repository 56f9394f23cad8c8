// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Testing

@testable import TermClient

@Suite("A lost server", .timeLimit(.minutes(1)))
struct LossTests {
  @Test(
    "is spoken of by what is known of it",
    arguments: [
      (true, false, "The server beside this program has stopped"),
      (true, true, "The server beside this program has stopped"),
      (false, true, "The server at ws://a:1 stopped, and was not back within two minutes"),
      (false, false, "The connection to ws://a:1 was lost"),
    ])
  func sentence(isOwn: Bool, isAnnounced: Bool, beginning: String) {
    let loss = Loss(url: "ws://a:1", isOwnServer: isOwn, isAnnounced: isAnnounced)
    #expect(loss.sentence.hasPrefix(beginning))
    #expect(loss.sentence.hasSuffix("."))
  }
}
