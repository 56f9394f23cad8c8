// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Game

/// The example of `below` with bytes in place of words.
enum Rejection {
  /// What differs in an example of `bytes`, a bound `n` and the `results` drawn from them.
  ///
  /// The example draws bytes, the stream words of eight: with the byte on top and everything 2^56
  /// times as large the same draws are passed over.
  static func differences(_ example: VectorObject) throws(VectorFault) -> [String] {
    let bound = try example.count("n", in: 1...255)
    var bytes: [UInt8] = []
    for number in try example.naturals("bytes") {
      guard let byte = UInt8(exactly: number) else { throw VectorFault("'bytes' has no bytes") }
      bytes.append(byte)
    }
    let results = try example.naturals("results")
    // So many can be drawn; the stream would ask for more bytes to draw more.
    let accepted = bytes.count { Int($0) < 256 - 256 % bound }
    let stock = bytes
    let hashing = Hashing(
      sha256: { $0 },
      hmac: { _, block in
        let place = block.reduce(0) { $0 << 8 | Int($1) }
        return [stock[place]] + [UInt8](repeating: 0, count: 7)
      })
    var stream = RandomStream(key: [], hashing: hashing)
    let drawn = (0..<accepted).map { _ in stream.below(UInt64(bound) << 56) >> 56 }
    return Comparison("results", drawn, results).differences
  }
}
