// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

/// When to notify the user.
package enum SignalRule: String, Hashable, Sendable, CaseIterable {
  /// Never.
  case off
  /// While another window has the focus, if the terminal reports that.
  case unfocused
  /// For every event.
  case always

  /// Whether to notify, given whether the window has the focus.
  package func applies(whileFocused isFocused: Bool) -> Bool {
    switch self {
    case .off: false
    case .unfocused: !isFocused
    case .always: true
    }
  }
}
