// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import MatchFixtures
import TerminalFixtures
import Testing

@testable import TerminalUI

@Suite("Zlib streams", .timeLimit(.minutes(1)))
struct ZlibTests {
  @Test(
    "A stream's content is what was compressed, whatever repeats in it",
    arguments: 1...24 as ClosedRange<UInt64>)
  func roundTrip(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    var bytes: [UInt8] = []
    // Noise, runs, and copies from up to 70,000 bytes before, beyond the window.
    for _ in 0..<Int(seed * 4) {
      let length = Int(random.next() % 700)
      switch random.next() % 3 {
      case 0: bytes += (0..<length).map { _ in UInt8(truncatingIfNeeded: random.next()) }
      case 1:
        let byte = UInt8(truncatingIfNeeded: random.next())
        bytes += [UInt8](repeating: byte, count: length * 10)
      default:
        let start = max(bytes.count - Int(random.next() % 70_000) - length, 0)
        bytes += bytes[start..<min(start + length, bytes.count)]
      }
    }
    #expect(PictureReader.inflated(Zlib.compressed(bytes)) == bytes)
  }

  @Test("The smallest inputs, every byte, and the longest match")
  func edges() {
    let inputs: [[UInt8]] = [
      [], [0], [255, 255], [1, 1, 1], [UInt8](0...255), [UInt8](repeating: 7, count: 259),
      [UInt8](repeating: 7, count: 40_000),
    ]
    for input in inputs { #expect(PictureReader.inflated(Zlib.compressed(input)) == input) }
    #expect(Zlib.compressed([UInt8](repeating: 7, count: 40_000)).count < 300)
  }

  @Test("A damaged stream is noticed by the reader, so that it is a test at all")
  func damage() {
    let stream = Zlib.compressed(Array("Two of a kind, two of a kind, two of a kind.".utf8))
    for index in stream.indices {
      var damaged = stream
      damaged[index] ^= 4
      // Nothing says what the header's bits are, nor those that the last byte has left.
      let isFree = index < 2 || index == stream.count - 5
      #expect(PictureReader.inflated(damaged) == nil || isFree, "Byte \(index)")
    }
  }
}
