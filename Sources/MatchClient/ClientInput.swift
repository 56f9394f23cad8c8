// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

package import Protocol

/// An input of a client.
package enum ClientInput: Hashable, Sendable {
  /// Begin to connect: the first input, once. `home` is the address that the client dials, to which
  /// it compares those of moves; nil for a client that follows none.
  case start(home: ServerURL?)
  /// A connection is open, its handshake done.
  case opened(ConnectionNumber)
  /// A message was received over a connection.
  case received(ConnectionNumber, ServerMessage)
  /// A message was received over a connection that cannot be decoded, for this reason.
  case garbled(ConnectionNumber, String)
  /// A connection has ended or failed to open; `mayRetry` is false if retrying is pointless.
  case ended(ConnectionNumber, mayRetry: Bool)
  /// The statement for a connection's proof has been signed with the player's key.
  case signed(ConnectionNumber, [UInt8])
  /// A command from the user or program.
  case command(ClientCommand)
  /// A timer is due.
  case tick
  /// The machine has slept; its clock counted that time only roughly.
  case woke
  /// Close everything, and do not reconnect.
  case close
}

/// An action that a client requests.
package enum ClientOutput: Hashable, Sendable {
  /// Begin to connect; answered by `opened` or, after a few seconds at most, by `ended`.
  case dial(ConnectionNumber, DialTarget)
  /// Close a connection, open or under way.
  case hangUp(ConnectionNumber)
  /// Send one message over a connection.
  case send(ClientMessage, over: ConnectionNumber)
  /// Sign a statement with the player's key, and answer with `signed` for the connection.
  case sign([UInt8], over: ConnectionNumber)
  /// Report an event to the user.
  case event(ClientEvent)
}
