// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

// A threshold on ordered luminance would look at five splits of a cell instead of all thirty-one,
// but red cards on green felt are of one luminance: their edges need the others. Gray code makes
// each split one addition away from the one before.

/// The best picture of six pixels in two colours: the split with the least squared error.
struct TwoColours: Hashable, Sendable {
  /// The pieces in the foreground, bit 0 the upper left one, bit 1 the upper right; 0 for a cell of
  /// one colour.
  let mask: Int
  /// The mean colour of the pieces in the mask.
  let foreground: Colour
  /// The mean colour of the others.
  let background: Colour

  /// A cell whose colours differ by no more than this is drawn in one; nobody sees the difference,
  /// and most cells of a frame are like that.
  static let flatness: UInt8 = 3
  /// The same where something moves, and nobody looks that closely.
  static let coarseFlatness: UInt8 = 14

  /// The best split of the two by three pixels from `corner`, in rows of `stride`; one colour where
  /// they differ by no more than `flatness`.
  init(
    _ colours: UnsafeBufferPointer<RGBA>, corner: Int, stride: Int,
    flatness: UInt8 = TwoColours.flatness
  ) {
    let (a, b) = (colours[corner].lanes, colours[corner + 1].lanes)
    let (c, d) = (colours[corner + stride].lanes, colours[corner + stride + 1].lanes)
    let (e, f) = (colours[corner + 2 * stride].lanes, colours[corner + 2 * stride + 1].lanes)
    let least = pointwiseMin(
      pointwiseMin(pointwiseMin(a, b), pointwiseMin(c, d)), pointwiseMin(e, f))
    let most = pointwiseMax(
      pointwiseMax(pointwiseMax(a, b), pointwiseMax(c, d)), pointwiseMax(e, f))
    var total = SIMD4<Int32>(truncatingIfNeeded: a) &+ SIMD4<Int32>(truncatingIfNeeded: b)
    total &+= SIMD4<Int32>(truncatingIfNeeded: c) &+ SIMD4<Int32>(truncatingIfNeeded: d)
    total &+= SIMD4<Int32>(truncatingIfNeeded: e) &+ SIMD4<Int32>(truncatingIfNeeded: f)
    total.w = 0
    if (most &- least).max() <= flatness {
      mask = 0
      background = Self.mean(total, 6)
      foreground = background
      return
    }
    var (best, bestGain, bestSum) = (0, Int32.min, SIMD4<Int32>.zero)
    var (split, sum) = (0, SIMD4<Int32>.zero)
    for step in 1..<32 {
      // The last piece always stays behind, or each split would come twice.
      let bit = step.trailingZeroBitCount
      let piece =
        switch bit {
        case 0: a
        case 1: b
        case 2: c
        case 3: d
        default: e
        }
      split ^= 1 << bit
      var value = SIMD4<Int32>(truncatingIfNeeded: piece)
      value.w = 0
      sum = split & 1 << bit != 0 ? sum &+ value : sum &- value
      let count = split.nonzeroBitCount
      let rest = total &- sum
      // The squared error is the pixels' own squares less this; sixty is divided by 1...6.
      let gain =
        (sum &* sum).wrappedSum() &* Int32(60 / count)
        &+ (rest &* rest).wrappedSum() &* Int32(60 / (6 - count))
      if gain > bestGain { (best, bestGain, bestSum) = (split, gain, sum) }
    }
    mask = best
    foreground = Self.mean(bestSum, Int32(best.nonzeroBitCount))
    background = Self.mean(total &- bestSum, Int32(6 - best.nonzeroBitCount))
  }

  private static func mean(_ sum: SIMD4<Int32>, _ count: Int32) -> Colour {
    let mean = (sum &* 2 &+ count) / SIMD4(repeating: 2 * count)
    return Colour(UInt32(mean.x) << 16 | UInt32(mean.y) << 8 | UInt32(mean.z))
  }
}
