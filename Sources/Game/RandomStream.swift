// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

/// A random stream that is a pure function of its key: HMAC-SHA256 in counter mode.
///
/// Block `j` is HMAC(key, j as eight bytes, big-endian); words are the blocks' bytes, eight at a
/// time. It is the stream of the fair deal (`memorize-fair/1`) and, with a truly random key, the
/// server's only source of codes, seeds and tokens, so that all state stays a replayable value. The
/// shuffle is our own, because the standard library's `shuffle(using:)` may change between
/// versions.
public struct RandomStream: Sendable {
  private let key: [UInt8]
  private let hashing: Hashing
  private var nextBlock: UInt64 = 0
  /// Blocks that were computed together, because the first one after other work costs several times
  /// as much as the next.
  private var computed: [UInt8] = []
  private var position = 0
  /// How many blocks are computed next; doubles, so that short streams compute no more than they use.
  private var batch: UInt64 = 1

  /// The most blocks computed together (16).
  static let largestBatch: UInt64 = 16

  /// The stream under `key`, at its beginning.
  public init(key: [UInt8], hashing: Hashing) {
    self.key = key
    self.hashing = hashing
  }

  /// The next byte.
  public mutating func nextByte() -> UInt8 {
    if position == computed.count { compute() }
    defer { position += 1 }
    return computed[position]
  }

  private mutating func compute() {
    computed.removeAll(keepingCapacity: true)
    position = 0
    for block in nextBlock..<nextBlock + batch {
      computed += hashing.hmac(key, bigEndian(block))
    }
    precondition(!computed.isEmpty, "A hash function must return some bytes.")
    nextBlock += batch
    batch = min(2 * batch, Self.largestBatch)
  }

  /// The next `count` bytes.
  public mutating func bytes(_ count: Int) -> [UInt8] {
    (0..<count).map { _ in nextByte() }
  }

  /// The next eight bytes as a big-endian number.
  public mutating func nextWord() -> UInt64 {
    var word: UInt64 = 0
    for _ in 0..<8 { word = word << 8 | UInt64(nextByte()) }
    return word
  }

  /// A uniform number in `0..<bound`, by rejection sampling.
  public mutating func below(_ bound: UInt64) -> UInt64 {
    precondition(bound > 0, "A bound is at least 1.")
    let surplus = (UInt64.max % bound + 1) % bound
    while true {
      let word = nextWord()
      if surplus == 0 || word <= UInt64.max - surplus { return word % bound }
    }
  }

  /// Shuffles `items` uniformly (Fisher and Yates, from the end).
  public mutating func shuffle<Item>(_ items: inout [Item]) {
    for last in stride(from: items.count - 1, to: 0, by: -1) {
      items.swapAt(last, Int(below(UInt64(last + 1))))
    }
  }
}

/// The big-endian bytes of a number.
func bigEndian<Number: FixedWidthInteger>(_ number: Number) -> [UInt8] {
  stride(from: Number.bitWidth - 8, through: 0, by: -8).map {
    UInt8(truncatingIfNeeded: number >> Number($0))
  }
}
