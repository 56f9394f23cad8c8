// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Protocol
import Testing

@testable import TermClient

@Suite("A lost server", .timeLimit(.minutes(1)))
struct DisconnectMessageTests {
  @Test(
    "is spoken of by what is known of it",
    arguments: [
      (true, .silence, "The server beside this program has stopped"),
      (true, .restart, "The server beside this program has stopped"),
      (false, .restart, "The server at ws://a:1 stopped, and was not back within two minutes"),
      (false, .silence, "The connection to ws://a:1 was lost"),
      (
        false, .refusal(reason: "The server cannot save matches at the moment."),
        "The server at ws://a:1 did not let you in: The server cannot save matches at the moment. "
      ),
      (false, .refusal(reason: ""), "The server at ws://a:1 did not let you in. "),
    ] as [(Bool, DisconnectCause, String)])
  func sentence(isOwn: Bool, cause: DisconnectCause, beginning: String) {
    let loss = DisconnectMessage(url: "ws://a:1", isOwnServer: isOwn, cause: cause)
    #expect(loss.sentence.hasPrefix(beginning))
    #expect(loss.sentence.hasSuffix("."))
  }

  @Test("is blamed on a restart only where the server said so, on nobody after a welcome")
  func causes() {
    let restart = Closing(code: "server/restarting", retryAfter: .seconds(1), reason: "It stops.")
    #expect(DisconnectCause(restart, isWelcome: true) == .restart)
    #expect(DisconnectCause(restart, isWelcome: false) == .restart)
    let full = Closing(code: "journal/unavailable", retryAfter: .seconds(2), reason: "No\u{1b}[2J.")
    #expect(DisconnectCause(full, isWelcome: false) == .refusal(reason: Wording.plain(full.reason)))
    let slow = Closing(code: "slow/behind", retryAfter: .seconds(5), reason: "Too slow.")
    #expect(DisconnectCause(slow, isWelcome: true) == .silence)
  }
}
