// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

package import Game

#if hasFeature(Embedded)
@_extern(c, "exp") private func exp(_ x: Double) -> Double
#else
internal import Glibc
#endif

/// The server's time as shown by this client, as a function of local time.
///
/// Reading it changes nothing. It never runs backwards and never jumps, except for steps. When the
/// estimate moves, the difference is worked off at two hundredths of real time at most, which is
/// invisible within a frame.
package struct ServerTimeline: Hashable, Sendable {
  /// The fastest rate at which a difference is worked off, as a fraction of real time.
  static let fastest = 0.02
  /// The time constant with which a small difference decays, in microseconds.
  static let settling = 400e3
  /// A difference larger than this is stepped over instead.
  static let step = Duration.milliseconds(250)

  /// The estimate: server time `base` at local time `anchor`.
  private var anchor: LocalTime
  private var base: ServerTime
  /// How much faster the server's clock runs, as a fraction.
  private var rate: Double
  /// How far the shown time is ahead of the estimate at the anchor, in microseconds.
  private var ahead: Double
  /// The earliest time shown after the anchor: it waits where it would otherwise step back a
  /// little.
  private var floor: ServerTime?
  /// The number of steps back so far; a screen should cross-fade over each step.
  package private(set) var steps = 0

  /// A timeline that shows `base` at `anchor` and runs faster than the local clock by `rate`.
  init(_ base: ServerTime, at anchor: LocalTime, rate: Double) {
    self.anchor = anchor
    self.base = base
    self.rate = rate
    ahead = 0
  }

  /// The difference between the shown time and the estimate, at a local time.
  func difference(at time: LocalTime) -> Duration {
    serverTime(at: time) - estimate(at: time)
  }

  /// The server's time at a local time.
  package func serverTime(at time: LocalTime) -> ServerTime {
    let elapsed = Double((time - anchor).wholeMicroseconds)
    let shown = estimate(at: time) + .microseconds(Int64(saturating: remaining(after: elapsed)))
    guard let floor, elapsed >= 0 else { return shown }
    return max(shown, floor)
  }

  /// The first local time at which at least `time` is shown.
  package func localTime(at time: ServerTime) -> LocalTime {
    // The rate is close to 1: each round leaves a fiftieth of the error.
    var local = anchor + (time - base)
    for _ in 0..<6 { local = local + (time - serverTime(at: local)) }
    if let floor, time <= floor { local = anchor }
    for _ in 0..<4 where serverTime(at: local) < time { local = local + .microseconds(1) }
    return local
  }

  /// Adopts a new estimate: the server's time is `base` at `now`.
  ///
  /// `mayStep` if it is so early that nothing is being watched yet.
  mutating func retarget(
    to base: ServerTime, at now: LocalTime, rate: Double, mayStep: Bool
  ) {
    let shown = serverTime(at: now)
    let difference = shown - base
    let formerSteps = steps
    anchor = now
    self.base = base
    self.rate = rate
    ahead = 0
    floor = nil
    if difference > Self.step {
      steps += 1
    } else if difference >= .zero - Self.step {
      if !mayStep {
        ahead = Double(difference.wholeMicroseconds)
      } else if difference > .zero {
        floor = shown
      }
    }
    assert(
      steps > formerSteps || serverTime(at: now) >= shown, "Shown time runs back only in a step.")
  }

  /// Continues without a jump after the local clock jumped from `former` to `now`.
  mutating func bridge(from former: LocalTime, to now: LocalTime) {
    let shown = serverTime(at: former)
    self = Self(shown, at: now, rate: rate, steps: steps)
  }

  private init(_ base: ServerTime, at anchor: LocalTime, rate: Double, steps: Int) {
    self.init(base, at: anchor, rate: rate)
    self.steps = steps
  }

  private func estimate(at time: LocalTime) -> ServerTime {
    let elapsed = Double((time - anchor).wholeMicroseconds)
    return base + (time - anchor) + .microseconds(Int64(saturating: elapsed * rate))
  }

  /// The remaining difference: worked off linearly, then exponentially.
  private func remaining(after elapsed: Double) -> Double {
    guard elapsed > 0, ahead != 0 else { return ahead }
    let gentle = Self.fastest * Self.settling
    let steady = max(abs(ahead) - gentle, 0) / Self.fastest
    let left =
      elapsed < steady
      ? abs(ahead) - Self.fastest * elapsed
      : min(abs(ahead), gentle) * exp(-(elapsed - steady) / Self.settling)
    return ahead < 0 ? -left : left
  }
}
