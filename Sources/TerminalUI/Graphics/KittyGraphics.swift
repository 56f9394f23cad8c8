// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Foundation

/// Commands of kitty's graphics protocol (sw.kovidgoyal.net/kitty/graphics-protocol).
///
/// All but the query ask for no answer. Pictures lie above text: their cells have none, and below
/// text kitty 0.26 draws the whole window in wrong colours on some graphics drivers. Transparent
/// parts show the cells' background.
enum KittyGraphics {
  /// The identity in the query, which its answer repeats.
  static let queryID = 61
  /// Whether the terminal knows the protocol: checks a picture of one pixel without keeping it.
  static let query = "\u{1b}_Gi=\(queryID),s=1,v=1,a=q,t=d,f=24;AAAA\u{1b}\\"

  /// The most bytes of a picture in one command.
  private static let chunk = 4096

  /// Gives the terminal a picture to keep.
  static func transmit(_ file: [UInt8], as id: Int) -> [UInt8] {
    let text = Array(Data(file).base64EncodedData())
    var output: [UInt8] = []
    var start = 0
    while start < text.count {
      let end = min(start + chunk, text.count)
      let more = end < text.count ? 1 : 0
      // A PNG file, sent in the command itself.
      let head = start == 0 ? "a=t,f=100,t=d,i=\(id),q=2,m=\(more)" : "m=\(more),q=2"
      output += "\u{1b}_G\(head);".utf8
      output += text[start..<end]
      output += "\u{1b}\\".utf8
      start = end
    }
    return output
  }

  /// Shows a part of a kept picture at the cursor, which stays.
  static func place(_ part: PicturePart, as id: Int, placement: Int, cell: PixelSize) -> [UInt8] {
    let (width, height) = (part.columns * cell.width, part.rows * cell.height)
    return Array(
      ("\u{1b}_Ga=p,i=\(id),p=\(placement),x=\(part.x),y=\(part.y),w=\(width),h=\(height)"
        + ",c=\(part.columns),r=\(part.rows),C=1,q=2\u{1b}\\").utf8)
  }

  /// Removes a placement; the picture is kept.
  static func remove(_ placement: Int, of id: Int) -> [UInt8] {
    Array("\u{1b}_Ga=d,d=i,i=\(id),p=\(placement),q=2\u{1b}\\".utf8)
  }

  /// Removes a picture and all its placements.
  static func forget(_ id: Int) -> [UInt8] {
    Array("\u{1b}_Ga=d,d=I,i=\(id),q=2\u{1b}\\".utf8)
  }
}
