// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import TerminalUI

// The edges of a face's picture, which lies on paper.

extension Pixels {
  /// Makes each pixel opaque or clear, whichever it is nearer to.
  mutating func hardenEdges() {
    for y in 0..<height {
      for x in 0..<width {
        let color = self[x, y]
        guard (1..<255).contains(color.alpha) else { continue }
        let scale = 255 / Float(color.alpha)
        self[x, y] = color.alpha < 128 ? .clear : RGBA(mixed: color.floats * scale)
      }
    }
  }

  /// Outlines pale edges, which would be invisible on paper: the paler the edge, the stronger the
  /// line.
  mutating func outlinePaleEdges(_ color: RGBA) {
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
        guard strength > 0 else { continue }
        self[x, y] = own.over(color.faded(to: strength * 0.8))
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
