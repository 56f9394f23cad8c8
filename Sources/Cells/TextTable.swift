// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

/// Tables in plain text, for command lines.
package enum TextTable {
  /// The rows of a table as lines, in columns that end below each other, two spaces apart.
  ///
  /// The last cell of a row, such as a name, follows as it is: whatever is in it misaligns nothing.
  ///
  /// - Parameter rows: the cells, as many in every row; the first row has the headers.
  /// - Returns: a line for each row.
  package static func lines(_ rows: [[String]]) -> [String] {
    let columns = rows.first?.count ?? 0
    precondition(rows.allSatisfy { $0.count == columns }, "Every row of a table has every column.")
    let widths = (0..<max(columns - 1, 0)).map { column in
      rows.reduce(0) { max($0, $1[column].cells) }
    }
    return rows.map { row in
      let padded = zip(row, widths).map { cell, width in
        String(repeating: " ", count: width - cell.cells) + cell
      }
      return (padded + row.suffix(1)).joined(separator: "  ")
    }
  }
}
