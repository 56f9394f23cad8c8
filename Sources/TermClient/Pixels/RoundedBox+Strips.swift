// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import TerminalUI

// The edge of a card around its paper.

extension RoundedBox {
  /// The part outside an inner box as strips: left, right, top and bottom, as thick as the inner
  /// box's corner radius requires.
  func strips(around inner: RoundedBox) -> [SIMD4<Float>] {
    let (own, other) = (box(), inner.box(margin: -inner.radius))
    return [
      SIMD4(own.x, own.y, other.x, own.w), SIMD4(other.z, own.y, own.z, own.w),
      SIMD4(other.x, own.y, other.z, other.y), SIMD4(other.x, other.w, other.z, own.w),
    ]
  }

  /// The box without round corners.
  var square: RoundedBox {
    RoundedBox(x: x, y: y, width: width, height: height, radius: 0)
  }
}
