// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

extension Spring {
  /// A spring with a perceived duration of `duration` seconds and a bounce.
  ///
  /// `duration` is the period without damping; it does not affect the overshoot. `bounce` is within
  /// -1...1: 0 is critical damping, 1 oscillates for ever, below 0 is overdamped. Values out of
  /// range are clamped; not a number takes the default.
  public init(duration: Double = 0.5, bounce: Double = 0) {
    let bounce = bounce.confined(to: -1...1, orIfNaN: 0)
    self.init(response: duration, dampingRatio: bounce >= 0 ? 1 - bounce : 1 / (1 + bounce))
  }

  /// A spring whose period without damping is `response` seconds, damped by `dampingRatio`.
  ///
  /// A response of 0 or less gives the stiffest spring, which appears to arrive at once.
  public init(response: Double, dampingRatio: Double) {
    let response = response.confined(to: 0...1e9, orIfNaN: 0.5)
    self.init(angularFrequency: 2 * .pi / response, dampingRatio: dampingRatio)
  }

  /// A spring of `stiffness` and `damping` (in units of mass per square second, and per second)
  /// with `mass` on it.
  ///
  /// More damping than critical counts as critical, as in SwiftUI, unless `allowOverDamping` says
  /// that it is meant. Masses, stiffnesses and dampings that no spring has are moved to the nearest
  /// there is.
  public init(
    mass: Double = 1, stiffness: Double, damping: Double, allowOverDamping: Bool = false
  ) {
    let mass = mass.confined(to: Self.massRange, orIfNaN: 1)
    let stiffness = stiffness.confined(to: 1e-12...1e12, orIfNaN: 1)
    let damping = damping.confined(to: 0...1e12, orIfNaN: 0)
    let ratio = damping / (2 * (stiffness * mass).squareRoot())
    self.init(
      angularFrequency: (stiffness / mass).squareRoot(),
      dampingRatio: allowOverDamping ? ratio : min(ratio, 1), mass: mass)
  }

  /// A spring damped by `dampingRatio` that has settled to within `epsilon` of its way after
  /// `settlingDuration` seconds.
  ///
  /// Without damping no spring settles; such a one is given the default frequency.
  public init(settlingDuration: Double, dampingRatio: Double, epsilon: Double = 0.001) {
    let unit = Spring(angularFrequency: 1, dampingRatio: dampingRatio)
    let settling = unit.settlingDuration(target: 1, epsilon: epsilon)
    let duration = settlingDuration.confined(to: 0...1e9, orIfNaN: 1)
    self.init(
      angularFrequency: settling.isFinite ? settling / duration : .nan, dampingRatio: dampingRatio)
  }

  /// No bounce, and `duration` seconds.
  public static func smooth(duration: Double = 0.5, extraBounce: Double = 0) -> Self {
    Self(duration: duration, bounce: extraBounce)
  }

  /// A little bounce (0.15), and `duration` seconds.
  public static func snappy(duration: Double = 0.5, extraBounce: Double = 0) -> Self {
    Self(duration: duration, bounce: 0.15 + extraBounce)
  }

  /// Much bounce (0.3), and `duration` seconds.
  public static func bouncy(duration: Double = 0.5, extraBounce: Double = 0) -> Self {
    Self(duration: duration, bounce: 0.3 + extraBounce)
  }

  /// No bounce.
  public static var smooth: Self { smooth() }
  /// A little bounce.
  public static var snappy: Self { snappy() }
  /// Much bounce.
  public static var bouncy: Self { bouncy() }

  /// The period the spring would have without damping, in seconds.
  public var response: Double { 2 * .pi / angularFrequency }

  /// The same as ``response``: the perceived duration in seconds.
  public var duration: Double { response }

  /// The bounce: 1 oscillates for ever, 0 is critical damping, below 0 is overdamped.
  public var bounce: Double { dampingRatio <= 1 ? 1 - dampingRatio : 1 / dampingRatio - 1 }

  /// The force per distance, in units of mass per square second.
  public var stiffness: Double { mass * angularFrequency * angularFrequency }

  /// The drag per speed, in units of mass per second.
  public var damping: Double { 2 * dampingRatio * angularFrequency * mass }
}

#if !hasFeature(Embedded)
extension Spring: Codable {
  private enum CodingKeys: CodingKey {
    case angularFrequency
    case dampingRatio
    case mass
  }

  /// Decodes a spring; parameters out of range are clamped.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    self.init(
      angularFrequency: try container.decode(Double.self, forKey: .angularFrequency),
      dampingRatio: try container.decode(Double.self, forKey: .dampingRatio),
      mass: try container.decode(Double.self, forKey: .mass))
  }

  /// Encodes the three parameters of the spring, bit for bit.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(angularFrequency, forKey: .angularFrequency)
    try container.encode(dampingRatio, forKey: .dampingRatio)
    try container.encode(mass, forKey: .mass)
  }
}
#endif
