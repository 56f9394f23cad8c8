// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

internal import Glibc

/// A colour in OKLab, a perceptually uniform space (Björn Ottosson, "A perceptual color space for
/// image processing", 2020).
struct OKLab: Hashable, Sendable {
  /// From 0 for black to 1 for white.
  var lightness: Float
  /// From green to red.
  var a: Float
  /// From blue to yellow.
  var b: Float

  /// Converts from sRGB.
  init(_ color: Color) {
    let (red, green, blue) = (
      Self.linear[color.red], Self.linear[color.green], Self.linear[color.blue]
    )
    let l = cbrtf(0.412_221_47 * red + 0.536_332_55 * green + 0.051_445_995 * blue)
    let m = cbrtf(0.211_903_5 * red + 0.680_699_5 * green + 0.107_396_96 * blue)
    let s = cbrtf(0.088_302_46 * red + 0.281_718_85 * green + 0.629_978_7 * blue)
    lightness = 0.210_454_26 * l + 0.793_617_8 * m - 0.004_072_047 * s
    a = 1.977_998_5 * l - 2.428_592_2 * m + 0.450_593_7 * s
    b = 0.025_904_037 * l + 0.782_771_77 * m - 0.808_675_77 * s
  }

  /// The squared distance to another colour.
  func squaredDistance(to other: OKLab) -> Float {
    let (x, y, z) = (lightness - other.lightness, a - other.a, b - other.b)
    return x * x + y * y + z * z
  }

  /// Linear light by sRGB value.
  private static let linear: [Float] = (0..<256).map { value in
    let part = Float(value) / 255
    return part <= 0.040_45 ? part / 12.92 : powf((part + 0.055) / 1.055, 2.4)
  }
}
