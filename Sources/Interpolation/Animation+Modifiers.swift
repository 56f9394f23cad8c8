// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

extension Animation {
  /// This animation, `delay` seconds later.
  ///
  /// It delays the start; animations already running continue meanwhile.
  public func delay(_ delay: Double) -> Self {
    let delay = delay.confined(to: durationRange, orIfNaN: 0)
    return modified(by: .delay(delay), completion: { $0 + delay })
  }

  /// This animation with its clock running `speed` times as fast.
  ///
  /// A speed of 0 or less stops the clock: the animation stays where it starts and never ends.
  public func speed(_ speed: Double) -> Self {
    let speed = speed.confined(to: 0...1e9, orIfNaN: 1)
    return modified(by: .speed(speed), completion: { $0 > 0 ? $0 / speed : 0 })
  }

  /// This animation `count` times; with `autoreverses` every second leg is reversed.
  ///
  /// Reversed legs count, as in SwiftUI: an even count with `autoreverses` ends where it began, and
  /// the value then jumps to its target. Reversing mirrors values, not time: the way back starts as
  /// gently as the way forth. A spring's leg is its ``Spring/settlingDuration``. A count of 0 or
  /// less ends at once.
  public func repeatCount(_ count: Int, autoreverses: Bool = true) -> Self {
    repeated(count: max(count, 0), autoreverses: autoreverses)
  }

  /// This animation for ever; with `autoreverses` every second leg is reversed.
  ///
  /// Only a later animation that ends can end it. An animation without duration does not repeat: it
  /// ends at once.
  public func repeatForever(autoreverses: Bool = true) -> Self {
    repeated(count: nil, autoreverses: autoreverses)
  }

  /// This animation, counting as logically complete `duration` seconds after its start if that is
  /// earlier than it would be otherwise.
  public func logicallyComplete(after duration: Double) -> Self {
    var result = self
    let limit = duration.confined(to: durationRange, orIfNaN: durationRange.upperBound)
    result.earlyLogicalCompletion = min(limit, logicalDuration)
    return result
  }

  private func repeated(count: Int?, autoreverses: Bool) -> Self {
    let repetition = Repetition(count: count, autoreverses: autoreverses, leg: duration)
    return modified(by: .repetition(repetition), completion: { _ in nil })
  }

  private func modified(by modifier: Modifier, completion: (Double) -> Double?) -> Self {
    var result = self
    result.modifiers.append(modifier)
    result.extent = modifier.duration(of: extent)
    result.earlyLogicalCompletion = earlyLogicalCompletion.flatMap(completion)
    return result
  }
}
