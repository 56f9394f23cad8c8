// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Cells

// Terminals disagree on the width of emoji sequences, variation selectors and joined letters. A
// glyph is therefore one base character with its combining marks and nothing else, which every
// terminal draws at the same width.

/// A cell's content: a character of one or two cells, or the right half of a wide one.
///
/// Eight bytes: up to seven of UTF-8, lowest first, and the number of cells. A piece of a picture
/// has its fields in place of the UTF-8, after a byte that no UTF-8 has.
package struct Glyph: Hashable, Sendable {
  private let bits: UInt64

  /// An empty cell.
  package static let space = Glyph(utf8: [0x20], cells: 1)
  /// The right half of the wide glyph to the left.
  package static let tail = Glyph(utf8: [], cells: 0)

  /// The maximum number of UTF-8 bytes in a glyph.
  private static let byteLimit = 7

  /// The character without parts of ambiguous width; nil if it cannot be shown.
  package init?(_ character: Character) {
    let cells = character.cells
    guard cells > 0, let base = character.unicodeScalars.first else { return nil }
    if base.properties.isWhitespace {
      self = .space
      return
    }
    var utf8 = Array(String(base).utf8)
    for mark in character.unicodeScalars.dropFirst() where mark.isMark {
      guard utf8.count + UTF8.width(mark) <= Self.byteLimit else { break }
      utf8 += String(mark).utf8
    }
    self.init(utf8: utf8, cells: cells)
  }

  private init(utf8: [UInt8], cells: Int) {
    var bits = UInt64(cells) << 56
    for (index, byte) in utf8.enumerated() { bits |= UInt64(byte) << (8 * UInt64(index)) }
    self.bits = bits
  }

  /// A cell's piece of a picture that the terminal shows.
  struct Piece: Hashable, Sendable {
    /// The picture, by its slot in `PictureSlots`.
    var slot: Int
    /// The piece's left edge in the picture, in pixels.
    var x: Int
    /// The piece's upper edge in the picture, in pixels.
    var y: Int
  }

  /// The first byte of a piece's fields.
  private static let pieceMark: UInt64 = 0xff

  /// A piece of a picture, one cell wide; traps unless its fields fit, the edges in two bytes each.
  init(_ piece: Piece) {
    bits =
      1 << 56 | UInt64(UInt16(piece.y)) << 32 | UInt64(UInt16(piece.x)) << 16
      | UInt64(UInt8(piece.slot)) << 8 | Self.pieceMark
  }

  /// The piece of a picture it is; nil for characters.
  var piece: Piece? {
    guard bits & 0xff == Self.pieceMark else { return nil }
    return Piece(
      slot: Int(bits >> 8 & 0xff), x: Int(bits >> 16 & 0xffff), y: Int(bits >> 32 & 0xffff))
  }

  /// Its width in cells: 1, 2, or 0 for the right half of a wide glyph.
  package var cells: Int { Int(bits >> 56) }

  /// Appends its UTF-8 to `bytes`; of a piece a space, over which the terminal shows the picture.
  package func append(to bytes: inout [UInt8]) {
    if bits & 0xff == Self.pieceMark {
      bytes.append(0x20)
      return
    }
    var rest = bits & 0xff_ffff_ffff_ffff
    while rest != 0 {
      bytes.append(UInt8(truncatingIfNeeded: rest))
      rest >>= 8
    }
  }

  /// Its text; empty for the right half of a wide glyph.
  package var text: String {
    var bytes: [UInt8] = []
    append(to: &bytes)
    return String(decoding: bytes, as: UTF8.self)
  }
}
