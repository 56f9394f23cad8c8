// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

/// Announces that the server is about to close the connection.
package struct Closing: Hashable, Sendable {
  /// The reason, a stable string such as `session/taken_over`.
  package var code: String
  /// When to reconnect, in whole milliseconds up to a day; nil to not reconnect automatically.
  package var retryAfter: Duration?
  /// The reason as a sentence.
  package var reason: String

  /// Closing because of `code`.
  package init(code: String, retryAfter: Duration? = nil, reason: String) {
    self.code = code
    self.retryAfter = retryAfter
    self.reason = reason
  }
}
