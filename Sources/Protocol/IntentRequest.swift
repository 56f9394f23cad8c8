// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

public import Game

/// An intent on its way to the server, with what the server needs to judge it.
public struct IntentRequest: Hashable, Sendable {
  /// The session's number for the request; the entry that comes of it names it as its cause.
  public var id: RequestID
  /// The last entry the sender had seen when it asked.
  public var seenSeq: UInt64
  /// When what it answers showed on the sender's screen, by its estimate of the server's time; nil
  /// to claim nothing.
  public var shownAt: ServerTime?
  /// When it was asked for, by the same estimate; nil to claim nothing.
  public var pressedAt: ServerTime?
  /// What is asked for.
  public var intent: Intent

  /// Asks for `intent`, having seen the log up to `seenSeq`.
  public init(
    id: RequestID, seenSeq: UInt64, shownAt: ServerTime? = nil, pressedAt: ServerTime? = nil,
    intent: Intent
  ) {
    self.id = id
    self.seenSeq = seenSeq
    self.shownAt = shownAt
    self.pressedAt = pressedAt
    self.intent = intent
  }
}
