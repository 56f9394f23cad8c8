// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

/// A client's limits; the server refuses what exceeds them, and eventually disconnects.
package struct ClientLimits: Hashable, Sendable {
  /// The longest message, in bytes.
  package var messageBytes: Int
  /// The most pieces of a message.
  package var messagePieces: Int
  /// Bytes a second on one connection.
  package var bytesPerSecond: Int
  /// The burst of messages allowed.
  package var messageBurst: Int
  /// The sustained rate of messages per second.
  package var messagesPerSecond: Int
  /// The sustained rate of intents per second.
  package var intentsPerSecond: Int
  /// The longest name, in characters.
  package var nameCharacters: Int
  /// How long a session is kept without a connection; whole milliseconds, at most a day.
  package var sessionHold: Duration
  /// The sustained rate of `point` per second; 0 if the server does not take it.
  package var pointsPerSecond: Int

  /// Limits with the defaults for all that is not given.
  package init(
    messageBytes: Int = 4096, messagePieces: Int = 64, bytesPerSecond: Int = 65_536,
    messageBurst: Int = 60, messagesPerSecond: Int = 20, intentsPerSecond: Int = 5,
    nameCharacters: Int = 24, sessionHold: Duration = .seconds(600),
    pointsPerSecond: Int = 5
  ) {
    self.messageBytes = messageBytes
    self.messagePieces = messagePieces
    self.bytesPerSecond = bytesPerSecond
    self.messageBurst = messageBurst
    self.messagesPerSecond = messagesPerSecond
    self.intentsPerSecond = intentsPerSecond
    self.nameCharacters = nameCharacters
    self.sessionHold = sessionHold
    self.pointsPerSecond = pointsPerSecond
  }
}
