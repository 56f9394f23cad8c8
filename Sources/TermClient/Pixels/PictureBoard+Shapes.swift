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
      height: unitHeight + 2 * grown.y, radius: isRound ? max(cardRadius + grown.x, 0) : 0)
  }

  private var cardRadius: Float { CardArt.radius(width: unitWidth) }

  /// Whether a card's corners are cut by a whole pixel: a frame around square ones is square too.
  private var isRound: Bool {
    let (across, down) = (cardRadius - 0.5 / across, cardRadius - 0.5 / down)
    return (across * across + down * down).squareRoot() > cardRadius + 0.1
  }

  /// The size of a flying number in units, without its shadow.
  func numberSize(_ number: Int) -> SIMD2<Float> {
    let height = PictureTextures.numberHeight(cardHeight: unitHeight)
    return ScoreArt.extent(of: number, height: height)
  }
}
