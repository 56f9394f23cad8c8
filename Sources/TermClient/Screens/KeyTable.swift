// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

/// Keys and what they do in two columns that begin at the left, for help and questions.
///
/// What is too long for its column goes on in the next row. Where there is little room, what a key
/// does follows it at once.
struct KeyTable: Hashable, Sendable {
  /// A row.
  struct Row: Hashable, Sendable {
    /// The keys, with an arrow before them where the row is chosen; empty where a row goes on.
    var keys: String
    /// What they do.
    var meaning: String
    /// Where that begins, from the left.
    var column: Int
    /// Whether Enter does it.
    var isChosen: Bool
  }

  /// All rows.
  let rows: [Row]
  /// The cells that all of it takes.
  let width: Int

  /// The fewest cells for a column of what keys do.
  private static let narrowest = 24

  /// A table of keys and what they do, one of them chosen, in so many cells at most.
  init(_ lines: [(String, String)], chosen: Int? = nil, cells: Int) {
    let keys = lines.enumerated().map { index, line in
      (chosen == nil ? "" : index == chosen ? "▸ " : "  ") + line.0
    }
    let column = (keys.map { $0.cells }.max() ?? 0) + 2
    let isNarrow = cells - column < Self.narrowest
    let rows = lines.indices.flatMap { index in
      let start = isNarrow ? keys[index].cells + 2 : column
      return lines[index].1.folded(to: max(cells - start, 1)).enumerated().map { part, text in
        Row(
          keys: part == 0 ? keys[index] : "", meaning: text, column: start,
          isChosen: index == chosen)
      }
    }
    self.rows = rows
    width = rows.map { $0.column + $0.meaning.cells }.max() ?? 0
  }
}
