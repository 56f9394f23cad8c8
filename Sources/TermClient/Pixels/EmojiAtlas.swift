// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

internal import CEmojiAtlas
import MatchUI
import TerminalUI

/// The emoji of all faces, in two sizes; Tools/bake-emoji.py renders them from Noto Color Emoji.
///
/// Decoded on first use, which takes a moment; the pictures then occupy 1.7 MB.
struct EmojiAtlas: Sendable {
  /// The picture sizes.
  enum Size: CaseIterable, Sendable {
    /// 36 by 32 pixels.
    case large
    /// 18 by 16 pixels.
    case small

    /// Pixels across.
    var width: Int { self == .large ? 36 : 18 }
    /// Rows of pixels.
    var height: Int { self == .large ? 32 : 16 }
  }

  /// The embedded atlas.
  static let standard = EmojiAtlas(
    names: ThemeFaces.standard.pictures,
    large: Pixels(
      qoi: UnsafeBufferPointer(start: cemoji_large(), count: Int(cemoji_large_size()))),
    small: Pixels(
      qoi: UnsafeBufferPointer(start: cemoji_small(), count: Int(cemoji_small_size()))))

  private let indices: [String: Int]
  private let sheets: (large: Pixels, small: Pixels)

  /// An atlas from sheets that have the pictures of `names` one below the other; traps unless the
  /// sizes match.
  init(names: [String], large: Pixels, small: Pixels) {
    for (size, sheet) in zip([Size.large, .small], [large, small]) {
      precondition(
        sheet.width == size.width && sheet.height == size.height * names.count,
        "An emoji atlas of \(sheet.width) by \(sheet.height) does not hold \(names.count) pictures;"
          + " bake it again.")
    }
    indices = Dictionary(uniqueKeysWithValues: names.enumerated().map { ($1, $0) })
    sheets = (large, small)
  }

  /// An emoji's picture; nil if no theme uses it.
  func picture(_ emoji: String, _ size: Size) -> Pixels? {
    guard let index = indices[emoji] else { return nil }
    let sheet = size == .large ? sheets.large : sheets.small
    return sheet.rows((index * size.height)..<((index + 1) * size.height))
  }
}
