// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

/// How a menu screen was left.
package enum MenuOutcome<Choice> {
  /// Something was chosen.
  case chosen(Choice)
  /// Back to the previous screen.
  case back
  /// Out of the program.
  case quit
}

extension MenuOutcome: Equatable where Choice: Equatable {}
extension MenuOutcome: Hashable where Choice: Hashable {}
extension MenuOutcome: Sendable where Choice: Sendable {}
