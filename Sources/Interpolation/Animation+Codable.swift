// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

#if !hasFeature(Embedded)
extension Animation: Codable {
  /// The encoded form: raw parameters, and the modifiers in order.
  ///
  /// Decoding uses the public initialisers, so that parameters from outside are clamped.
  private struct Form: Codable {
    var base: BaseForm
    var modifiers: [ModifierForm]
    var logicallyCompleteAfter: Double?
  }

  private enum BaseForm: Codable {
    case curve(UnitCurve, duration: Double)
    case spring(Spring)
    case interpolatingSpring(Spring, initialVelocity: Double)
  }

  private enum ModifierForm: Codable {
    case delay(Double)
    case speed(Double)
    case repeatCount(Int, autoreverses: Bool)
    case repeatForever(autoreverses: Bool)
  }

  /// Decodes an animation; parameters out of range are clamped.
  public init(from decoder: any Decoder) throws {
    let form = try Form(from: decoder)
    switch form.base {
    case .curve(let curve, let duration): self = .timingCurve(curve, duration: duration)
    case .spring(let spring): self = .spring(spring)
    case .interpolatingSpring(let spring, let velocity):
      self = .interpolatingSpring(spring, initialVelocity: velocity)
    }
    for modifier in form.modifiers {
      switch modifier {
      case .delay(let delay): self = self.delay(delay)
      case .speed(let speed): self = self.speed(speed)
      case .repeatCount(let count, let autoreverses):
        self = repeatCount(count, autoreverses: autoreverses)
      case .repeatForever(let autoreverses): self = repeatForever(autoreverses: autoreverses)
      }
    }
    if let limit = form.logicallyCompleteAfter { self = logicallyComplete(after: limit) }
  }

  /// Encodes the base, the modifiers, innermost first, and an early logical completion.
  public func encode(to encoder: any Encoder) throws {
    let base: BaseForm =
      switch base {
      case .curve(let curve, let duration): .curve(curve, duration: duration)
      case .spring(let spring): .spring(spring)
      case .interpolatingSpring(let spring, let velocity):
        .interpolatingSpring(spring, initialVelocity: velocity)
      }
    let modifiers: [ModifierForm] = modifiers.map { modifier in
      switch modifier {
      case .delay(let delay): .delay(delay)
      case .speed(let speed): .speed(speed)
      case .repetition(let repetition):
        if let count = repetition.count {
          .repeatCount(count, autoreverses: repetition.autoreverses)
        } else {
          .repeatForever(autoreverses: repetition.autoreverses)
        }
      }
    }
    let form = Form(
      base: base, modifiers: modifiers, logicallyCompleteAfter: earlyLogicalCompletion)
    try form.encode(to: encoder)
  }
}
#endif
