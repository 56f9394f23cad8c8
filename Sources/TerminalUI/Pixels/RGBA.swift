// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

/// A colour with true alpha: four bytes, the colours already multiplied by the alpha (Porter and
/// Duff, "Compositing Digital Images", 1984).
///
/// No channel exceeds the alpha, so that compositing never overflows a byte.
package struct RGBA: Hashable, Sendable {
  /// Red, green, blue and alpha.
  package var lanes: SIMD4<UInt8>

  /// Fully transparent.
  package static let clear = RGBA(lanes: .zero)

  /// Premultiplied bytes.
  package init(lanes: SIMD4<UInt8>) {
    self.lanes = lanes
  }

  /// The colour `0xRRGGBB`, covering `alpha` (0...1) of what is below.
  @inlinable @inline(__always)
  package init(_ rgb: UInt32, alpha: Float = 1) {
    let colors = SIMD4<Float>(
      Float(rgb >> 16 & 0xff), Float(rgb >> 8 & 0xff), Float(rgb & 0xff), 255)
    self.init(mixed: colors * min(max(alpha, 0), 1))
  }

  /// Rounds a premultiplied mixture, 0...255 per channel, to bytes.
  @inlinable @inline(__always)
  package init(mixed: SIMD4<Float>) {
    // Lane by lane, because the standard library's vector conversion is slow.
    let rounded = mixed + 0.5
    lanes = SIMD4(
      UInt8(truncatingIfNeeded: Int32(rounded.x)), UInt8(truncatingIfNeeded: Int32(rounded.y)),
      UInt8(truncatingIfNeeded: Int32(rounded.z)), UInt8(truncatingIfNeeded: Int32(rounded.w)))
  }

  /// The channels as floats, for mixing.
  @inlinable
  package var floats: SIMD4<Float> {
    SIMD4(Float(lanes.x), Float(lanes.y), Float(lanes.z), Float(lanes.w))
  }

  /// The alpha channel: 0 is transparent, 255 opaque.
  @inlinable
  package var alpha: UInt8 { lanes.w }

  /// The terminal colour of an opaque pixel.
  package var color: Color {
    Color(UInt32(lanes.x) << 16 | UInt32(lanes.y) << 8 | UInt32(lanes.z))
  }

  /// This colour over another one.
  @inlinable @inline(__always)
  package func over(_ below: RGBA) -> RGBA {
    if alpha == 255 { return self }
    if alpha == 0 { return below }
    return RGBA(lanes: lanes &+ below.faded(to: 255 - alpha).lanes)
  }

  /// This colour with its opacity multiplied by `share`/255, rounded to nearest.
  @inlinable @inline(__always)
  package func faded(to share: UInt8) -> RGBA {
    let products =
      SIMD4<UInt16>(truncatingIfNeeded: lanes) &* UInt16(share) &+ SIMD4(repeating: 128)
    return RGBA(lanes: SIMD4(truncatingIfNeeded: (products &+ (products &>> 8)) &>> 8))
  }

  /// This colour with its opacity multiplied by `share`, 0...1.
  @inlinable @inline(__always)
  package func faded(to share: Float) -> RGBA {
    faded(to: UInt8(min(max(share, 0), 1) * 255 + 0.5))
  }

  /// Interpolates between this colour (0) and another (1).
  @inlinable
  package func mixed(with other: RGBA, _ share: Float) -> RGBA {
    RGBA(mixed: floats + (other.floats - floats) * min(max(share, 0), 1))
  }
}
