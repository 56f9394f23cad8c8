// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

internal import CZlib
package import TerminalUI

/// Reads the pictures that a terminal is sent, as their specifications have it.
package enum PictureReader {
  /// The content of a zlib stream; nil if it is malformed.
  package static func inflated(_ stream: [UInt8]) -> [UInt8]? {
    // Deflate gains a thousandfold at most.
    var count = uLong(1100 * stream.count)
    var content = [UInt8](repeating: 0, count: Int(count))
    guard uncompress(&content, &count, stream, uLong(stream.count)) == Z_OK else { return nil }
    return Array(content.prefix(Int(count)))
  }

  /// The picture of a PNG file with a palette; nil if it is malformed.
  package static func png(_ file: [UInt8]) -> Pixels? {
    guard file.starts(with: [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]) else { return nil }
    func number(_ place: Int) -> Int { file[place..<place + 4].reduce(0) { $0 << 8 | Int($1) } }
    var chunks: [String: [UInt8]] = [:]
    var place = 8
    while place + 12 <= file.count {
      let count = number(place)
      guard place + 12 + count <= file.count else { return nil }
      let named = file[place + 4..<place + 8 + count]
      guard crc(named) == number(place + 8 + count) else { return nil }
      chunks[String(decoding: named.prefix(4), as: UTF8.self)] = Array(named.dropFirst(4))
      place += 12 + count
    }
    guard place == file.count, chunks["IEND"] == [], let head = chunks["IHDR"], head.count == 13,
      Array(head[8...]) == [8, 3, 0, 0, 0], let palette = chunks["PLTE"],
      let data = chunks["IDAT"], let lines = inflated(data)
    else { return nil }
    let width = head[..<4].reduce(0) { $0 << 8 | Int($1) }
    let height = head[4..<8].reduce(0) { $0 << 8 | Int($1) }
    guard lines.count == (width + 1) * height else { return nil }
    let alphas = chunks["tRNS"] ?? []
    var pixels = Pixels(width: width, height: height)
    for y in 0..<height {
      guard lines[y * (width + 1)] == 0 else { return nil }
      for x in 0..<width {
        let index = Int(lines[y * (width + 1) + 1 + x])
        guard index * 3 + 2 < palette.count else { return nil }
        let rgb = palette[index * 3..<index * 3 + 3].reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
        let alpha = index < alphas.count ? alphas[index] : 255
        pixels[x, y] = RGBA(rgb, alpha: Float(alpha) / 255)
      }
    }
    return pixels
  }

  private static func crc(_ bytes: ArraySlice<UInt8>) -> Int {
    var sum = UInt32.max
    for byte in bytes {
      sum ^= UInt32(byte)
      for _ in 0..<8 { sum = sum & 1 == 1 ? sum >> 1 ^ 0xedb8_8320 : sum >> 1 }
    }
    return Int(~sum)
  }

  /// The picture of a sixel control string, without its introducer and end; nil if malformed.
  ///
  /// Pixels that are not drawn are transparent.
  package static func sixel(_ string: String) -> Pixels? {
    var rest = Array(string.utf8)[...]
    guard let start = rest.firstIndex(of: UInt8(ascii: "q")) else { return nil }
    rest = rest[(start + 1)...]
    func numbers() -> [Int] {
      let end = rest.firstIndex { $0 != UInt8(ascii: ";") && !(0x30...0x39).contains($0) }
      defer { rest = rest[(end ?? rest.endIndex)...] }
      return String(decoding: rest[..<(end ?? rest.endIndex)], as: UTF8.self)
        .split(separator: ";").compactMap { Int($0) }
    }
    guard rest.popFirst() == UInt8(ascii: "\"") else { return nil }
    let size = numbers()
    guard size.count == 4, size[0] == 1, size[1] == 1, size[2] > 0, size[3] > 0 else { return nil }
    var pixels = Pixels(width: size[2], height: size[3])
    var palette: [Int: RGBA] = [:]
    var (x, top, color) = (0, 0, RGBA.clear)
    func draw(_ byte: UInt8, times: Int) -> Bool {
      for column in x..<x + times {
        for bit in 0..<6 where byte >> UInt8(bit) & 1 == 1 {
          guard column < pixels.width, top + bit < pixels.height else { return false }
          pixels[column, top + bit] = color
        }
      }
      x += times
      return true
    }
    while let byte = rest.popFirst() {
      switch byte {
      case UInt8(ascii: "#"):
        let fields = numbers()
        if fields.count == 5, fields[1] == 2, fields[2...].allSatisfy({ (0...100).contains($0) }) {
          let rgb = fields[2...].reduce(UInt32(0)) { $0 << 8 | UInt32(($1 * 255 + 50) / 100) }
          palette[fields[0]] = RGBA(rgb)
        } else if fields.count != 1 {
          return nil
        }
        guard let chosen = palette[fields[0]] else { return nil }
        color = chosen
      case UInt8(ascii: "$"): x = 0
      case UInt8(ascii: "-"): (x, top) = (0, top + 6)
      case UInt8(ascii: "!"):
        guard let count = numbers().first, let byte = rest.popFirst(), byte >= 0x3f,
          draw(byte - 0x3f, times: count)
        else { return nil }
      case 0x3f...0x7e: guard draw(byte - 0x3f, times: 1) else { return nil }
      default: return nil
      }
    }
    return pixels
  }
}
