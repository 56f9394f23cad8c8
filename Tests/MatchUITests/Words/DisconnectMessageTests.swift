// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Protocol
import Testing

@testable import MatchUI

@Suite("Message about a lost server", .timeLimit(.minutes(1)))
struct DisconnectMessageTests {
  @Test(
    "depends on the server and the cause",
    arguments: [
      (true, .silence, "Your own server has stopped"),
      (true, .restart, "Your own server has stopped"),
      (false, .restart, "The server at ws://a:1 stopped and was not back within two minutes"),
      (false, .silence, "The connection to ws://a:1 was lost"),
      (
        false, .refusal(reason: "The server cannot keep matches at the moment."),
        "The server at ws://a:1 refused the connection: The server cannot keep matches at the "
          + "moment. "
      ),
      (false, .refusal(reason: ""), "The server at ws://a:1 refused the connection. "),
    ] as [(Bool, DisconnectCause, String)])
  func sentence(isOwn: Bool, cause: DisconnectCause, beginning: String) {
    let loss = DisconnectMessage(
      url: "ws://a:1", hasRoom: true, isOwnServer: isOwn, cause: cause)
    #expect(loss.sentence.hasPrefix(beginning))
    #expect(loss.sentence.hasSuffix("."))
  }

  @Test("speaks of no room where there was none")
  func home() {
    let loss = DisconnectMessage(
      url: "ws://a:1", hasRoom: false, isOwnServer: false, cause: .silence)
    #expect(loss.sentence.hasPrefix("The server at ws://a:1 cannot be reached."))
  }

  @Test("names a restart or a refusal only if the server said so")
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
