// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Testing

@testable import LibWebSockets

@Suite(.timeLimit(.minutes(1)))
struct FrameTests {
  @Test("The examples of RFC 6455, section 5.7, pass")
  func examples() {
    #expect(Frame(text: "Hello").bytes == [0x81, 0x05, 0x48, 0x65, 0x6c, 0x6c, 0x6f])
    let short = [UInt8](repeating: 1, count: 256)
    #expect(Frame(binary: short).bytes == [0x82, 0x7e, 0x01, 0x00] + short)
    let long = [UInt8](repeating: 2, count: 65_536)
    #expect(Frame(binary: long).bytes == [0x82, 0x7f, 0, 0, 0, 0, 0, 1, 0, 0] + long)
  }

  @Test("Pings, pongs and closes have their opcodes, and a payload that fits")
  func controls() {
    #expect(Frame.ping.bytes == [0x89, 0] && Frame.ping.isPing && !Frame.ping.isChaser)
    #expect(Frame.chaser.bytes == [0x8a, 0] && Frame.chaser.isChaser && !Frame.chaser.isPing)
    #expect(Frame(pong: [1, 2]).bytes == [0x8a, 2, 1, 2])
    #expect(Frame(close: .normal, reason: "ab").bytes == [0x88, 4, 0x03, 0xe8, 0x61, 0x62])
    #expect(Frame(close: .normal, reason: String(repeating: "é", count: 99)).byteCount == 2 + 124)
  }

  @Test(
    "Each length has the shortest header",
    arguments: [(0, 2), (125, 2), (126, 4), (65_535, 4), (65_536, 10)])
  func headers(count: Int, header: Int) {
    let payload = [UInt8](repeating: 9, count: count)
    let frame = Frame(.binary, payload: payload)
    #expect(frame.byteCount == count + header)
    #expect(Array(frame.payload) == payload)
    #expect(frame.kind == .binary)
  }

  @Test("Batches are whole frames, in order, up to the limit, and at least one")
  func batches() {
    var queue = FrameQueue()
    var scratch: [UInt8] = []
    // With headers: 12, 12, 12, 102, 12 bytes.
    let frames = [10, 10, 10, 100, 10].enumerated().map {
      Frame(binary: [UInt8](repeating: UInt8($0), count: $1))
    }
    for frame in frames { queue.append(frame) }
    #expect(queue.byteCount == 150)
    #expect(queue.takeBatch(limit: 25, scratch: &scratch) == frames[0].bytes + frames[1].bytes)
    #expect(queue.takeBatch(limit: 25, scratch: &scratch) == frames[2].bytes)
    #expect(queue.takeBatch(limit: 25, scratch: &scratch) == frames[3].bytes)
    #expect(queue.byteCount == 12 && !queue.isEmpty)
    #expect(queue.takeBatch(limit: 25, scratch: &scratch) == frames[4].bytes)
    #expect(queue.byteCount == 0 && queue.isEmpty)
  }

  @Test("A queue returns what it was given, however filling and emptying alternate")
  func queue() {
    var queue = FrameQueue()
    var next = 0
    var expected = 0
    for round in 0..<300 {
      for _ in 0..<(round % 7 + round / 50) {
        queue.append(Frame(text: "\(next)"))
        next += 1
      }
      for _ in 0..<(round % 5) where !queue.isEmpty {
        #expect(queue.removeFirst() == Frame(text: "\(expected)"))
        expected += 1
      }
    }
    while !queue.isEmpty {
      #expect(queue.removeFirst() == Frame(text: "\(expected)"))
      expected += 1
    }
    #expect(expected == next && next > 1_000 && queue.byteCount == 0)
  }
}
