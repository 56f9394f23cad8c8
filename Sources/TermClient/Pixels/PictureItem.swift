// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

/// One thing in a picture of the table: two equal ones look the same, so a picture is drawn again
/// only where its things have changed.
struct PictureItem: Hashable, Sendable {
  /// What makes it the same thing from one frame to the next.
  var id: ID
  /// What is drawn over what; of two alike the later one in the list is above.
  var z: Double
  /// What is drawn.
  var shape: Shape
  /// Whether it is on its way, so that nobody sees its colours well enough to miss a few.
  var isMoving = false

  /// What it stands for.
  enum ID: Hashable, Sendable {
    case card(generation: UInt32, slot: Int)
    case deck(Int)
    case cursor
    case mark(place: Int)
    case number(UInt64, slot: Int)
    case plate(Int)
    case ring
  }

  /// What it looks like.
  enum Shape: Hashable, Sendable {
    /// A card with its shadow.
    case card(Side, Pose)
    /// A frame between two rectangles, with a glow of a width in units.
    case frame(RoundedBox, RoundedBox, glow: Float, color: UInt32)
    /// A flying number; its alpha is out of 255.
    case number(Int, Pose, alpha: UInt8)
    /// A ring around a place, with so many of `ringSteps` left in a colour.
    case ring(x: Float, y: Float, radius: Float, width: Float, left: Int, color: UInt32)
    /// A plate for text, with a stripe on its left in the colour of a seat.
    case plate(RoundedBox, color: UInt32, stripe: UInt32?, castsShadow: Bool)
  }

  /// A side of a card.
  enum Side: Hashable, Sendable {
    case back
    /// What is on it, and how much is left of its bonus, in `pieSteps`.
    case face(FacePicture?, pie: Int?, isMatched: Bool)
  }

  /// The steps in which a bonus drains: a pixel or so of a large card's pie.
  static let pieSteps = 72
  /// The steps in which a turn's time drains.
  static let ringSteps = 120
}
