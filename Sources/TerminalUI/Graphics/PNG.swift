// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Compression

/// Writes a picture with a palette as a PNG file (W3C, "Portable Network Graphics", third edition).
enum PNG {
  /// The file's bytes.
  static func encoded(_ picture: IndexedPixels) -> [UInt8] {
    var file: [UInt8] = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]
    // Eight bits of palette index a pixel, not interlaced.
    put(
      "IHDR", bigEndian(picture.width) + bigEndian(picture.height) + [8, 3, 0, 0, 0], to: &file)
    var colors: [UInt8] = []
    var alphas: [UInt8] = []
    for color in picture.palette {
      let plain = color.unmultiplied
      colors += [plain.x, plain.y, plain.z]
      // The opaque ones are last, and need no entry.
      if color.alpha < 255 { alphas.append(color.alpha) }
    }
    put("PLTE", colors, to: &file)
    if !alphas.isEmpty { put("tRNS", alphas, to: &file) }
    var lines: [UInt8] = []
    lines.reserveCapacity((picture.width + 1) * picture.height)
    for y in 0..<picture.height {
      // Indices are not numbers, so a filter would gain nothing.
      lines.append(0)
      lines += picture.indices[y * picture.width..<(y + 1) * picture.width]
    }
    put("IDAT", Zlib.compressed(lines), to: &file)
    put("IEND", [], to: &file)
    return file
  }

  private static func put(_ name: StaticString, _ content: [UInt8], to file: inout [UInt8]) {
    let letters = UnsafeBufferPointer(start: name.utf8Start, count: name.utf8CodeUnitCount)
    file += bigEndian(content.count)
    let start = file.count
    file += letters
    file += content
    file += bigEndian(Int(Zlib.crc32(file[start...])))
  }

  private static func bigEndian(_ number: Int) -> [UInt8] {
    [24, 16, 8, 0].map { UInt8(number >> $0 & 0xff) }
  }
}

extension RGBA {
  /// Red, green and blue without the alpha in them.
  fileprivate var unmultiplied: SIMD3<UInt8> {
    guard alpha > 0, alpha < 255 else { return SIMD3(lanes.x, lanes.y, lanes.z) }
    func plain(_ value: UInt8) -> UInt8 {
      UInt8(min((Int(value) * 255 + Int(alpha) / 2) / Int(alpha), 255))
    }
    return SIMD3(plain(lanes.x), plain(lanes.y), plain(lanes.z))
  }
}
