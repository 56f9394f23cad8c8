// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

/// The characters of a border; some need no colour to be told apart.
package struct Border {
  /// The corners: upper left and right, lower left and right.
  package let corners: [String]
  /// Above and below; a space is left out.
  package let horizontal: String
  /// Left and right; a space is left out.
  package let vertical: String

  /// Light lines with round corners.
  package static let plain = Border(corners: ["╭", "╮", "╰", "╯"], horizontal: "─", vertical: "│")
  /// Double lines.
  package static let double = Border(corners: ["╔", "╗", "╚", "╝"], horizontal: "═", vertical: "║")
  /// Heavy lines.
  package static let heavy = Border(corners: ["┏", "┓", "┗", "┛"], horizontal: "━", vertical: "┃")
  /// Heavy corners alone.
  package static let corners = Border(
    corners: ["┏", "┓", "┗", "┛"], horizontal: " ", vertical: " ")
}
