// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

internal import CEmojiAtlas
import MatchUI
import TerminalUI

/// The emoji of all faces, in three sizes; Tools/bake-emoji.py renders them from Noto Color Emoji.
///
/// Decoded on first use, which takes a moment; the pictures then occupy 1.7 MB, and 5.5 MB more once
/// the finest are used.
struct EmojiAtlas: Sendable {
  /// The picture sizes.
  enum Size: CaseIterable, Sendable {
    /// 72 by 64 pixels, for a terminal's real pixels.
    case fine
    /// 36 by 32 pixels.
    case large
    /// 18 by 16 pixels.
    case small

    /// Pixels across.
    var width: Int {
      switch self {
      case .fine: 72
      case .large: 36
      case .small: 18
      }
    }
    /// Rows of pixels.
    var height: Int { width / 9 * 8 }
  }

  /// A picture's width over its height.
  static let ratio: Float = 9 / 8

  /// The embedded atlas.
  static let standard = EmojiAtlas(
    names: ThemeFaces.standard.pictures,
    large: Pixels(
      qoi: UnsafeBufferPointer(start: cemoji_large(), count: Int(cemoji_large_size()))),
    small: Pixels(
      qoi: UnsafeBufferPointer(start: cemoji_small(), count: Int(cemoji_small_size()))))

  /// The embedded pictures in the finest size, which many terminals never need.
  private static let fine = checked(
    Pixels(qoi: UnsafeBufferPointer(start: cemoji_fine(), count: Int(cemoji_fine_size()))),
    .fine, count: ThemeFaces.standard.pictures.count)

  private let indices: [String: Int]
  private let sheets: (large: Pixels, small: Pixels)

  /// An atlas from sheets that have the pictures of `names` one below the other; traps unless the
  /// sizes match.
  private init(names: [String], large: Pixels, small: Pixels) {
    sheets = (
      Self.checked(large, .large, count: names.count),
      Self.checked(small, .small, count: names.count)
    )
    indices = Dictionary(uniqueKeysWithValues: names.enumerated().map { ($1, $0) })
  }

  private static func checked(_ sheet: Pixels, _ size: Size, count: Int) -> Pixels {
    precondition(
      sheet.width == size.width && sheet.height == size.height * count,
      "An emoji atlas of \(sheet.width) by \(sheet.height) does not hold \(count) pictures;"
        + " bake it again.")
    return sheet
  }

  /// An emoji's picture; nil if no theme uses it.
  func picture(_ emoji: String, _ size: Size) -> Pixels? {
    guard let index = indices[emoji] else { return nil }
    let sheet =
      switch size {
      case .fine: Self.fine
      case .large: sheets.large
      case .small: sheets.small
      }
    return sheet.rows((index * size.height)..<((index + 1) * size.height))
  }
}

extension Canvas {
  /// Draws a picture scaled into a box (left, top, right, bottom in units) by area averaging with
  /// sixteen samples per pixel: for textures, not for frames.
  mutating func draw(_ picture: Pixels, in box: SIMD4<Float>) {
    let scale = (
      Float(picture.width) / (box.z - box.x), Float(picture.height) / (box.w - box.y)
    )
    let (stepX, stepY) = (0.25 / across, 0.25 / down)
    draw(in: box) { x, y in
      var sum = SIMD4<Float>.zero
      for i in 0..<4 {
        for j in 0..<4 {
          let (right, below) = (x + (Float(i) - 1.5) * stepX, y + (Float(j) - 1.5) * stepY)
          sum += picture.sample(x: (right - box.x) * scale.0, y: (below - box.y) * scale.1)
        }
      }
      return RGBA(mixed: sum / 16)
    }
  }
}
