// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

extension Double {
  /// Whether this is `expected` within `tolerance`: of it above 1, absolutely below.
  func meets(_ expected: Double, within tolerance: Double = 1e-9) -> Bool {
    (self - expected).magnitude <= tolerance * max(1, expected.magnitude)
  }
}
