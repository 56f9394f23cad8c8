// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Testing

@testable import LibWebSockets

@Suite("Frame inspector", .timeLimit(.minutes(1)))
struct FrameInspectorTests {
  /// Frames of all kinds and lengths, in order.
  private static let stream =
    RawClient.frame(0x1, Array("whole".utf8)) + RawClient.frame(0x9, [])
    + RawClient.frame(0x2, [UInt8](repeating: 1, count: 300), isFinal: false)
    + RawClient.frame(0xa, [1, 2]) + RawClient.frame(0x0, [])

  @Test("finds no violation, and nothing in progress at the end, however the stream is cut")
  func cuts() {
    for size in 1...Self.stream.count {
      var inspector = FrameInspector(position: 100, maximumMessageBytes: .max)
      for start in stride(from: 0, to: Self.stream.count, by: size) {
        let piece = Self.stream[start..<min(start + size, Self.stream.count)]
        #expect(inspector.see(piece, at: UInt64(100 + start)) == .inOrder)
      }
      #expect(!inspector.isUnderWay && !inspector.isLost)
      #expect(inspector.position == UInt64(100 + Self.stream.count))
    }
  }

  @Test("sees the same bytes twice without harm")
  func overlap() {
    var inspector = FrameInspector(position: 0, maximumMessageBytes: .max)
    for end in 1...Self.stream.count {
      let start = max(0, end - 20)
      #expect(inspector.see(Self.stream[start..<end], at: UInt64(start)) == .inOrder)
    }
    #expect(!inspector.isUnderWay && !inspector.isLost)
  }

  @Test(
    "knows that a frame or message is in progress",
    arguments: [
      [0x81], [0x81, 0x85], [0x81, 0xfe, 1], [0x89, 0x82, 1, 2, 3, 4, 5],
      RawClient.frame(0x1, [1], isFinal: false),
      RawClient.frame(0x1, [1], isFinal: false) + RawClient.frame(0x9, []),
    ] as [[UInt8]])
  func underWay(bytes: [UInt8]) {
    var inspector = FrameInspector(position: 0, maximumMessageBytes: .max)
    #expect(inspector.see(bytes, at: 0) == .inOrder)
    #expect(inspector.isUnderWay)
  }

  @Test("finds an unmasked frame, after others and of any length")
  func unmasked() {
    for head: [UInt8] in [[0x81, 0x05], [0x82, 0x7e, 0, 200], [0x88, 0x00]] {
      var inspector = FrameInspector(position: 0, maximumMessageBytes: .max)
      #expect(inspector.see(Self.stream + head, at: 0) == .unmasked)
    }
  }

  @Test("finds a length in more bytes than needed")
  func badLength() {
    let mask: [UInt8] = [1, 2, 3, 4]
    let (least, most) = ([0x82, 0xfe, 0, 126] + mask, [0x82, 0xfe, 0xff, 0xff] + mask)
    let long = [0x82, 0xff, 0, 0, 0, 0, 0, 1, 0, 0] + mask
    let longest = [0x82, 0xff, 0x7f] + [UInt8](repeating: 0xff, count: 7) + mask
    for head in [least, most, long, longest] {
      var inspector = FrameInspector(position: 0, maximumMessageBytes: .max)
      #expect(inspector.see(head, at: 0) == .inOrder)
    }
    for head in [
      [0x82, 0xfe, 0, 0] + mask, [0x82, 0xfe, 0, 125] + mask,
      [0x82, 0xff, 0, 0, 0, 0, 0, 0, 0xff, 0xff] + mask,
    ] {
      var inspector = FrameInspector(position: 0, maximumMessageBytes: .max)
      #expect(inspector.see(Self.stream + head, at: 0) == .badLength)
    }
  }

  @Test("finds what libwebsockets disconnects on, no later than at the byte that shows it")
  func silentEnds() {
    let heads: [([UInt8], FrameInspector.Finding)] = [
      ([0x89, 0xfe], .oversizedControl), ([0x8a, 0xff], .oversizedControl),
      ([0x88, 0x7e], .oversizedControl), ([0x82, 0xff, 0x80], .impossibleLength),
    ]
    for (head, finding) in heads {
      var inspector = FrameInspector(position: 0, maximumMessageBytes: .max)
      let last = Self.stream.count + head.count - 1
      #expect(inspector.see((Self.stream + head)[..<last], at: 0) == .inOrder)
      #expect(inspector.see(head.suffix(1), at: UInt64(last)) == finding)
      #expect(inspector.see([1, 2, 3], at: UInt64(last + 1)) == .inOrder, "It is reported once.")
    }
  }

