// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Game
import Protocol

/// Why there is no connection, as far as the server has said.
enum DisconnectCause: Hashable, Sendable {
  /// It said nothing.
  case silence
  /// It said that it stops, and may be back.
  case restart
  /// It answered, but did not let the client in; what it gave as the reason, fit to print.
  case refusal(reason: String)

  /// What a server's goodbye means; `isWelcome` says whether it had let the client in before.
  init(_ closing: Closing, isWelcome: Bool) {
    if closing.code == RefusalCode.serverRestarting.rawValue {
      self = .restart
    } else {
      self = isWelcome ? .silence : .refusal(reason: Wording.plain(closing.reason))
    }
  }
}

/// What there is to say of a server that could not be reached again.
struct DisconnectMessage {
  /// Where it was.
  let url: String
  /// Whether this program had started it.
  let isOwnServer: Bool
  /// Why, as far as the server has said.
  let cause: DisconnectCause

  /// What has happened, and what to do.
  var sentence: String {
    if isOwnServer {
      return "The server beside this program has stopped, and the match with it: start another."
    }
    switch cause {
    case .restart:
      return
        "The server at \(url) stopped, and was not back within two minutes: join again once it "
        + "is; it keeps its matches."
    case .refusal(let reason):
      return "The server at \(url) did not let you in\(reason.isEmpty ? "." : ": \(reason)") "
        + "Try again later."
    case .silence:
      return "The connection to \(url) was lost, and for two minutes there was no other: "
        + "check your network, then join again."
    }
  }
}
