// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import TerminalUI
import Testing

@testable import MatchUI
@testable import TermClient

@Suite("The emoji atlas", .timeLimit(.minutes(1)))
struct EmojiAtlasTests {
  @Test("Every face has its own picture, premultiplied", arguments: EmojiAtlas.Size.allCases)
  func complete(size: EmojiAtlas.Size) throws {
    var pictures: Set<Pixels> = []
    for emoji in ThemeFaces.standard.pictures {
      let picture = try #require(EmojiAtlas.standard.picture(emoji, size), "\(emoji)")
      #expect(picture.width == size.width && picture.height == size.height)
      let covered = picture.colors.count { $0.alpha > 127 }
      #expect(covered > picture.colors.count / 8, "\(emoji)")
      #expect(
        picture.colors.allSatisfy { max($0.lanes.x, $0.lanes.y, $0.lanes.z) <= $0.alpha },
        "\(emoji)")
      pictures.insert(picture)
    }
    #expect(pictures.count == ThemeFaces.standard.pictures.count)
  }

  @Test("An emoji of no theme has no picture")
  func missing() {
    #expect(EmojiAtlas.standard.picture("x", .large) == nil)
  }

  @Test("A QOI image is read, each kind of chunk")
  func qoi() {
    let head: [UInt8] = Array("qoif".utf8) + [0, 0, 0, 4, 0, 0, 0, 2, 4, 0]
    let chunks: [[UInt8]] = [
      [0xfe, 10, 20, 30],  // Red, green and blue,
      [0xff, 1, 2, 3, 4],  // and alpha.
      [0x74],  // Steps of 1, -1 and -2.
      [0xa5, 0x97],  // 5 in green, one more in red, one less in blue.
      [0xc1],  // Twice more.
      [0x09],  // The first again: 30 + 100 + 210 + 2805, modulo 64.
      [0xc0],  // Once more.
      [0, 0, 0, 0, 0, 0, 0, 1],
    ]
    let bytes = head + chunks.joined()
    let expected: [SIMD4<UInt8>] = [
      SIMD4(10, 20, 30, 255), SIMD4(1, 2, 3, 4), SIMD4(2, 1, 1, 4), SIMD4(8, 6, 5, 4),
      SIMD4(8, 6, 5, 4), SIMD4(8, 6, 5, 4), SIMD4(10, 20, 30, 255), SIMD4(10, 20, 30, 255),
    ]
    let image = bytes.withUnsafeBufferPointer { Pixels(qoi: $0) }
    #expect(image == Pixels(width: 4, height: 2, colors: expected.map { RGBA(lanes: $0) }))
  }
}
