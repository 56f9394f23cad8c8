// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Stage
import TerminalUI

/// A part of a picture of the table: what an item of a display list looks like in pixels.
struct PictureItem: Hashable, Sendable {
  /// The z order; of equal ones the later item is above.
  var z: Double
  /// Its appearance.
  var shape: Shape
  /// Whether it moves, so that it may be drawn with fewer colours.
  var isMoving = false

  /// An item's appearance.
  enum Shape: Hashable, Sendable {
    /// A card with its shadow.
    case card(Side, Pose)
    /// A frame between two rectangles, with a glow; its width is in units.
    case frame(RoundedBox, RoundedBox, glow: Float, color: UInt32)
    /// A flying number, with alpha 0...255.
    case number(Int, Pose, alpha: UInt8)
    /// A ring with `left` of `ringSteps` steps in a colour.
    case ring(x: Float, y: Float, radius: Float, width: Float, left: Int, color: UInt32)
    /// A matched card of some cells, without a shadow, perhaps with a row for its name.
    case trophy(FacePicture?, columns: Int, rows: Int, isNamed: Bool, Pose)
    /// A plate for text, optionally with a seat's coloured stripe on its left.
    case plate(RoundedBox, color: UInt32, stripe: UInt32?, castsShadow: Bool)
  }

  /// A side of a card.
  enum Side: Hashable, Sendable {
    case back
    /// A heat map's mark on a back in real pixels: its rim is wider and in a colour.
    case warmBack(UInt32)
    /// The face, with its remaining bonus in `pieSteps`.
    case face(FacePicture?, pie: Int?, isMatched: Bool)
  }

  /// The steps in which a bonus drains.
  static let pieSteps = MatchDisplayList.bonusSteps
  /// The steps in which a turn's ring drains.
  static let ringSteps = MatchDisplayList.clockSteps
}
