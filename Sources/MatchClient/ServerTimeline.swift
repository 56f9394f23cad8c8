// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

public import Game
import Glibc

/// The server's time as this client shows it: what screens read, at any local time.
///
/// It is a function, so that reading changes nothing. It never goes back and never jumps, but for
/// steps: where the estimate moves, the difference is worked off at two hundredths of real time at
/// most, which nobody sees in a frame.
public struct ServerTimeline: Hashable, Sendable {
  /// How fast a difference is worked off at most, as a share of real time.
  static let fastest = 0.02
  /// How long a small difference takes to shrink to a third, in microseconds.
  static let settling = 400e3
  /// A difference beyond this is not worked off but stepped over.
  static let step = Duration.milliseconds(250)

  /// Where the estimate puts it: this server time at this local time.
  private var anchor: LocalTime
  private var base: ServerTime
  /// How much faster than the local clock the server's runs, as a share.
  private var rate: Double
  /// What is shown is ahead of the estimate by this at the anchor, in microseconds.
  private var ahead: Double
  /// Nothing earlier is shown after the anchor: where it would step back a little, it waits.
  private var floor: ServerTime?
  /// How many times it went back, which a screen had better fade over.
  public private(set) var steps = 0

  /// `base` at `anchor`, running by `rate` faster than the local clock.
  init(_ base: ServerTime, at anchor: LocalTime, rate: Double) {
    self.anchor = anchor
    self.base = base
    self.rate = rate
    ahead = 0
  }

  /// How far what is shown is from the estimate, at a local time.
  func difference(at time: LocalTime) -> Duration {
    serverTime(at: time) - estimate(at: time)
  }

  /// The server's time at a local time.
  public func serverTime(at time: LocalTime) -> ServerTime {
    let elapsed = Double((time - anchor).wholeMicroseconds)
    let shown = estimate(at: time) + .microseconds(Int64(saturating: remaining(after: elapsed)))
    guard let floor, elapsed >= 0 else { return shown }
    return max(shown, floor)
  }

  /// The first local time at which at least `time` is shown.
  public func localTime(at time: ServerTime) -> LocalTime {
    // The rate is near one: each round leaves a fiftieth of the error.
    var local = anchor + (time - base)
    for _ in 0..<6 { local = local + (time - serverTime(at: local)) }
    if let floor, time <= floor { local = anchor }
    for _ in 0..<4 where serverTime(at: local) < time { local = local + .microseconds(1) }
    return local
  }

  /// Takes a new estimate: the server's time is `base` at `now`.
  ///
  /// `mayStep` says that it is so early that nothing is being watched yet.
  mutating func retarget(
    to base: ServerTime, at now: LocalTime, rate: Double, mayStep: Bool
  ) {
    let shown = serverTime(at: now)
    let difference = shown - base
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
  }

  /// Goes on without a jump although the local clock has jumped from `former` to `now`.
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

  /// What is left of the difference: worked off steadily, then ever more gently.
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
