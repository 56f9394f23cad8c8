// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import MatchUI
import TerminalUI

/// The picture on a face.
enum FacePicture: Hashable, Sendable {
  /// An emoji from the atlas.
  case emoji(String)
  /// A drawn shape.
  case shape(ShapeFace)

  /// Whether it is an emoji.
  var isEmoji: Bool { if case .emoji = self { true } else { false } }
}

extension ThemeFace {
  /// The picture drawn in pixels; nil for none.
  var picture: FacePicture? { emoji.map { .emoji($0) } ?? shape.map { .shape($0) } }
}

extension ShapeFace {
  /// The outline's colour, dark enough on white: Okabe and Ito's colours and others.
  var color: UInt32 {
    switch outline {
    case .disc: 0x0072b2
    case .square: 0xb34a00
    case .triangle: 0x00795b
    case .diamond: 0xa83279
    case .star: 0xa07800
    case .heart: 0xc01f36
    case .cross: 0x3b3f46
    case .moon: 0x5b3fa8
    }
  }
}

extension Canvas {
  /// Draws a shape centred on a point.
  ///
  /// - Parameters:
  ///   - shape: the shape.
  ///   - x: the horizontal position of its centre, in units.
  ///   - y: the vertical position of its centre.
  ///   - radius: from its centre to its outermost points, in units.
  ///   - ground: the colour of its unfilled parts.
  mutating func fill(_ shape: ShapeFace, x: Float, y: Float, radius: Float, on ground: RGBA) {
    let coverage = coverage
    let color = RGBA(shape.color)
    let edge = radius * 0.14
    let reach = radius * 1.2
    draw(in: SIMD4(x - reach, y - reach, x + reach, y + reach)) { placeX, placeY in
      let place = SIMD2<Float>(placeX - x, placeY - y) / radius
      let away = shape.outline.distance(to: place) * radius
      let covered = coverage(away, across: 0.707, down: 0.707)
      guard covered > 0 else { return .clear }
      let inside = coverage(away + edge, across: 0.707, down: 0.707)
      let filled: Float =
        switch shape.filling {
        case .solid: 1
        case .hollow: 0
        case .halved: coverage(placeX - x, across: 1, down: 0)
        case .striped:
          coverage(
            abs(place.y * 1.8 - (place.y * 1.8).rounded()) * radius / 1.8 - radius * 0.13,
            across: 0, down: 1)
        }
      return color.mixed(with: ground, inside * (1 - filled)).faded(to: covered)
    }
  }
}
