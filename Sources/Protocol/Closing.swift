// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

/// The server closes the connection next, and says why.
public struct Closing: Hashable, Sendable {
  /// Why, a stable string such as `session/taken_over`.
  public var code: String
  /// When to come back, whole milliseconds up to a day; nil not to come back unasked.
  public var retryAfter: Duration?
  /// Why, for people.
  public var reason: String

  /// Closing because of `code`.
  public init(code: String, retryAfter: Duration? = nil, reason: String) {
    self.code = code
    self.retryAfter = retryAfter
    self.reason = reason
  }
}
