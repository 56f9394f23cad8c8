// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

/// Compresses bytes as a zlib stream (RFC 1950) of one block with fixed codes (RFC 1951).
///
/// Small and fast enough for pictures of cards: repetitions within 32 KiB are replaced by
/// references. Memory: twice the input.
struct Zlib {
  private static let window = 1 << 15
  private static let shortest = 3
  private static let longest = 258
  /// How many earlier places of the same three bytes are compared.
  private static let tries = 24
  private static let hashBits = 13

  private var output: [UInt8] = [0x78, 0x01]
  private var bits: UInt64 = 0
  private var bitCount: UInt64 = 0

  /// The compressed form of some bytes.
  static func compressed(_ bytes: [UInt8]) -> [UInt8] {
    var stream = Zlib()
    stream.put(1, count: 1)
    stream.put(1, count: 2)
    bytes.withUnsafeBufferPointer { stream.putBlock($0) }
    stream.putLiteral(256)
    stream.flush()
    let sum = adler32(bytes)
    for shift in [24, 16, 8, 0] as [UInt32] { stream.output.append(UInt8(sum >> shift & 0xff)) }
    return stream.output
  }

  private mutating func putBlock(_ bytes: UnsafeBufferPointer<UInt8>) {
    var heads = [Int](repeating: -1, count: 1 << Self.hashBits)
    var before = [Int](repeating: -1, count: bytes.count)
    func hash(_ place: Int) -> Int {
      let three =
        UInt32(bytes[place]) << 16 | UInt32(bytes[place + 1]) << 8 | UInt32(bytes[place + 2])
      return Int((three &* 0x9e37_79b1) >> (32 - UInt32(Self.hashBits)))
    }
    func note(_ place: Int) {
      guard place + Self.shortest <= bytes.count else { return }
      let hash = hash(place)
      before[place] = heads[hash]
      heads[hash] = place
    }
    var place = 0
    while place < bytes.count {
      var (length, distance) = (0, 0)
      if place + Self.shortest <= bytes.count {
        let most = min(Self.longest, bytes.count - place)
        var earlier = heads[hash(place)]
        var left = Self.tries
        while earlier >= 0, left > 0, place - earlier <= Self.window {
          var same = 0
          while same < most, bytes[earlier + same] == bytes[place + same] { same += 1 }
          if same > length { (length, distance) = (same, place - earlier) }
          if length == most { break }
          earlier = before[earlier]
          left -= 1
        }
      }
      if length >= Self.shortest {
        putMatch(length: length, distance: distance)
        for covered in place..<place + length { note(covered) }
        place += length
      } else {
        putLiteral(Int(bytes[place]))
        note(place)
        place += 1
      }
    }
  }

  /// The fixed code of a literal or length symbol (RFC 1951, 3.2.6).
  private mutating func putLiteral(_ symbol: Int) {
    switch symbol {
    case ..<144: putCode(0x30 + symbol, count: 8)
    case ..<256: putCode(0x190 + symbol - 144, count: 9)
    case ..<280: putCode(symbol - 256, count: 7)
    default: putCode(0xc0 + symbol - 280, count: 8)
    }
  }

  private static let lengthBases = [
    3, 4, 5, 6, 7, 8, 9, 10, 11, 13, 15, 17, 19, 23, 27, 31, 35, 43, 51, 59, 67, 83, 99, 115, 131,
    163, 195, 227, 258,
  ]
  private static let distanceBases = [
    1, 2, 3, 4, 5, 7, 9, 13, 17, 25, 33, 49, 65, 97, 129, 193, 257, 385, 513, 769, 1025, 1537,
    2049, 3073, 4097, 6145, 8193, 12_289, 16_385, 24_577,
  ]

  private mutating func putMatch(length: Int, distance: Int) {
    let symbol = (Self.lengthBases.lastIndex { $0 <= length }) ?? 0
    putLiteral(257 + symbol)
    // 258 is a symbol of its own, without further bits.
    let lengthBits = symbol < 8 || symbol == 28 ? 0 : symbol / 4 - 1
    put(UInt64(length - Self.lengthBases[symbol]), count: UInt64(lengthBits))
    let code = (Self.distanceBases.lastIndex { $0 <= distance }) ?? 0
    putCode(code, count: 5)
    put(
      UInt64(distance - Self.distanceBases[code]), count: UInt64(code < 4 ? 0 : code / 2 - 1))
  }

  /// Codes are written with their highest bit first, everything else with the lowest.
  private mutating func putCode(_ code: Int, count: Int) {
    var reversed: UInt64 = 0
    for bit in 0..<count { reversed |= UInt64(code >> bit & 1) << UInt64(count - 1 - bit) }
    put(reversed, count: UInt64(count))
  }

  private mutating func put(_ value: UInt64, count: UInt64) {
    bits |= value << bitCount
    bitCount += count
    while bitCount >= 8 {
      output.append(UInt8(bits & 0xff))
      bits >>= 8
      bitCount -= 8
    }
  }

  private mutating func flush() {
    if bitCount > 0 { output.append(UInt8(bits & 0xff)) }
    (bits, bitCount) = (0, 0)
  }

  /// The checksum of RFC 1950.
  private static func adler32(_ bytes: [UInt8]) -> UInt32 {
    var (low, high): (UInt32, UInt32) = (1, 0)
    for byte in bytes {
      low = (low + UInt32(byte)) % 65_521
      high = (high + low) % 65_521
    }
    return high << 16 | low
  }
}
