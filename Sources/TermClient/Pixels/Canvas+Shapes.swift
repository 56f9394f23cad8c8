// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

// Shapes are distances (Quilez, "2D distance functions"): how far a place is outside of an edge,
// over the size of a pixel in that direction, is how much of the pixel the shape covers.

/// A rectangle with round corners, in units.
struct RoundedBox: Hashable, Sendable {
  /// Where its middle is, to the right.
  var x: Float
  /// Where its middle is, downwards.
  var y: Float
  /// Its width.
  var width: Float
  /// Its height.
  var height: Float
  /// The radius of its corners.
  var radius: Float

  /// The same, smaller by an inset on each side.
  func inset(by inset: Float) -> RoundedBox { self.inset(across: inset, down: inset) }

  /// The same, smaller by an inset on the left and right, and another above and below.
  func inset(across: Float, down: Float) -> RoundedBox {
    RoundedBox(
      x: x, y: y, width: width - 2 * across, height: height - 2 * down,
      radius: max(radius - max(across, down), 0))
  }

  /// Takes so many units away from its lower side.
  mutating func cutBelow(by length: Float) {
    y -= length / 2
    height -= length
  }

  /// Left, top, right and bottom, grown by a margin.
  func box(margin: Float = 0) -> SIMD4<Float> {
    SIMD4(
      x - width / 2 - margin, y - height / 2 - margin, x + width / 2 + margin,
      y + height / 2 + margin)
  }

  /// How far a place is outside, negative inside, and the direction in which that grows.
  @inline(__always)
  func distance(x placeX: Float, y placeY: Float) -> (Float, across: Float, down: Float) {
    let right = abs(placeX - x) - width / 2 + radius
    let below = abs(placeY - y) - height / 2 + radius
    if right > 0, below > 0 {
      let length = sqrtf(right * right + below * below)
      return (length - radius, right / length, below / length)
    }
    return right > below ? (right - radius, 1, 0) : (below - radius, 0, 1)
  }
}

/// How much of a pixel a shape covers.
struct Coverage: Hashable, Sendable {
  /// Pixels in a unit across.
  let across: Float
  /// Pixels in a unit down.
  let down: Float

  /// Of a pixel whose middle is `distance` units outside of an edge that faces in a direction.
  @inline(__always)
  func callAsFunction(_ distance: Float, across faceX: Float, down faceY: Float) -> Float {
    let size = abs(faceX) / across + abs(faceY) / down
    return min(max(0.5 - distance / size, 0), 1)
  }
}

extension Canvas {
  /// How much of its pixels shapes cover.
  var coverage: Coverage { Coverage(across: across, down: down) }

  /// Fills a rounded rectangle.
  mutating func fill(_ shape: RoundedBox, _ color: RGBA) {
    let coverage = coverage
    draw(in: shape.box(margin: 1)) { x, y in
      let (distance, faceX, faceY) = shape.distance(x: x, y: y)
      return color.faded(to: coverage(distance, across: faceX, down: faceY))
    }
  }

  /// How little of a pixel a ring covers counts as nothing of it: pixels are large.
  private static let trace: Float = 0.3

  /// Fills a circle's ring between two radii, from noon clockwise by a share of the whole turn: a
  /// pie when the inner radius is 0.
  ///
  /// - Parameters:
  ///   - x: where its middle is, to the right, in units.
  ///   - y: where its middle is, downwards.
  ///   - radii: the inner and the outer radius.
  ///   - share: how much of the turn is filled, 0...1; cut to that.
  ///   - color: what it is filled with.
  ///   - box: where it is filled (left, top, right, bottom); nil for all of it.
  mutating func fillArc(
    x: Float, y: Float, radii: ClosedRange<Float>, share: Float, _ color: RGBA,
    in box: SIMD4<Float>? = nil
  ) {
    guard share > 0 else { return }
    let coverage = coverage
    let angle = min(share, 1) * 2 * .pi
    let (endSine, endCosine) = (sinf(angle), cosf(angle))
    let outer = radii.upperBound + 1
    draw(in: box ?? SIMD4(x - outer, y - outer, x + outer, y + outer)) { placeX, placeY in
      let (right, below) = (placeX - x, placeY - y)
      let length = max(sqrtf(right * right + below * below), 0.0001)
      let (faceX, faceY) = (right / length, below / length)
      var covered = coverage(length - radii.upperBound, across: faceX, down: faceY)
      if radii.lowerBound > 0 {
        covered *= coverage(radii.lowerBound - length, across: faceX, down: faceY)
      }
      // A trace of it would be a block of its own beside the edge, and almost all a hole.
      if radii.lowerBound > 0 {
        covered = covered < Self.trace ? 0 : covered > 1 - Self.trace ? 1 : covered
      }
      guard covered > 0, share < 1 else { return color.faded(to: covered) }
      // The wedge lies to the right of the ray at noon and to the left of the ray at the end; both
      // must hold for up to half a turn, one of them beyond it.
      let start = coverage(-right, across: 1, down: 0)
      let end = coverage(
        right * endCosine + below * endSine, across: endCosine, down: endSine)
      return color.faded(to: covered * (share <= 0.5 ? min(start, end) : max(start, end)))
    }
  }