  @Test("finds a message that is declared too big before its payload arrives")
  func tooBig() {
    let mask: [UInt8] = [1, 2, 3, 4]
    func finding(_ bytes: [UInt8]) -> FrameInspector.Finding {
      var inspector = FrameInspector(position: 0, maximumMessageBytes: 200)
      return inspector.see(bytes, at: 0)
    }
    let first = RawClient.frame(0x2, [UInt8](repeating: 1, count: 150), isFinal: false)
    #expect(finding([0x82, 0xfe, 0, 200] + mask) == .inOrder)
    #expect(finding([0x82, 0xfe, 0, 201] + mask) == .tooBig)
    #expect(finding([0x82, 0xff, 0, 0, 0, 0, 0x40, 0, 0, 0] + mask) == .tooBig)
    #expect(finding([0x82, 0xff, 0x7f] + [UInt8](repeating: 0xff, count: 7) + mask) == .tooBig)
    #expect(finding(first + RawClient.frame(0x9, [UInt8](repeating: 2, count: 125))) == .inOrder)
    #expect(finding(first + [0x80, 0x80 | 50] + mask) == .inOrder)
    #expect(finding(first + [0x80, 0x80 | 51] + mask) == .tooBig)
    let whole = RawClient.frame(0x2, [UInt8](repeating: 1, count: 150))
    #expect(finding(whole + whole + first + RawClient.frame(0x0, [3]) + whole) == .inOrder)
  }

  @Test("keeps its place when payload bytes were missed, and is lost after others")
  func missed() {
    let long = RawClient.frame(0x2, [UInt8](repeating: 1, count: 300))
    var inspector = FrameInspector(position: 0, maximumMessageBytes: .max)
    #expect(inspector.see(long[..<20], at: 0) == .inOrder)
    #expect(inspector.see(long[200...] + [0x81, 0x05], at: 200) == .unmasked)
    inspector = FrameInspector(position: 0, maximumMessageBytes: .max)
    #expect(inspector.see(long[..<20], at: 0) == .inOrder)
    #expect(inspector.see([0x81, 0x05], at: 400) == .inOrder)
    #expect(inspector.isLost && !inspector.isUnderWay)
  }

  @Test("returns pings with their payloads, however the stream is cut")
  func pings() {
    let stream =
      RawClient.frame(0x9, [1, 2, 3, 4, 5]) + RawClient.frame(0x2, [6], isFinal: false)
      + RawClient.frame(0x9, []) + RawClient.frame(0xa, [7]) + RawClient.frame(0x0, [8])
      + RawClient.frame(0x9, [9])
    for size in 1...stream.count {
      var inspector = FrameInspector(position: 0, maximumMessageBytes: .max)
      var pings: [[UInt8]] = []
      for start in stride(from: 0, to: stream.count, by: size) {
        let piece = stream[start..<min(start + size, stream.count)]
        #expect(inspector.see(piece, at: UInt64(start)) == .inOrder)
        pings += inspector.takePings()
      }
      #expect(pings == [[1, 2, 3, 4, 5], [], [9]])
    }
  }

  @Test("remembers a bounded number of pings, the first and the last among them")
  func manyPings() {
    var inspector = FrameInspector(position: 0, maximumMessageBytes: .max)
    let many = (0..<100).flatMap { RawClient.frame(0x9, [$0]) }
    #expect(inspector.see(many, at: 0) == .inOrder)
    #expect(inspector.takePings().map { $0[0] } == Array(0..<15) + [99])
    #expect(inspector.takePings().isEmpty)
  }

  @Test("does not invent a ping of which it has missed a part")
  func missedPing() {
    let ping = RawClient.frame(0x9, [UInt8](repeating: 1, count: 20))
    var inspector = FrameInspector(position: 0, maximumMessageBytes: .max)
    #expect(inspector.see(ping[..<10], at: 0) == .inOrder)
    #expect(inspector.see(ping[20...], at: 20) == .inOrder)
    #expect(inspector.takePings().isEmpty && !inspector.isUnderWay && !inspector.isLost)
  }

  @Test("distinguishes the message in progress from an earlier one")
  func rest() {
    var inspector = FrameInspector(position: 0, maximumMessageBytes: .max)
    let message = RawClient.frame(0x1, [1, 2, 3])
    #expect(inspector.see(message[..<3], at: 0) == .inOrder && inspector.isUnderWay)
    #expect(inspector.see(message[3..<5], at: 3) == .inOrder && !inspector.hasRested)
    #expect(inspector.see(message[5...] + message[..<3], at: 5) == .inOrder)
    #expect(inspector.hasRested && inspector.isUnderWay)
  }
}
