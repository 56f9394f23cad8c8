// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

/// What a client has to keep to; beyond it the server refuses, then closes.
public struct ClientLimits: Hashable, Sendable {
  /// The longest message, bytes.
  public var messageBytes: Int
  /// The most pieces a message may come in.
  public var messagePieces: Int
  /// Bytes a second on one connection.
  public var bytesPerSecond: Int
  /// Messages that may come at once.
  public var messageBurst: Int
  /// Messages a second in the long run.
  public var messagesPerSecond: Int
  /// Intents a second.
  public var intentsPerSecond: Int
  /// The longest name, characters.
  public var nameCharacters: Int
  /// How long a session waits for a new connection; whole milliseconds, at most a day.
  public var sessionHold: Duration

  /// The house's limits where nothing else is said.
  public init(
    messageBytes: Int = 4096, messagePieces: Int = 64, bytesPerSecond: Int = 65_536,
    messageBurst: Int = 60, messagesPerSecond: Int = 20, intentsPerSecond: Int = 5,
    nameCharacters: Int = 24, sessionHold: Duration = .seconds(600)
  ) {
    self.messageBytes = messageBytes
    self.messagePieces = messagePieces
    self.bytesPerSecond = bytesPerSecond
    self.messageBurst = messageBurst
    self.messagesPerSecond = messagesPerSecond
    self.intentsPerSecond = intentsPerSecond
    self.nameCharacters = nameCharacters
    self.sessionHold = sessionHold
  }
}
