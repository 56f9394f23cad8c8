// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

package import Stage

/// Names of places, the same for every viewer: a letter for the column, a number for the row.
package enum Coordinates {
  /// A column's letters, counted from 0: A to Z, then AA and so on.
  static func letters(ofColumn column: Int) -> String {
    let letter = String(Unicode.Scalar(UInt8(ascii: "A") + UInt8(column % 26)))
    return column < 26 ? letter : letters(ofColumn: column / 26 - 1) + letter
  }

  /// A place's name on a board with `columns` columns, such as `B3`.
  package static func name(_ place: Int, columns: Int) -> String {
    guard columns > 0, place >= 0 else { return "?" }
    return "\(letters(ofColumn: place % columns))\(place / columns + 1)"
  }

  /// Parses a place's name, ignoring case; nil if the table has no such place.
  package static func place(_ text: String, on table: Table) -> Int? {
    let letters = text.prefix { $0.isASCII && $0.isLetter }
    let digits = text.dropFirst(letters.count)
    guard (1...2).contains(letters.count), (1...2).contains(digits.count),
      digits.allSatisfy({ $0.isASCII }), let row = Int(digits)
    else { return nil }
    var column = 0
    for letter in letters.uppercased().utf8 { column = column * 26 + Int(letter) - 64 }
    guard column <= table.columns, row >= 1, row <= table.rows else { return nil }
    return (row - 1) * table.columns + column - 1
  }
}
