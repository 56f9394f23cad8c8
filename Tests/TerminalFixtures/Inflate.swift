// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

/// Reads zlib streams of blocks with fixed codes, written after RFC 1950 and 1951 and not after our
/// own writer.
struct Inflate {
  private let bytes: [UInt8]
  private var place: Int
  private var bit = 0

  /// The content of a stream; nil if it is malformed.
  static func content(of stream: [UInt8]) -> [UInt8]? {
    guard stream.count > 6, stream[0] & 15 == 8,
      (Int(stream[0]) << 8 | Int(stream[1])).isMultiple(of: 31)
    else { return nil }
    var reader = Inflate(bytes: Array(stream.dropFirst(2).dropLast(4)), place: 0)
    guard let content = reader.blocks() else { return nil }
    var (low, high) = (1, 0)
    for byte in content {
      low = (low + Int(byte)) % 65_521
      high = (high + low) % 65_521
    }
    let sum = stream.suffix(4).reduce(0) { $0 << 8 | Int($1) }
    return sum == high << 16 | low ? content : nil
  }

  private init(bytes: [UInt8], place: Int) {
    self.bytes = bytes
    self.place = place
  }

  private mutating func bits(_ count: Int) -> Int? {
    var value = 0
    for index in 0..<count {
      guard place < bytes.count else { return nil }
      value |= Int(bytes[place] >> UInt8(bit) & 1) << index
      bit += 1
      if bit == 8 { (place, bit) = (place + 1, 0) }
    }
    return value
  }

  /// A code, whose highest bit comes first.
  private mutating func code(_ count: Int, after start: Int = 0) -> Int? {
    var value = start
    for _ in 0..<count {
      guard let next = bits(1) else { return nil }
      value = value << 1 | next
    }
    return value
  }

  private mutating func symbol() -> Int? {
    guard let seven = code(7) else { return nil }
    if seven < 0b0011000 { return 256 + seven }
    guard let eight = code(1, after: seven) else { return nil }
    switch eight {
    case 0b00110000...0b10111111: return eight - 0b00110000
    case 0b11000000...0b11000111: return 280 + eight - 0b11000000
    default: return code(1, after: eight).map { 144 + $0 - 0b110010000 }
    }
  }

  private mutating func blocks() -> [UInt8]? {
    var output: [UInt8] = []
    var isLast = false
    while !isLast {
      guard let last = bits(1), bits(2) == 1 else { return nil }
      isLast = last == 1
      while let symbol = symbol(), symbol != 256 {
        if symbol < 256 {
          output.append(UInt8(symbol))
          continue
        }
        guard let length = length(symbol - 257), let distance = distance(),
          distance <= output.count
        else { return nil }
        for _ in 0..<length { output.append(output[output.count - distance]) }
      }
    }
    return output
  }

  private mutating func length(_ code: Int) -> Int? {
    if code == 28 { return 258 }
    guard (0..<28).contains(code) else { return nil }
    guard code >= 8 else { return 3 + code }
    let extra = (code - 4) / 4
    return bits(extra).map { ((4 + code % 4) << extra) + 3 + $0 }
  }

  private mutating func distance() -> Int? {
    guard let code = code(5), code < 30 else { return nil }
    guard code >= 4 else { return 1 + code }
    let extra = (code - 2) / 2
    return bits(extra).map { ((2 + code % 2) << extra) + 1 + $0 }
  }
}
