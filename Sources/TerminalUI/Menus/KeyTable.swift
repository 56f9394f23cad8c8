// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

/// Two columns, keys and their meanings, for help and questions.
///
/// Long meanings wrap to the next row. In a narrow window a meaning follows its key without
/// alignment.
package struct KeyTable: Hashable, Sendable {
  /// A row.
  package struct Row: Hashable, Sendable {
    /// The keys, with an arrow before those of the chosen row; empty in continuation rows.
    package var keys: String
    /// What the keys do, or a part of it.
    package var meaning: String
    /// The column where the meaning begins.
    package var column: Int
    /// Whether Enter selects it.
    package var isChosen: Bool
  }

  /// All rows.
  package let rows: [Row]
  /// The table's width in cells.
  package let width: Int

  /// The narrowest aligned column of meanings, in cells.
  private static let narrowest = 24

  /// Lays the table out in at most `cells` columns.
  package init(_ lines: [(String, String)], chosen: Int? = nil, cells: Int) {
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
