// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import MatchUI
import TerminalUI

// Outlines on a board.

extension PictureBoard {
  /// A card's outline around `middle`, grown by `pixels` on each side.
  func box(around middle: (x: Float, y: Float), pixels: (x: Int, y: Int)) -> RoundedBox {
    let grown = SIMD2(Float(pixels.x) / across, Float(pixels.y) / down)
    return RoundedBox(
      x: middle.x, y: middle.y, width: unitWidth + 2 * grown.x,
      height: unitHeight + 2 * grown.y, radius: max(CardArt.radius(width: unitWidth) + grown.x, 0))
  }

  /// The size of a flying number in units, without its shadow.
  func numberSize(_ number: Int) -> SIMD2<Float> {
    let height = PictureTextures.numberHeight(cardHeight: unitHeight)
    return ScoreArt.extent(of: number, height: height)
  }
}
