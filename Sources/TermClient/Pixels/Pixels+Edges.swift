// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import TerminalUI

// The edges of a face's picture, which lies on paper.

extension Pixels {
  /// Makes each square of `size` pixels one opaque colour, the mean of what is drawn in it, or clear if that
  /// is less than half of it; and outlines pale edges by squares.
  ///
  /// With few colours half-transparent pixels would become specks, and each shade might become another hue. Around the
  /// squares is a margin of one pixel, as in a texture.
  ///
  /// - Parameters:
  ///   - size: a square's side.
  ///   - outline: the colour of outlines.
  ///   - shades: the maximum number of colours; nil for any.
  mutating func settleSquares(of size: Int, outline: RGBA, shades: Int? = nil) {
    var squares = Pixels(width: (width - 2) / size, height: (height - 2) / size)
    for y in 0..<squares.height {
      for x in 0..<squares.width {
        var sum = SIMD4<Float>.zero
        for row in 0..<size {
          for column in 0..<size { sum += self[1 + x * size + column, 1 + y * size + row].floats }
        }
        guard sum.w >= 127.5 * Float(size * size) else { continue }
        squares[x, y] = RGBA(mixed: sum * (255 / sum.w))
      }
    }
    if let shades {
      squares = squares.reduced(to: shades)
      squares.outlinePaleEdges(outline, least: 0.5)
    } else {
      // A line of whole squares is heavy.
      squares.outlinePaleEdges(outline.faded(to: Float(0.5)))
    }
    for y in 0..<(squares.height * size) {
      for x in 0..<(squares.width * size) { self[1 + x, 1 + y] = squares[x / size, y / size] }
    }
  }

  /// Outlines pale edges, which would be invisible on paper: the paler the edge, the stronger the
  /// line; or the whole colour around edges of at least some paleness.
  mutating func outlinePaleEdges(_ color: RGBA, least: Float? = nil) {
    let before = self
    for y in 0..<height {
      for x in 0..<width {
        let own = before[x, y]
        guard own.alpha < 255 else { continue }
        var strength: Float = 0
        for (right, below) in [(-1, 0), (1, 0), (0, -1), (0, 1)]
        where (0..<width).contains(x + right) && (0..<height).contains(y + below) {
          strength = max(strength, before[x + right, y + below].paleness)
        }
        guard strength > (least ?? 0) else { continue }
        self[x, y] = own.over(least == nil ? color.faded(to: strength * 0.8) : color)
      }
    }
  }
}

extension RGBA {
  /// Nearness to white times opacity, 0...1.
  fileprivate var paleness: Float {
    let light = floats.x * 0.2126 + floats.y * 0.7152 + floats.z * 0.0722
    guard alpha > 0 else { return 0 }
    let part = floats.w / 255
    return min(max((light / (255 * part) - 0.55) * 3, 0), 1) * part
  }
}
