// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

public import Game

/// An intent with the information the server needs to judge it.
public struct IntentRequest: Hashable, Sendable {
  /// The request id; the resulting entry names it as its cause.
  public var id: RequestID
  /// The last entry the sender had seen.
  public var seenSeq: UInt64
  /// When the prompt appeared on the sender's screen, by its estimate of the server's clock; nil to
  /// claim no lag.
  public var shownAt: ServerTime?
  /// When the player pressed, by the same estimate; nil to claim no lag.
  public var pressedAt: ServerTime?
  /// The intent.
  public var intent: Intent

  /// Requests `intent`, having seen the log up to `seenSeq`.
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
