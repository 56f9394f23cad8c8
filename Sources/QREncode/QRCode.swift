// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

internal import CQREncode

/// A QR code (ISO/IEC 18004) of a text, with the lowest level of error correction: it is read from a
/// clean screen.
package struct QRCode: Hashable, Sendable {
  /// The modules of a side.
  package let side: Int
  private let modules: [Bool]

  /// The light modules around it.
  ///
  /// The standard asks for four; two are enough beside a plain background, and leave room on a screen.
  package static let margin = 2
  /// The most bytes of a text; a larger code would not fit a terminal.
  private static let longestText = 200

  /// Encodes a text; capitals, digits and `$%*+-./:` need fewer modules than others.
  ///
  /// Nil for an empty text, one with a zero byte, and one of more than 200 bytes.
  package init?(_ text: String) {
    guard (1...Self.longestText).contains(text.utf8.count), !text.utf8.contains(0),
      let code = QRcode_encodeString(text, 0, QR_ECLEVEL_L, QR_MODE_8, 1)
    else { return nil }
    defer { QRcode_free(code) }
    side = Int(code.pointee.width)
    // The lowest bit of a module says whether it is dark.
    modules = (0..<side * side).map { code.pointee.data[$0] & 1 == 1 }
  }

  /// Whether a module is dark; those around the code are light.
  package func isDark(column: Int, row: Int) -> Bool {
    (0..<side).contains(column) && (0..<side).contains(row) && modules[row * side + column]
  }

  /// The code with its margin as rows of half-blocks, to be written in black on white.
  package var halfBlocks: [String] {
    let span = -Self.margin..<side + Self.margin
    return stride(from: span.lowerBound, to: span.upperBound, by: 2).map { row in
      String(
        span.map { column -> Character in
          switch (isDark(column: column, row: row), isDark(column: column, row: row + 1)) {
          case (true, true): "█"
          case (true, false): "▀"
          case (false, true): "▄"
          case (false, false): " "
          }
        })
    }
  }

  /// The code with its margin as an SVG picture, dark on white, a unit a module.
  package var svg: String {
    let (start, length) = (-Self.margin, side + 2 * Self.margin)
    var dark = ""
    for row in 0..<side {
      var column = 0
      while column < side {
        let run = (column..<side).prefix { isDark(column: $0, row: row) }.count
        if run > 0 { dark += "M\(column) \(row)h\(run)v1h-\(run)z" }
        column += max(run, 1)
      }
    }
    return """
      <svg xmlns="http://www.w3.org/2000/svg" viewBox="\(start) \(start) \(length) \(length)" \
      shape-rendering="crispEdges"><path fill="#fff" d="M\(start) \(start)h\(length)v\(length)h-\(length)z"/>\
      <path d="\(dark)"/></svg>
      """
  }
}
