// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

package import Game
import Protocol

/// The farewell that clients receive when the server stops.
package enum ShutdownMode: Hashable, Sendable {
  /// Matches are kept for the next server: clients may retry after this long.
  case restarting(retryAfter: Duration)
  /// The server does not come back, and its matches end.
  case stopping
  /// The server does not come back; it had drained.
  case drained

  /// The stable code sent to clients.
  package var code: RefusalCode {
    switch self {
    case .restarting: .serverRestarting
    case .stopping: .serverStopping
    case .drained: .serverDraining
    }
  }

  var closing: Closing {
    switch self {
    case .restarting(let wait):
      Closing(
        code: code.rawValue, retryAfter: wait,
        reason: "The server is stopping and may be back in a moment.")
    case .stopping:
      Closing(code: code.rawValue, reason: "The server is stopping, and its matches end with it.")
    case .drained:
      Closing(
        code: code.rawValue,
        reason: "The server has shut down after its last match: try another server.")
    }
  }

  /// RFC 6455's "going away"; whether to retry is in `closing`.
  ///
  /// The registry's 1012, service restart, is a protocol error to peers on libwebsockets 4.1.
  var closeCode: UInt16 { 1001 }
}
