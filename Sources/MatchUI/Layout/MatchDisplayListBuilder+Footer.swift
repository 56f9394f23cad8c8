// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Cells
import Game
import Stage

// The message and the key hints: at the foot of the panel, or in the last rows.

extension MatchDisplayListBuilder {
  /// The current message and its style.
  private var current: (text: String, style: MatchDisplayList.TextStyle) {
    guard screen.typed.isEmpty else { return ("Card \(screen.typed)_", .strong) }
    if screen.message.isEmpty, !isInWaitingRoom { return (screen.news, .text) }
    return (screen.message, screen.isMessageBad ? .bad : .text)
  }

  /// The style of the hints: that of a request while the match waits for a deal.
  private var hintStyle: MatchDisplayList.TextStyle {
    scene.phase == .undealt && scene.you != nil ? .strong : .dim
  }

  /// Adds facts, message and hints, from top to bottom, at the foot of a panel beside the board.
  ///
  /// `row` is the first free row below the players.
  mutating func addFooter(after row: Int) {
    let (inner, rows) = (layout.panelText, layout.size.rows)
    // Hints stay two spaces apart: hit testing relies on it.
    let keys = screen.hints(in: scene).folded(to: inner.count, between: "  ")
    let keysRow = rows - 1 - keys.count
    write(keys, .hint, column: inner.lowerBound, from: keysRow, hintStyle, limit: inner.count)
    // One empty row below the players and one above the hints, which get longer and shorter: what is
    // above them stays where it is, if there is room.
    let reserved = rows - row >= Self.roomyRows ? max(keys.count, Self.mostHintRows) : keys.count
    let end = reserved == 0 ? keysRow : rows - 2 - reserved
    let (text, style) = current
    let lines = text.folded(to: inner.count, lines: max(end - row - 1, 3))
    write(
      lines, .message, column: inner.lowerBound, from: end - lines.count, style,
      limit: inner.count)
    // Facts move up only for messages of more than three lines.
    let last = end - max(lines.count, 3) - 2
    let facts = Array(
      screen.facts(in: scene).flatMap { $0.folded(to: inner.count, between: "  ") }
        .prefix(max(last + 1 - row, 0)))
    write(
      facts, .fact, column: inner.lowerBound, from: last - facts.count + 1, .dim,
      limit: inner.count)
  }

  /// Adds message and hints in the last rows.
  ///
  /// A single row shows hints, and at its end the message or the last event; if a message needs the room,
  /// fewer hints, or none. Of two rows a long message may take both, but an event leaves one to
  /// the hints.
  ///
  /// In the waiting room a long message may extend upwards.
  mutating func addFooterBelow() {
    let room = layout.size.rows - layout.messageRow
    let (width, first) = (columns.count - 2, layout.messageRow)
    var hints = screen.hints(in: scene).hints(in: width)
    let (text, style) = current
    // In a high window the keys are next to what they are for.
    let below = waitingRoomRows.upperBound + 2
    if isInWaitingRoom, !waitingRoomRows.isEmpty, first - below >= Self.farRows {
      write(hints, .hint, centredIn: columns, row: below, hintStyle)
      hints = ""
    }
    let isNews = screen.message.isEmpty && screen.typed.isEmpty
    if room == 1, !hints.isEmpty, !isInWaitingRoom || isNews {
      let ways = isNews ? [hints] : [hints, "? help"]
      let shown = ways.first { $0.cells + text.cells + 4 <= columns.count }
      if let hints = shown ?? (isNews ? hints : nil) {
        write(hints, .hint, column: 1, row: first, hintStyle, limit: width)
        if shown != nil, !isInWaitingRoom {
          write(text, .message, before: columns.upperBound - 1, row: first, style)
        }
        return
      }
    }
    let keepsHints =
      room > 1 && !hints.isEmpty && (isInWaitingRoom || screen.message.isEmpty)
    let lines = text.folded(
      to: width, lines: isInWaitingRoom ? Self.mostLines : room - (keepsHints ? 1 : 0))
    let showsHints = keepsHints || (!hints.isEmpty && lines.count < room)
    let end = showsHints ? layout.size.rows - 1 : layout.size.rows
    let top = min(first, end - lines.count)
    // Padding covers what is in the same rows of the waiting room.
    let padded = lines.enumerated().map { index, line in
      guard waitingRoomRows.contains(top + index) else { return line }
      return line + String(repeating: " ", count: max(width - line.cells, 0))
    }
    write(padded, .message, column: 1, from: top, style, limit: width)
    if showsHints {
      write(hints, .hint, column: 1, row: layout.size.rows - 1, hintStyle, limit: width)
    } else if room == 1, let message = lines.last, !hints.isEmpty {
      addHints(hints, after: message)
    }
  }

  /// Adds hints at the end of a message's only row, if they fit.
  private mutating func addHints(_ hints: String, after message: String) {
    let room = columns.count - 4 - message.cells
    guard let shown = [hints, "? help"].first(where: { $0.cells <= room }) else { return }
    write(shown, .hint, before: columns.upperBound - 1, row: layout.size.rows - 1, hintStyle)
  }

  private mutating func write(
    _ lines: [String], _ kind: MatchDisplayList.ID.Kind, column: Int, from row: Int,
    _ style: MatchDisplayList.TextStyle, limit: Int
  ) {
    for (index, line) in lines.enumerated() {
      write(line, kind, index, column: column, row: row + index, style, limit: limit)
    }
  }

  /// The rows that the longest message of a host takes in the smallest window.
  private static let mostLines = 6
  /// Hints this many rows below the waiting room would be overlooked.
  private static let farRows = 8
  /// The rows that hints take in a panel at most, but for very long ones.
  private static let mostHintRows = 3
  /// A panel's foot of at least this many rows has room for the most hints, a message and the facts, with
  /// empty rows between.
  private static let roomyRows = 12
}
