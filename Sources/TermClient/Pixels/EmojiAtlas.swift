// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

internal import CEmojiAtlas

/// The pictures of all faces, in two sizes; Tools/bake-emoji.py draws them from Noto Color Emoji.
///
/// Decoding takes a moment when the atlas is first used; the pictures then take 1.7 MB.
struct EmojiAtlas: Sendable {
  /// How large a picture is in the atlas.
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

  /// The pictures the program carries in itself.
  static let standard = EmojiAtlas(
    names: ThemeFaces.standard.pictures,
    large: Pixels(
      qoi: UnsafeBufferPointer(start: cemoji_large(), count: Int(cemoji_large_size()))),
    small: Pixels(
      qoi: UnsafeBufferPointer(start: cemoji_small(), count: Int(cemoji_small_size()))))

  private let indices: [String: Int]
  private let sheets: (large: Pixels, small: Pixels)

  /// An atlas of sheets with the pictures of `names` one below the other; traps unless each has its
  /// picture.
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

  /// The picture of an emoji; nil for one that no theme has.
  func picture(_ emoji: String, _ size: Size) -> Pixels? {
    guard let index = indices[emoji] else { return nil }
    let sheet = size == .large ? sheets.large : sheets.small
    return sheet.rows((index * size.height)..<((index + 1) * size.height))
  }
}
