// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Compression
import MatchFixtures
import TerminalFixtures
import Testing

@Suite("Zlib streams", .timeLimit(.minutes(1)))
struct ZlibTests {
  @Test("have what was compressed, whatever repeats in it", arguments: 1...8 as ClosedRange<UInt64>)
  func roundTrip(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    var bytes: [UInt8] = []
    for _ in 0..<Int(seed * 4) {
      let (length, byte) = (Int(random.next() % 700), UInt8(truncatingIfNeeded: random.next()))
      bytes += [UInt8](repeating: byte, count: length)
      bytes += (0..<length).map { _ in UInt8(truncatingIfNeeded: random.next()) }
    }
    #expect(PictureReader.inflated(Zlib.compressed(bytes)) == bytes)
  }

  @Test("are small for what repeats, and exist for nothing")
  func edges() {
    #expect(PictureReader.inflated(Zlib.compressed([])) == [])
    let runs = [UInt8](repeating: 7, count: 40_000)
    #expect(Zlib.compressed(runs).count < 300)
    #expect(PictureReader.inflated(Zlib.compressed(runs)) == runs)
  }

  @Test("The checksum is that of the standard's example")
  func checksum() {
    #expect(Zlib.crc32(Array("123456789".utf8)[...]) == 0xcbf4_3926)
    #expect(Zlib.crc32([]) == 0)
  }
}
