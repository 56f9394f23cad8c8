// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Testing

@testable import LibWebSockets

@Suite("Whole frame", .timeLimit(.minutes(1)))
struct WholeFrameTests {
  private func parse(_ bytes: [UInt8], at offset: Int = 0, maximum: Int = 4_096) -> WholeFrame? {
    bytes.withUnsafeBytes { WholeFrame(in: $0, at: offset, maximumMessageBytes: maximum) }
  }

  @Test(
    "is found at its offset and unmasked, at every length",
    arguments: [1, 2, 7, 8, 9, 15, 16, 17, 125, 126, 127, 1_000])
  func unmask(count: Int) throws {
    let payload = (0..<count).map { UInt8(truncatingIfNeeded: $0 * 7) }
    for offset in 0..<9 {
      let before = [UInt8](repeating: 0x81, count: offset)
      var bytes = before + RawClient.frame(0x2, payload) + [0x82]
      let frame = try #require(parse(bytes, at: offset))
      #expect(frame.kind == .binary && frame.payload.upperBound == bytes.count - 1)
      bytes.withUnsafeMutableBytes { frame.unmask(in: $0) }
      #expect(Array(bytes[frame.payload]) == payload && bytes.last == 0x82)
    }
  }

  @Test("is a text, a binary message or a pong, which may be empty")
  func kinds() {
    #expect(parse(RawClient.frame(0x1, [1]))?.kind == .text)
    for payload: [UInt8] in [[], [1], [UInt8](repeating: 1, count: 125)] {
      let pong = parse(RawClient.frame(0xa, payload))
      #expect(pong != nil && pong?.kind == nil)
    }
  }

  @Test("is nothing that has not arrived, cut anywhere", arguments: [0x1, 0x2, 0xa] as [UInt8])
  func incomplete(opcode: UInt8) {
    for count in opcode == 0xa ? [0, 5] : [1, 5, 126, 300] {
      let frame = RawClient.frame(opcode, [UInt8](repeating: 1, count: count))
      #expect(parse(frame) != nil)
      for cut in 0..<frame.count { #expect(parse(Array(frame[..<cut])) == nil, "\(cut)") }
      #expect(parse(frame, at: frame.count) == nil)
    }
  }

  @Test(
    "is nothing that is no message by itself, empty, or against the rules",
    arguments: [
      // A ping, a close frame, fragments, reserved bits and opcodes.
      RawClient.frame(0x9, [1]), RawClient.frame(0x8, [3, 0xe8]), RawClient.frame(0x0, [1]),
      RawClient.frame(0x1, [1], isFinal: false), RawClient.frame(0x2, [1], isFinal: false),
      [0xc1, 0x81, 0, 0, 0, 0, 1], [0x83, 0x81, 0, 0, 0, 0, 1], [0x0a, 0x80, 0, 0, 0, 0],
      // Empty, not masked.
      RawClient.frame(0x2, []), [0x82, 0x01, 1], [0x82, 0x05, 1, 2, 3, 4, 5, 6, 7],
      // Lengths in too many bytes, in eight, and of a control frame in two.
      [0x82, 0xfe, 0, 1, 0, 0, 0, 0, 1],
      [0x82, 0xff, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1] + [UInt8](repeating: 0, count: 200),
      [0x8a, 0xfe, 0, 126, 0, 0, 0, 0] + [UInt8](repeating: 0, count: 200),
    ] as [[UInt8]])
  func others(bytes: [UInt8]) {
    #expect(parse(bytes) == nil)
  }

  @Test("is no message above the maximum")
  func maximum() {
    let frame = RawClient.frame(0x2, [UInt8](repeating: 1, count: 200))
    #expect(parse(frame, maximum: 200) != nil && parse(frame, maximum: 199) == nil)
    #expect(parse(RawClient.frame(0xa, [1, 2]), maximum: 1) != nil)
  }
}
