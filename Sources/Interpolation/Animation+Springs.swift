// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

extension Animation {
  /// A persistent spring: it takes over position and velocity of a running animation.
  public static func spring(_ spring: Spring) -> Self { Self(.spring(spring)) }

  /// A persistent spring of this duration and bounce; see ``Spring/init(duration:bounce:)``.
  public static func spring(duration: Double = 0.5, bounce: Double = 0) -> Self {
    spring(Spring(duration: duration, bounce: bounce))
  }

  /// A persistent spring of this response and damping; see ``Spring/init(response:dampingRatio:)``.
  public static func spring(response: Double, dampingFraction: Double = 0.825) -> Self {
    spring(Spring(response: response, dampingRatio: dampingFraction))
  }

  /// A stiff persistent spring, for direct manipulation.
  public static func interactiveSpring(
    response: Double = 0.15, dampingFraction: Double = 0.86
  ) -> Self {
    spring(response: response, dampingFraction: dampingFraction)
  }

  /// A stiff persistent spring for direct manipulation, of this duration and bounce.
  public static func interactiveSpring(duration: Double, extraBounce: Double = 0) -> Self {
    spring(duration: duration, bounce: 0.15 + extraBounce)
  }

  /// A spring that combines: running animations continue underneath.
  ///
  /// `initialVelocity` is in units of the way per second: 1 is the whole way each second. More
  /// damping than critical counts as critical, as in SwiftUI and WebKit.
  public static func interpolatingSpring(_ spring: Spring, initialVelocity: Double = 0) -> Self {
    let clamped = Spring(
      angularFrequency: spring.angularFrequency, dampingRatio: min(spring.dampingRatio, 1),
      mass: spring.mass)
    let velocity = initialVelocity.confined(to: -1e6...1e6, orIfNaN: 0)
    return Self(.interpolatingSpring(clamped, initialVelocity: velocity))
  }

  /// A spring that combines, of this mass, stiffness and damping.
  public static func interpolatingSpring(
    mass: Double = 1, stiffness: Double, damping: Double, initialVelocity: Double = 0
  ) -> Self {
    interpolatingSpring(
      Spring(mass: mass, stiffness: stiffness, damping: damping), initialVelocity: initialVelocity)
  }

  /// A spring that combines, of this duration and bounce.
  public static func interpolatingSpring(
    duration: Double = 0.5, bounce: Double = 0, initialVelocity: Double = 0
  ) -> Self {
    interpolatingSpring(
      Spring(duration: duration, bounce: bounce), initialVelocity: initialVelocity)
  }

  /// SwiftUI's documented default: a persistent spring without bounce, response 0.55 s.
  public static var `default`: Self { spring(response: 0.55, dampingFraction: 1) }

  /// A persistent spring without bounce, with a perceived duration of `duration` seconds.
  public static func smooth(duration: Double = 0.5, extraBounce: Double = 0) -> Self {
    spring(.smooth(duration: duration, extraBounce: extraBounce))
  }

  /// A persistent spring with a little bounce (0.15), with a perceived duration of `duration`
  /// seconds.
  public static func snappy(duration: Double = 0.5, extraBounce: Double = 0) -> Self {
    spring(.snappy(duration: duration, extraBounce: extraBounce))
  }

  /// A persistent spring with much bounce (0.3), with a perceived duration of `duration` seconds.
  public static func bouncy(duration: Double = 0.5, extraBounce: Double = 0) -> Self {
    spring(.bouncy(duration: duration, extraBounce: extraBounce))
  }

  /// A persistent spring without bounce, half a second.
  public static var spring: Self { spring() }
  /// A persistent spring without bounce, half a second.
  public static var smooth: Self { smooth() }
  /// A persistent spring with a little bounce, half a second.
  public static var snappy: Self { snappy() }
  /// A persistent spring with much bounce, half a second.
  public static var bouncy: Self { bouncy() }
  /// A stiff persistent spring for direct manipulation: response 0.15 seconds, damping 0.86.
  public static var interactiveSpring: Self { interactiveSpring() }
  /// A spring that combines, without bounce, half a second.
  public static var interpolatingSpring: Self { interpolatingSpring() }
}
