// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

/// The characters of a card's border.
///
/// Each state has its own, so that none depends on colour.
struct Edge {
  let corners: [String]
  let horizontal: String
  let vertical: String

  static let plain = Edge(corners: ["╭", "╮", "╰", "╯"], horizontal: "─", vertical: "│")
  static let double = Edge(corners: ["╔", "╗", "╚", "╝"], horizontal: "═", vertical: "║")
  static let heavy = Edge(corners: ["┏", "┓", "┗", "┛"], horizontal: "━", vertical: "┃")
  static let corners = Edge(corners: ["┏", "┓", "┗", "┛"], horizontal: " ", vertical: " ")
}
