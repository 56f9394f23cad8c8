// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Testing

@testable import LibWebSockets

@Suite("The inspector of frames", .timeLimit(.minutes(1)))
struct FrameInspectorTests {
  /// Frames of all kinds and lengths, in order.
  private static let stream =
    RawClient.frame(0x1, Array("whole".utf8)) + RawClient.frame(0x9, [])
    + RawClient.frame(0x2, [UInt8](repeating: 1, count: 300), isFinal: false)
    + RawClient.frame(0xa, [1, 2]) + RawClient.frame(0x0, [])
    + [0x82, 0xff, 0, 0, 0, 0, 0, 0, 0, 3, 1, 2, 3, 4, 9, 9, 9]

  @Test("finds nothing wrong, and nothing under way at the end, however the stream is cut")
  func cuts() {
    for size in 1...Self.stream.count {
      var inspector = FrameInspector(position: 100)
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
    var inspector = FrameInspector(position: 0)
    for end in 1...Self.stream.count {
      let start = max(0, end - 20)
      #expect(inspector.see(Self.stream[start..<end], at: UInt64(start)) == .inOrder)
    }
    #expect(!inspector.isUnderWay && !inspector.isLost)
  }

  @Test(
    "knows that something is under way",
    arguments: [
      [0x81], [0x81, 0x85], [0x81, 0xfe, 1], [0x89, 0x82, 1, 2, 3, 4, 5],
      RawClient.frame(0x1, [1], isFinal: false),
      RawClient.frame(0x1, [1], isFinal: false) + RawClient.frame(0x9, []),
    ] as [[UInt8]])
  func underWay(bytes: [UInt8]) {
    var inspector = FrameInspector(position: 0)
    #expect(inspector.see(bytes, at: 0) == .inOrder)
    #expect(inspector.isUnderWay)
  }

  @Test("finds a frame without a mask, behind others and whatever its length")
  func unmasked() {
    for head: [UInt8] in [[0x81, 0x05], [0x82, 0x7e, 0, 200], [0x88, 0x00]] {
      var inspector = FrameInspector(position: 0)
      #expect(inspector.see(Self.stream + head, at: 0) == .unmasked)
    }
  }

  @Test("keeps its place when bytes of a payload were missed, and is lost after any others")
  func missed() {
    let long = RawClient.frame(0x2, [UInt8](repeating: 1, count: 300))
    var inspector = FrameInspector(position: 0)
    #expect(inspector.see(long[..<20], at: 0) == .inOrder)
    #expect(inspector.see(long[200...] + [0x81, 0x05], at: 200) == .unmasked)
    inspector = FrameInspector(position: 0)
    #expect(inspector.see(long[..<20], at: 0) == .inOrder)
    #expect(inspector.see([0x81, 0x05], at: 400) == .inOrder)
    #expect(inspector.isLost && !inspector.isUnderWay)
  }
}
