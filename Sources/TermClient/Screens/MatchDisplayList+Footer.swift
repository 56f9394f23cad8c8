// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Game
import Stage

// What is told and which keys there are: at the panel's foot, or in the last rows.

extension MatchDisplayList {
  /// What is said now, and how.
  private var told: (text: String, style: Style) {
    guard screen.typed.isEmpty else { return ("Card \(screen.typed)_", palette.strong) }
    if screen.message.isEmpty, !isInWaitingRoom { return (screen.news, palette.text) }
    return (screen.message, screen.isMessageBad ? palette.bad : palette.text)
  }

  /// Facts, message and keys at the foot of a panel beside the board, below `row`, where the players
  /// end: keys lowest, and the longer the message, the higher are the facts.
  mutating func addFooter(after row: Int) {
    let (inner, rows) = (inner, layout.size.rows)
    let keys = screen.hints(in: scene).wrapped(to: inner.count, between: "  ").flatMap {
      // Keys stay two spaces apart, by which clicks tell them.
      $0.cells > inner.count ? $0.folded(to: inner.count) : [$0]
    }
    let keysRow = rows - 1 - keys.count
    for (index, line) in keys.enumerated() {
      write(
        line, column: inner.lowerBound, row: keysRow + index, palette.dim, limit: inner.count)
    }
    // An empty row after the players and before the keys.
    let end = keys.isEmpty ? keysRow : keysRow - 1
    let lines = told.text.folded(to: inner.count, lines: max(end - row - 1, 3))
    for (index, line) in lines.enumerated() {
      write(
        line, column: inner.lowerBound, row: end - lines.count + index, told.style,
        limit: inner.count)
    }
    // A short message is no reason to move.
    let last = end - max(lines.count, 3) - 2
    let facts = screen.facts(in: scene).prefix(max(last + 1 - row, 0))
    for (index, fact) in facts.enumerated() {
      write(
        fact, column: inner.lowerBound, row: last - facts.count + 1 + index, palette.dim,
        limit: inner.count)
    }
  }

  /// Message and keys in the last rows; where there is one only, a message comes first, and what
  /// happened last stands behind the keys if there is room for all of it.
  ///
  /// Before a match there is room above for the longest.
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
    var lines = told.text.folded(
      to: columns.count - 2, lines: isInWaitingRoom ? max(room, Self.mostLines) : room
    ).map { ($0, told.style) }
    if lines.count < room, !hints.isEmpty {
      while lines.count < room - 1 { lines.append(("", palette.text)) }
      lines.append((hints, palette.dim))
    }
    if room == 1, !told.text.isEmpty, !hints.isEmpty { addHints(hints, after: lines) }
    let first = min(layout.messageRow, layout.size.rows - lines.count)
    for (index, line) in lines.enumerated() {
      write(line.0, column: 1, row: first + index, line.1, limit: columns.count - 2)
    }
  }

  /// Keys at the end of the one row that a message has, as many as there is room for.
  private mutating func addHints(_ hints: String, after lines: [(String, Style)]) {
    guard let message = lines.last?.0 else { return }
    let room = columns.count - 4 - message.cells
    guard let shown = [hints, "? help"].first(where: { $0.cells <= room }) else { return }
    write(shown, before: columns.upperBound - 1, row: layout.size.rows - 1, palette.dim)
  }

  /// Rows for what a host has to say, in the smallest window.
  private static let mostLines = 6
}
