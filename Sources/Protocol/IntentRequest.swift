// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

package import Game

/// An intent with the information the server needs to judge it.
package struct IntentRequest: Hashable, Sendable {
  /// The last entry the sender had seen.
  package var seenSeq: UInt64
  /// When the prompt appeared on the sender's screen, by its estimate of the server's clock; nil to
  /// claim no lag.
  package var shownAt: ServerTime?
  /// When the player pressed, by the same estimate; nil to claim no lag.
  package var pressedAt: ServerTime?
  /// The intent.
  package var intent: Intent

  /// Requests `intent`, having seen the log up to `seenSeq`.
  package init(
    seenSeq: UInt64, shownAt: ServerTime? = nil, pressedAt: ServerTime? = nil, intent: Intent
  ) {
    self.seenSeq = seenSeq
    self.shownAt = shownAt
    self.pressedAt = pressedAt
    self.intent = intent
  }
}
