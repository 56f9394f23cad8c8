// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

/// What is drawn on a face.
enum FacePicture: Hashable, Sendable {
  /// A picture of the atlas.
  case emoji(String)
  /// A shape of our own.
  case shape(ShapeFace)
}

/// One of thirty-two faces that need no font: eight shapes, each filled in four ways.
///
/// Shape and filling tell them apart; the colour, one for each shape, only helps.
struct ShapeFace: Hashable, Sendable {
  /// The outline.
  enum Outline: String, Hashable, Sendable, CaseIterable {
    case disc
    case square
    case triangle
    case diamond
    case star
    case heart
    case cross
    case moon
  }

  /// How it is filled.
  enum Filling: String, Hashable, Sendable, CaseIterable {
    /// All of it.
    case solid
    /// Along its edge alone.
    case hollow
    /// Its left half, and its edge.
    case halved
    /// In stripes, and its edge.
    case striped
  }

  /// The outline.
  var outline: Outline
  /// How it is filled.
  var filling: Filling

  /// The face that a name such as `hollow star` tells of; nil for any other name.
  init?(named name: String) {
    let words = name.split(separator: " ")
    guard words.count == 2, let filling = Filling(rawValue: String(words[0])),
      let outline = Outline(rawValue: String(words[1]))
    else { return nil }
    self.outline = outline
    self.filling = filling
  }

  /// The colour that helps to tell it, dark enough for white: Okabe and Ito's and others.
  fileprivate var color: UInt32 {
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
  /// Draws a shape around a place.
  ///
  /// - Parameters:
  ///   - shape: which.
  ///   - x: its middle, to the right, in units.
  ///   - y: its middle, downwards.
  ///   - radius: from its middle to its outermost points, in units.
  ///   - ground: what shows where it is not filled.
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
