// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Game
package import Protocol

/// Why the connection is gone, as far as the server has said.
package enum DisconnectCause: Hashable, Sendable {
  /// The server said nothing.
  case silence
  /// The server announced a restart.
  case restart
  /// The server answered but refused the client; `reason` is its sanitised text.
  case refusal(reason: String)

  /// The cause in a `closing` message; `isWelcome` says whether the server had admitted the client.
  package init(_ closing: Closing, isWelcome: Bool) {
    if closing.code == RefusalCode.serverRestarting.rawValue {
      self = .restart
    } else {
      self = isWelcome ? .silence : .refusal(reason: Wording.plain(closing.reason))
    }
  }
}

/// The message for a server that could not be reached again.
package struct DisconnectMessage {
  /// The server's address.
  let url: String
  /// Whether there is a room to return to.
  let hasRoom: Bool
  /// Whether this program had started the server.
  let isOwnServer: Bool
  /// Why the connection is gone.
  let cause: DisconnectCause

  /// The message for a server that is gone.
  package init(url: String, hasRoom: Bool, isOwnServer: Bool = false, cause: DisconnectCause) {
    self.url = url
    self.hasRoom = hasRoom
    self.isOwnServer = isOwnServer
    self.cause = cause
  }

  /// The cause and the remedy, as sentences.
  package var sentence: String {
    if isOwnServer {
      return "Your own server has stopped, and the match with it. Start another."
    }
    switch cause {
    case .restart:
      return
        "The server at \(url) stopped and was not back within two minutes. It keeps its matches: "
        + "join again once it is back."
    case .refusal(let reason):
      return "The server at \(url) refused the connection\(reason.isEmpty ? "." : ": \(reason)") "
        + "Try again later."
    case .silence where !hasRoom:
      return "The server at \(url) cannot be reached. Check your network, then try again."
    case .silence:
      return "The connection to \(url) was lost and could not be restored within two minutes. "
        + "Check your network, then join again."
    }
  }
}
