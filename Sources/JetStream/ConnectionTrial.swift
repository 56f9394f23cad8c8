// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

internal import CNats

extension ConnectionOptions {
  /// Why a connection fails.
  package enum Problem: Hashable, Sendable {
    /// The servers refuse the credentials.
    case unauthorized
    /// Something else, as the library says it.
    case other(String)
  }

  /// Tries once to connect, and says why that fails; nil if it does not.
  ///
  /// A `NATSConnection` tries for ever, and the library does not tell why it has to. Blocks for up to
  /// two seconds a server.
  package func trial() -> Problem? {
    guard let options = try? make(closure: nil) else { return .other("unusable options") }
    defer { natsOptions_Destroy(options) }
    natsOptions_SetRetryOnFailedConnect(options, false, nil, nil)
    natsOptions_SetAllowReconnect(options, false)
    var connection: OpaquePointer?
    let status = natsConnection_Connect(&connection, options)
    if let connection {
      natsConnection_Close(connection)
      natsConnection_Destroy(connection)
    }
    switch status {
    case NATS_OK: return nil
    case NATS_CONNECTION_AUTH_FAILED: return .unauthorized
    default: return .other(String(cString: natsStatus_GetText(status)))
    }
  }
}
