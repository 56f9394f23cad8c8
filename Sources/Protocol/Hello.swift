// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

/// Who is there: the first message of a connection.
public struct Hello: Hashable, Sendable {
  /// The program and its version, for the server's log; at most 128 bytes.
  public var agent: String
  /// The name to be shown; whether it may be is the server's to say.
  public var name: String
  /// The token of a former `welcome`, to go on with its session.
  public var resumeToken: [UInt8]?
  /// The player's Ed25519 public key, 32 bytes, if the player is to be more than a guest.
  public var publicKey: [UInt8]?

  /// `name` is there, through the program `agent`.
  public init(
    agent: String, name: String, resumeToken: [UInt8]? = nil, publicKey: [UInt8]? = nil
  ) {
    self.agent = agent
    self.name = name
    self.resumeToken = resumeToken
    self.publicKey = publicKey
  }
}
