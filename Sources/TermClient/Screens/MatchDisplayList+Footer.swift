// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Game
import Stage

// The message and the key hints: at the foot of the panel, or in the last rows.

extension MatchDisplayList {
  /// The current message and its style.
  private var current: (text: String, style: Style) {
    guard screen.typed.isEmpty else { return ("Card \(screen.typed)_", palette.strong) }
    if screen.message.isEmpty, !isInWaitingRoom { return (screen.news, palette.text) }
    return (screen.message, screen.isMessageBad ? palette.bad : palette.text)
  }

  /// Adds facts, message and hints, from top to bottom, at the foot of a panel beside the board.
  ///
  /// `row` is the first free row below the players.
  mutating func addFooter(after row: Int) {
    let (inner, rows) = (inner, layout.size.rows)
    let keys = screen.hints(in: scene).wrapped(to: inner.count, between: "  ").flatMap {
      // Hints stay two spaces apart: hit testing relies on it.
      $0.cells > inner.count ? $0.folded(to: inner.count) : [$0]
    }
    let keysRow = rows - 1 - keys.count
    for (index, line) in keys.enumerated() {
      write(
        line, column: inner.lowerBound, row: keysRow + index, palette.dim, limit: inner.count)
    }
    // One empty row below the players and one above the hints.
    let end = keys.isEmpty ? keysRow : keysRow - 1
    let lines = current.text.folded(to: inner.count, lines: max(end - row - 1, 3))
    for (index, line) in lines.enumerated() {
      write(
        line, column: inner.lowerBound, row: end - lines.count + index, current.style,
        limit: inner.count)
    }
    // Facts move up only for messages of more than three lines.
    let last = end - max(lines.count, 3) - 2
    let facts = screen.facts(in: scene).prefix(max(last + 1 - row, 0))
    for (index, fact) in facts.enumerated() {
      write(
        fact, column: inner.lowerBound, row: last - facts.count + 1 + index, palette.dim,
        limit: inner.count)
    }
  }

  /// Adds message and hints in the last rows.
  ///
  /// A single row shows the message if there is one; otherwise the hints, and after them the last
  /// event if all of it fits.
  ///
  /// In the waiting room a long message may extend upwards.
  mutating func addFooterBelow() {
    let room = layout.size.rows - layout.messageRow
    let hints = screen.hints(in: scene).hints(in: columns.count - 2)
    if room == 1, screen.message.isEmpty, screen.typed.isEmpty, !hints.isEmpty {
      write(hints, column: 1, row: layout.messageRow, palette.dim, limit: columns.count - 2)
      if !isInWaitingRoom, hints.cells + screen.news.cells + 5 <= columns.count {
        write(screen.news, before: columns.upperBound - 1, row: layout.messageRow, palette.text)
      }
      return
    }
    var lines = current.text.folded(
      to: columns.count - 2, lines: isInWaitingRoom ? max(room, Self.mostLines) : room
    ).map { ($0, current.style) }
    if lines.count < room, !hints.isEmpty {
      while lines.count < room - 1 { lines.append(("", palette.text)) }
      lines.append((hints, palette.dim))
    }
    if room == 1, !current.text.isEmpty, !hints.isEmpty { addHints(hints, after: lines) }
    let first = min(layout.messageRow, layout.size.rows - lines.count)
    for (index, line) in lines.enumerated() {
      write(line.0, column: 1, row: first + index, line.1, limit: columns.count - 2)
    }
  }

  /// Adds hints at the end of a message's only row, if they fit.
  private mutating func addHints(_ hints: String, after lines: [(String, Style)]) {
    guard let message = lines.last?.0 else { return }
    let room = columns.count - 4 - message.cells
    guard let shown = [hints, "? help"].first(where: { $0.cells <= room }) else { return }
    write(shown, before: columns.upperBound - 1, row: layout.size.rows - 1, palette.dim)
  }

  /// The rows that the longest message of a host takes in the smallest window.
  private static let mostLines = 6
}
