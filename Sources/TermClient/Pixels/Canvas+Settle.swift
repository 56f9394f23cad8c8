// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import TerminalUI

// With few colours a mixture of two becomes a third one, such as mauve between red and white, so
// textures have hard edges there.

extension Canvas {
  /// Gives edges between two plain colours one of them, and then each square of `size` pixels the
  /// colour that most of it has.
  ///
  /// Plain colours are those of large parts. The canvas is a texture's, with a margin of one pixel.
  /// Cost: proportional to the pixels and the square of the plain colours.
  mutating func settle(pixels size: Int) {
    let plain = plainColors.map { (color: $0, floats: $0.floats) }
    var settled: [RGBA: RGBA] = [:]
    func settle(_ color: RGBA) -> RGBA {
      if let known = settled[color] { return known }
      let floats = color.floats
      var best = color
      var least = Float.infinity
      for (index, one) in plain.enumerated() {
        for other in plain[(index + 1)...] {
          let (left, right) = (floats.distance(to: one.floats), floats.distance(to: other.floats))
          let detour = left + right - one.floats.distance(to: other.floats)
          guard detour < 8, min(left, right) < least else { continue }
          (best, least) = (left < right ? one.color : other.color, min(left, right))
        }
      }
      settled[color] = best
      return best
    }
    for top in stride(from: 1, to: pixels.height - size, by: size) {
      for left in stride(from: 1, to: pixels.width - size, by: size) {
        var counts: [RGBA: Int] = [:]
        var best = RGBA.clear
        for y in top..<(top + size) {
          for x in left..<(left + size) {
            let color = settle(pixels[x, y])
            counts[color, default: 0] += 1
            if counts[color, default: 0] > counts[best, default: 0] { best = color }
          }
        }
        for y in top..<(top + size) {
          for x in left..<(left + size) { pixels[x, y] = best }
        }
      }
    }
  }

  /// The opaque colours of at least a thirtieth of all pixels.
  private var plainColors: [RGBA] {
    var counts: [RGBA: Int] = [:]
    for color in pixels.colors where color.alpha == 255 { counts[color, default: 0] += 1 }
    return counts.filter { $0.value * 30 >= pixels.colors.count }.keys
      .sorted { ($0.lanes.x, $0.lanes.y, $0.lanes.z) < ($1.lanes.x, $1.lanes.y, $1.lanes.z) }
  }
}

extension SIMD4<Float> {
  fileprivate func distance(to other: SIMD4<Float>) -> Float {
    let difference = self - other
    return (difference * difference).sum().squareRoot()
  }
}
