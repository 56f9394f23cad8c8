// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

#if !hasFeature(Embedded)
extension UnitCurve: Codable {
  /// The encoded form: raw parameters, which decoding clamps again.
  private enum Form: Codable {
    case linear
    case cubic(x1: Double, y1: Double, x2: Double, y2: Double)
    case circularEaseIn
    case circularEaseOut
    case circularEaseInOut
  }

  /// Decodes a curve; parameters out of range are clamped.
  public init(from decoder: any Decoder) throws {
    switch try Form(from: decoder) {
    case .linear: self = .linear
    case .cubic(let x1, let y1, let x2, let y2): self = .timingCurve(x1, y1, x2, y2)
    case .circularEaseIn: self = .circularEaseIn
    case .circularEaseOut: self = .circularEaseOut
    case .circularEaseInOut: self = .circularEaseInOut
    }
  }

  /// Encodes the curve's name, and the handles of a cubic one.
  public func encode(to encoder: any Encoder) throws {
    let form: Form =
      switch shape {
      case .linear: .linear
      case .cubic(let curve): .cubic(x1: curve.x1, y1: curve.y1, x2: curve.x2, y2: curve.y2)
      case .circularIn: .circularEaseIn
      case .circularOut: .circularEaseOut
      case .circularInOut: .circularEaseInOut
      }
    try form.encode(to: encoder)
  }
}
#endif