  /// The light on the felt: brightest above the middle, darker towards the corners.
  ///
  /// - Parameters:
  ///   - lit: the brightest colour.
  ///   - dark: the darkest.
  ///   - cellHeight: where it is given, each cell of that height is of one colour out of a few: too
  ///     near to each other to be told apart, and fewer to be sent to a terminal.
  mutating func fillFelt(lit: RGBA, dark: RGBA, inCellsOf cellHeight: Float? = nil) {
    let (middleX, middleY) = (width * 0.47, height * 0.4)
    let (reachX, reachY) = (width * 0.68, height * 0.78)
    draw(in: SIMD4(0, 0, width, height)) { x, y in
      var place = SIMD2(x, y)
      if let cellHeight {
        place = SIMD2(
          x.rounded(.down) + 0.5, ((y / cellHeight).rounded(.down) + 0.5) * cellHeight)
      }
      let (right, below) = ((place.x - middleX) / reachX, (place.y - middleY) / reachY)
      let distance = right * right + below * below
      let share = distance * (1.5 - 0.5 * min(distance, 1))
      return lit.mixed(with: dark, cellHeight == nil ? share : (share * 40).rounded() / 40)
    }
  }

  /// Fills what is between two rectangles, with light around it that fades away outwards.
  ///
  /// A pixel is of the frame or not, as one is of a card or not: the two fit together.
  mutating func drawFrame(_ outer: RoundedBox, _ inner: RoundedBox, glow: Float, _ color: RGBA) {
    draw(in: outer.box(margin: max(glow, 1))) { x, y in
      let outside = outer.distance(x: x, y: y).0
      if outside > 0 {
        let light = glow > 0 ? max(1 - outside / glow, 0) : 0
        return color.faded(to: light * light * 0.45)
      }
      return inner.distance(x: x, y: y).0 > 0 ? color : .clear
    }
  }

  /// The soft shadow of a rounded rectangle held in a pose: further away and softer the higher it
  /// is held.
  mutating func drawShadow(width: Float, height: Float, radius: Float, _ pose: Pose) {
    let cast = pose.shadow
    guard let inverse = cast.inverse(width: width, height: height) else { return }
    let softness = pose.shadowSoftness
    let strength = 0.5 - pose.lift * 0.12
    let shape = RoundedBox(x: 0, y: 0, width: width, height: height, radius: radius)
    // What the thing itself hides need not be shaded; told for one that lies straight.
    let isStraight = pose.isStraight
    let hidden =
      isStraight
      ? RoundedBox(
        x: pose.x, y: pose.y, width: width * pose.scale, height: height * pose.scale, radius: 0
      ).inset(across: radius + 1, down: radius + 1).box() : SIMD4(repeating: 0)
    let box = cast.box(width: width, height: height, margin: softness)
    func shade(_ distance: Float) -> RGBA {
      let inside = min(max(0.5 - distance * pose.scale / (2 * softness), 0), 1)
      guard inside > 0 else { return .clear }
      return RGBA(0x04100f, alpha: strength * inside * inside * (3 - 2 * inside))
    }
    guard isStraight else {
      draw(in: box) { x, y in
        let (u, v) = inverse(x: x, y: y)
        return shade(shape.distance(x: u, y: v).0)
      }
      return
    }
    draw(in: box) { x, y in
      if x > hidden.x, x < hidden.z, y > hidden.y, y < hidden.w { return .clear }
      let (u, v) = (inverse.u.x * x + inverse.u.z, inverse.v.y * y + inverse.v.z)
      return shade(shape.distance(x: u, y: v).0)
    }
  }
}

extension Pose {
  /// Where its shadow falls: further away the higher it is held.
  var shadow: Pose {
    var cast = self
    cast.x += 0.22 + lift * 1.1
    cast.y += 0.42 + lift * 1.5
    return cast
  }

  /// How far the edge of its shadow reaches, in units.
  var shadowSoftness: Float { 0.75 + lift * 1.6 }
}
