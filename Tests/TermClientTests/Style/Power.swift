// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Foundation

/// Powers, for tests of colours.
enum Power {
  /// `base` to the power of `exponent`.
  static func of(_ base: Double, _ exponent: Double) -> Double { pow(base, exponent) }
}
