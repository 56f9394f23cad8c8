// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

// Shapes are signed distance functions (Quilez, "2D distance functions"). The distance of a pixel
// from an edge, divided by the pixel's size in that direction, gives its coverage.

/// A rectangle with round corners, in units.
package struct RoundedBox: Hashable, Sendable {
  /// The horizontal position of its centre.
  package var x: Float
  /// The vertical position of its centre, downwards.
  package var y: Float
  /// Its width.
  package var width: Float
  /// Its height.
  package var height: Float
  /// The radius of its corners.
  package var radius: Float

  /// A rectangle around a point.
  package init(x: Float, y: Float, width: Float, height: Float, radius: Float) {
    self.x = x
    self.y = y
    self.width = width
    self.height = height
    self.radius = radius
  }

  /// The box inset on each side.
  package func inset(by inset: Float) -> RoundedBox { self.inset(across: inset, down: inset) }

  /// The box inset by `across` on the left and right, and by `down` above and below.
  package func inset(across: Float, down: Float) -> RoundedBox {
    RoundedBox(
      x: x, y: y, width: width - 2 * across, height: height - 2 * down,
      radius: max(radius - max(across, down), 0))
  }

  /// Cuts `length` units off its lower side.
  package mutating func cutBelow(by length: Float) {
    y -= length / 2
    height -= length
  }

  /// Left, top, right and bottom, extended by a margin.
  package func box(margin: Float = 0) -> SIMD4<Float> {
    SIMD4(
      x - width / 2 - margin, y - height / 2 - margin, x + width / 2 + margin,
      y + height / 2 + margin)
  }

  /// The signed distance of a point, negative inside, and its gradient.
  @inlinable @inline(__always)
  package func distance(x placeX: Float, y placeY: Float) -> (Float, across: Float, down: Float) {
    let right = abs(placeX - x) - width / 2 + radius
    let below = abs(placeY - y) - height / 2 + radius
    if right > 0, below > 0 {
      let length = sqrtf(right * right + below * below)
      return (length - radius, right / length, below / length)
    }
    return right > below ? (right - radius, 1, 0) : (below - radius, 0, 1)
  }
}

/// Computes the coverage of pixels by shapes.
package struct Coverage: Hashable, Sendable {
  /// Pixels per unit, horizontally.
  package let across: Float
  /// Pixels per unit, vertically.
  package let down: Float

  /// The coverage, 0...1, of a pixel `distance` units outside an edge that faces in a direction.
  @inlinable @inline(__always)
  package func callAsFunction(_ distance: Float, across faceX: Float, down faceY: Float) -> Float {
    let size = abs(faceX) / across + abs(faceY) / down
    return min(max(0.5 - distance / size, 0), 1)
  }
}

extension Canvas {
  /// The coverage for this canvas's pixels.
  package var coverage: Coverage { Coverage(across: across, down: down) }

  /// Fills a rounded rectangle.
  package mutating func fill(_ shape: RoundedBox, _ color: RGBA) {
    let coverage = coverage
    draw(in: shape.box(margin: 1)) { x, y in
      let (distance, faceX, faceY) = shape.distance(x: x, y: y)
      return color.faded(to: coverage(distance, across: faceX, down: faceY))
    }
  }

  /// Fills a sector of a ring, clockwise from 12 o'clock; a pie if the inner radius is 0.
  ///
  /// - Parameters:
  ///   - x: the horizontal position of its centre, in units.
  ///   - y: the vertical position of its centre.
  ///   - radii: the inner and the outer radius.
  ///   - share: the fraction of the turn to fill, clamped to 0...1.
  ///   - color: the colour.
  ///   - box: the clipping box (left, top, right, bottom); nil for none.
  package mutating func fillArc(
    x: Float, y: Float, radii: ClosedRange<Float>, share: Float, _ color: RGBA,
    in box: SIMD4<Float>? = nil
  ) {
    guard share > 0 else { return }
    let coverage = coverage
    // Blocks are large: half of a colour would show as a stray one beside a ring's edge.
    let isWhole = radii.lowerBound > 0 && isOfBlocks
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
      if share < 1, covered > 0 {
        // The sector lies right of the ray at 12 o'clock and left of the ray at its end: both must
        // hold up to half a turn, one of them beyond it.
        let start = coverage(-right, across: 1, down: 0)
        let end = coverage(
          right * endCosine + below * endSine, across: endCosine, down: endSine)
        covered *= share <= 0.5 ? min(start, end) : max(start, end)
      }
      return color.faded(to: isWhole ? covered.rounded() : covered)
    }
  }

  /// Fills the canvas with lit felt: brightest above the middle, darker towards the corners.
  ///
  /// - Parameters:
  ///   - lit: the brightest colour.
  ///   - dark: the darkest.
  ///   - cellHeight: if given, each cell of that height has one colour out of a few, too similar to
  ///     tell apart, which saves bytes.
  package mutating func fillFelt(lit: RGBA, dark: RGBA, inCellsOf cellHeight: Float? = nil) {
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

  /// Fills the frame between two rectangles, with a glow that fades outwards.
  ///
  /// Without anti-aliasing, like the edges of cards, so that the two fit together.
  package mutating func drawFrame(
    _ outer: RoundedBox, _ inner: RoundedBox, glow: Float, _ color: RGBA
  ) {
    draw(in: outer.box(margin: max(glow, 1))) { x, y in
      let outside = outer.distance(x: x, y: y).0
      if outside > 0 {
        let light = glow > 0 ? max(1 - outside / glow, 0) : 0
        return color.faded(to: light * light * 0.45)
      }
      return inner.distance(x: x, y: y).0 > 0 ? color : .clear
    }
  }

  /// Draws the shadow of a rounded rectangle that lies on the table, on a canvas of large pixels.
  ///
  /// Whole pixels in one shade, because the shades of a soft edge would look ragged.
  package mutating func drawHardShadow(width: Float, height: Float, radius: Float, _ pose: Pose) {
    let (right, below) = (
      max((0.5 * across).rounded(), 1) / across, max((0.5 * down).rounded(), 1) / down
    )
    let shape = RoundedBox(
      x: pose.x + right, y: pose.y + below, width: width, height: height, radius: radius)
    draw(in: shape.box()) { x, y in
      shape.distance(x: x, y: y).0 > 0 ? .clear : RGBA(0x04100f, alpha: 0.28)
    }
  }

  /// Draws the soft shadow of a rounded rectangle in a pose: the higher it is held, the softer and
  /// further away.
  package mutating func drawShadow(width: Float, height: Float, radius: Float, _ pose: Pose) {
    let cast = pose.shadow
    guard let inverse = cast.inverse(width: width, height: height) else { return }
    let softness = pose.shadowSoftness
    let strength = 0.5 - pose.lift * 0.12
    let shape = RoundedBox(x: 0, y: 0, width: width, height: height, radius: radius)
    // Pixels below the rectangle need no shading; computed for straight poses only.
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
  /// The pose of its shadow: the higher it is held, the further away.
  package var shadow: Pose {
    var cast = self
    cast.x += 0.22 + lift * 1.1
    cast.y += 0.42 + lift * 1.5
    return cast
  }

  /// The width of its shadow's soft edge, in units.
  package var shadowSoftness: Float { 0.75 + lift * 1.6 }
}
