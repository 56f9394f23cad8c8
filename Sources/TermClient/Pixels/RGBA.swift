// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

/// A colour with true alpha: four bytes, the colours already multiplied by the alpha (Porter and
/// Duff, "Compositing Digital Images", 1984).
///
/// No colour exceeds the alpha; with that, compositing never overflows a byte.
struct RGBA: Hashable, Sendable {
  /// Red, green, blue and alpha.
  var lanes: SIMD4<UInt8>

  /// Nothing at all.
  static let clear = RGBA(lanes: .zero)

  /// Bytes that are premultiplied already.
  init(lanes: SIMD4<UInt8>) {
    self.lanes = lanes
  }

  /// The colour `0xRRGGBB`, covering `alpha` (0...1) of what is below.
  @inline(__always)
  init(_ rgb: UInt32, alpha: Float = 1) {
    let colors = SIMD4<Float>(
      Float(rgb >> 16 & 0xff), Float(rgb >> 8 & 0xff), Float(rgb & 0xff), 255)
    self.init(mixed: colors * min(max(alpha, 0), 1))
  }

  /// Premultiplied bytes from a mixture of them, 0...255 each.
  @inline(__always)
  init(mixed: SIMD4<Float>) {
    // Lane by lane: the vectors' own conversion is a slow call in the library.
    let rounded = mixed + 0.5
    lanes = SIMD4(
      UInt8(truncatingIfNeeded: Int32(rounded.x)), UInt8(truncatingIfNeeded: Int32(rounded.y)),
      UInt8(truncatingIfNeeded: Int32(rounded.z)), UInt8(truncatingIfNeeded: Int32(rounded.w)))
  }

  /// The bytes as numbers, to be mixed.
  var floats: SIMD4<Float> {
    SIMD4(Float(lanes.x), Float(lanes.y), Float(lanes.z), Float(lanes.w))
  }

  /// How much it covers: 0 nothing, 255 all.
  var alpha: UInt8 { lanes.w }

  /// Its red, green and blue as a terminal takes them, for a pixel that covers all.
  var color: Color {
    Color(UInt32(lanes.x) << 16 | UInt32(lanes.y) << 8 | UInt32(lanes.z))
  }

  /// This colour over another one.
  @inline(__always)
  func over(_ below: RGBA) -> RGBA {
    if alpha == 255 { return self }
    if alpha == 0 { return below }
    return RGBA(lanes: lanes &+ below.faded(to: 255 - alpha).lanes)
  }

  /// The same colour covering `share`/255 of what it did, rounded to nearest.
  @inline(__always)
  func faded(to share: UInt8) -> RGBA {
    let products =
      SIMD4<UInt16>(truncatingIfNeeded: lanes) &* UInt16(share) &+ SIMD4(repeating: 128)
    return RGBA(lanes: SIMD4(truncatingIfNeeded: (products &+ (products &>> 8)) &>> 8))
  }

  /// The same colour covering `share` (0...1) of what it did.
  @inline(__always)
  func faded(to share: Float) -> RGBA {
    faded(to: UInt8(min(max(share, 0), 1) * 255 + 0.5))
  }

  /// Between this colour (0) and another (1).
  func mixed(with other: RGBA, _ share: Float) -> RGBA {
    RGBA(mixed: floats + (other.floats - floats) * min(max(share, 0), 1))
  }
}
