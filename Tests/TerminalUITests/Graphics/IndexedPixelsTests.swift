// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import MatchFixtures
import TerminalFixtures
import Testing

@testable import TerminalUI

/// Smooth colours with a transparent corner, as on a card.
func samplePixels(width: Int, height: Int, seed: UInt64 = 1) -> Pixels {
  var random = SplitMix64(seed: seed)
  var pixels = Pixels(width: width, height: height)
  for y in 0..<height {
    for x in 0..<width {
      let noise = UInt32(random.next() % 3)
      let rgb = UInt32(x * 255 / width) << 16 | UInt32(y * 255 / height) << 8 | 0x40 + noise
      pixels[x, y] = RGBA(rgb, alpha: x + y < 3 ? Float(x + y) / 3 : 1)
    }
  }
  return pixels
}

@Suite("Pictures with a palette, as PNG files and as sixels", .timeLimit(.minutes(1)))
struct IndexedPixelsTests {
  private static func restored(_ picture: IndexedPixels) -> Pixels {
    Pixels(
      width: picture.width, height: picture.height,
      colors: picture.indices.map { picture.palette[Int($0)] })
  }

  private static func distance(_ one: RGBA, _ other: RGBA) -> Float {
    let difference = one.floats - other.floats
    return (difference * difference).sum().squareRoot()
  }

  @Test("Few colours are kept exactly, the most transparent first")
  func exact() {
    var pixels = Pixels(width: 5, height: 3, filledWith: RGBA(0xdd5a45))
    pixels[0, 0] = .clear
    pixels[1, 0] = RGBA(0xa82c34, alpha: 0.5)
    pixels[4, 2] = RGBA(0x102030)
    let picture = IndexedPixels(pixels, colors: 4)
    #expect(Self.restored(picture) == pixels)
    #expect(picture.palette.map(\.alpha) == [0, 128, 255, 255])
  }

  @Test("Many colours are reduced to the limit, each to a near one", arguments: [2, 16, 64, 256])
  func reduced(limit: Int) {
    let pixels = samplePixels(width: 60, height: 90)
    let picture = IndexedPixels(pixels, colors: limit)
    #expect(picture.palette.count == limit)
    #expect(picture.indices.allSatisfy { Int($0) < limit })
    let sum = zip(Self.restored(picture).colors, pixels.colors).reduce(Float(0)) {
      $0 + Self.distance($1.0, $1.1)
    }
    let mean = sum / Float(pixels.colors.count)
    // Twice as fine on each of two axes for four times the colours.
    #expect(mean < 150 / Float(limit).squareRoot(), "\(mean)")
    #expect(IndexedPixels(pixels, colors: limit) == picture)
  }

  @Test("A picture without pixels has no colours")
  func empty() {
    let picture = IndexedPixels(Pixels(width: 0, height: 0), colors: 16)
    #expect(picture.palette.isEmpty && picture.indices.isEmpty)
  }

  @Test("A PNG file shows the picture", arguments: [(1, 1), (7, 3), (60, 90), (300, 2)])
  func png(width: Int, height: Int) throws {
    let picture = IndexedPixels(samplePixels(width: width, height: height), colors: 256)
    let shown = try #require(PictureReader.png(PNG.encoded(picture)))
    #expect(shown.width == width && shown.height == height)
    // What a premultiplied byte loses in the file and back.
    let far = zip(shown.colors, Self.restored(picture).colors).filter { Self.distance($0, $1) > 3 }
    #expect(far.isEmpty, "\(far.prefix(3))")
  }

  @Test(
    "Sixels show the picture, whatever its height",
    arguments: [(1, 1), (7, 6), (60, 91), (300, 13)])
  func sixels(width: Int, height: Int) throws {
    let opaque = Pixels(
      width: width, height: height,
      colors: samplePixels(width: width, height: height).colors.map { $0.over(RGBA(0x2c7466)) })
    let picture = IndexedPixels(opaque, colors: 128)
    let text = String(decoding: Sixel.encoded(picture), as: UTF8.self)
    #expect(text.hasPrefix("\u{1b}P") && text.hasSuffix("\u{1b}\\"))
    let shown = try #require(PictureReader.sixel(String(text.dropFirst(2).dropLast(2))))
    #expect(shown.width == width && shown.height == height)
    // Sixels have colours in percent.
    let far = zip(shown.colors, Self.restored(picture).colors).filter { Self.distance($0, $1) > 4 }
    #expect(far.isEmpty, "\(far.prefix(3))")
  }

  @Test("Runs and empty ends cost few bytes")
  func runs() {
    var pixels = Pixels(width: 200, height: 60, filledWith: RGBA(0xf7f0de))
    #expect(Sixel.encoded(IndexedPixels(pixels, colors: 16)).count < 120)
    for x in 20..<30 { pixels[x, 30] = RGBA(0x0072b2) }
    #expect(Sixel.encoded(IndexedPixels(pixels, colors: 16)).count < 180)
  }
}
