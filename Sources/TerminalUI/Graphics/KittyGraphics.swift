// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Foundation

/// Commands of kitty's graphics protocol (sw.kovidgoyal.net/kitty/graphics-protocol).
///
/// Only the query, and pictures sent through tmux, ask for an answer. Pictures lie above text: their cells have none, and below
/// text kitty 0.26 draws the whole window in wrong colours on some graphics drivers. Transparent
/// parts show the cells' background.
struct KittyGraphics: Hashable, Sendable {
  /// Whether commands have to pass through tmux, and pictures are shown by placeholders.
  let isInTmux: Bool

  /// The identity in the query, which its answer repeats.
  static let queryID = 61

  /// The most bytes of a picture in one command.
  private static let chunk = 4096

  /// The identity of a slot's picture.
  ///
  /// Other programs are unlikely to use the same.
  func id(of slot: Int) -> Int {
    isInTmux ? PicturePlaceholder.id(of: slot) : 0xface_00 + slot
  }

  /// Asks whether the terminal knows the protocol: checks a picture of one pixel without keeping it.
  ///
  /// In tmux the picture is for placeholders: older versions that lack them do not answer.
  var query: [UInt8] {
    command("i=\(Self.queryID),s=1,v=1,a=q,t=d,f=24\(isInTmux ? ",U=1" : "")", Array("AAAA".utf8))
  }

  /// Gives the terminal a picture of some cells to keep.
  func transmit(_ file: [UInt8], as id: Int, columns: Int, rows: Int) -> [UInt8] {
    let text = Array(Data(file).base64EncodedData())
    var output: [UInt8] = []
    var start = 0
    while start < text.count {
      let end = min(start + Self.chunk, text.count)
      let more = end < text.count ? 1 : 0
      // A PNG file, sent in the command itself.
      let way = isInTmux ? "a=T,U=1,c=\(columns),r=\(rows)" : "a=t,q=2"
      let head =
        start == 0 ? "\(way),f=100,t=d,i=\(id),m=\(more)" : "m=\(more)\(isInTmux ? "" : ",q=2")"
      output += command(head, text[start..<end])
      start = end
    }
    return output
  }

  /// Shows a part of a kept picture at the cursor, which stays.
  func place(_ part: PicturePart, as id: Int, placement: Int, cell: PixelSize) -> [UInt8] {
    let (width, height) = (part.columns * cell.width, part.rows * cell.height)
    return command(
      "a=p,i=\(id),p=\(placement),x=\(part.x),y=\(part.y),w=\(width),h=\(height)"
        + ",c=\(part.columns),r=\(part.rows),C=1,q=2")
  }

  /// Removes a placement; the picture is kept.
  func remove(_ placement: Int, of id: Int) -> [UInt8] {
    command("a=d,d=i,i=\(id),p=\(placement),q=2")
  }

  /// Removes a picture and all its placements.
  func forget(_ id: Int) -> [UInt8] { command("a=d,d=I,i=\(id),q=2") }

  /// A command with its keys and data; in tmux in a string that tmux passes on, where each escape is
  /// doubled.
  private func command(_ keys: String, _ data: some Sequence<UInt8> = []) -> [UInt8] {
    let text = Array("G\(keys)".utf8) + (Array(data).isEmpty ? [] : Array(";".utf8) + data)
    let escape: UInt8 = 0x1b
    guard isInTmux else { return [escape] + "_".utf8 + text + [escape] + "\\".utf8 }
    return [escape] + "Ptmux;".utf8 + [escape, escape] + "_".utf8 + text + [escape, escape]
      + "\\".utf8 + [escape] + "\\".utf8
  }
}

/// A character that stands for one cell of a picture, so that a multiplexer moves pictures as text.
///
/// The colour of the character names the picture by the lower bytes of its identity; marks above it
/// name the row, the column, and the highest byte.
enum PicturePlaceholder {
  /// The highest byte of the pictures' identities.
  private static let highestByte = 60

  /// The identity of a slot's picture.
  static func id(of slot: Int) -> Int { highestByte << 24 | colorNumber(of: slot) }

  /// The slot of a picture by its identity; nil for another program's.
  static func slot(of id: Int) -> Int? {
    (0..<PictureSlots.limit).first { Self.id(of: $0) == id }
  }

  /// The colour of its placeholders, by its number in the terminal's palette.
  static func colorNumber(of slot: Int) -> Int { slot + 1 }

  /// The private character.
  private static let character = "\u{10eeee}"

  /// The marks for the numbers from 0, in UTF-8: combining ones above a letter that no normalisation joins with
  /// it, as the protocol lists them.
  private static let marks: [[UInt8]] = [
    0x305...0x305, 0x30d...0x30e, 0x310...0x310, 0x312...0x312, 0x33d...0x33f, 0x346...0x346,
    0x34a...0x34c, 0x350...0x352, 0x357...0x357, 0x35b...0x35b, 0x363...0x36f, 0x483...0x487,
    0x592...0x595, 0x597...0x599, 0x59c...0x5a1, 0x5a8...0x5a9, 0x5ab...0x5ac, 0x5af...0x5af,
    0x5c4...0x5c4, 0x610...0x617, 0x657...0x658,
  ].flatMap { (range: ClosedRange<UInt32>) in
    range.compactMap(Unicode.Scalar.init).map { Array(String($0).utf8) }
  }

  /// Appends the placeholder of a cell; traps unless it is within `CellPicture.limit`.
  static func append(column: Int, row: Int, to bytes: inout [UInt8]) {
    bytes += character.utf8
    for number in [row, column, highestByte] { bytes += marks[number] }
  }
}
