// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

/// When a person is signalled that a match wants them.
enum SignalRule: String, Hashable, Sendable, CaseIterable {
  /// Never.
  case off
  /// While they look at another window, as far as the terminal says.
  case unfocused
  /// Whenever there is reason to.
  case always

  /// Whether to signal, given whether the window is looked at.
  func applies(whileFocused isFocused: Bool) -> Bool {
    switch self {
    case .off: false
    case .unfocused: !isFocused
    case .always: true
    }
  }
}
