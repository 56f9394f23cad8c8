// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

/// What a card's edge is made of; each state has its own, so none is told by colour alone.
struct Edge {
  let corners: [String]
  let horizontal: String
  let vertical: String

  static let plain = Edge(corners: ["╭", "╮", "╰", "╯"], horizontal: "─", vertical: "│")
  static let double = Edge(corners: ["╔", "╗", "╚", "╝"], horizontal: "═", vertical: "║")
  static let heavy = Edge(corners: ["┏", "┓", "┗", "┛"], horizontal: "━", vertical: "┃")
  static let corners = Edge(corners: ["┏", "┓", "┗", "┛"], horizontal: " ", vertical: " ")
}
