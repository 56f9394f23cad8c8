// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

public import Game
import Glibc
public import MatchClient

/// A machine's clock as it really is: a little fast or slow, wandering with the temperature, asleep
/// with the machine, or set by somebody.
///
/// True time is the server's scale. The reading counts through sleep, as `LocalClock` does.
public struct SimulatedClock: Hashable, Sendable {
  /// A stretch in which the machine sleeps.
  public struct Sleep: Hashable, Sendable {
    /// When it falls asleep.
    public var start: ServerTime
    /// When it wakes.
    public var end: ServerTime
    /// How much more than it was the clock says the sleep was: a chip of its own counts it, coarsely.
    public var error: Duration

    /// Asleep from `start` to `end`, counted with `error`.
    public init(from start: ServerTime, to end: ServerTime, error: Duration = .zero) {
      self.start = start
      self.end = end
      self.error = error
    }
  }

  /// A jump of the reading.
  public struct Step: Hashable, Sendable {
    /// When it jumps.
    public var time: ServerTime
    /// How far; negative is back.
    public var by: Duration

    /// A jump by `by` at `time`.
    public init(at time: ServerTime, by: Duration) {
      self.time = time
      self.by = by
    }
  }

  /// What it shows at true time zero.
  public var origin = LocalTime(microseconds: 0)
  /// How much faster than true time it runs, in millionths; -100,000 is 90 % of its speed.
  public var driftPPM = 0.0
  /// How far the rate wanders to either side over ten minutes, in millionths.
  public var wanderPPM = 0.0
  /// Where in the ten minutes the wander begins, in radians.
  public var wanderPhase = 0.0
  /// When the machine sleeps, in order.
  public var sleeps: [Sleep] = []
  /// When the reading jumps, in order.
  public var steps: [Step] = []

  /// A clock that shows true time.
  public init() {}

  /// A clock drawn from a seed: up to 100 millionths off, wandering by 5.
  public init(seed: UInt64) {
    var random = SeededRandom(seed: seed, stream: 4)
    driftPPM = random.uniform(-100...100)
    wanderPPM = 5
    wanderPhase = random.uniform(0...(2 * .pi))
    origin = LocalTime(microseconds: Int64(random.uniform(0...1e9)))
  }

  /// What the clock shows at a true time.
  public func reading(at time: ServerTime) -> LocalTime {
    let elapsed = Double(time.microseconds)
    let wave = 600e6 / (2 * .pi)
    let wander =
      wanderPPM * 1e-6 * wave * (sin(elapsed / wave + wanderPhase) - sin(wanderPhase))
    var off = elapsed * driftPPM * 1e-6 + wander
    for sleep in sleeps where sleep.end <= time { off += sleep.error.inMicroseconds }
    for step in steps where step.time <= time { off += step.by.inMicroseconds }
    return LocalTime(
      microseconds: origin.microseconds &+ time.microseconds &+ Int64(off.rounded()))
  }

  /// How long the machine has slept by a true time, as its clock counts it.
  public func slept(at time: ServerTime) -> Duration {
    sleeps.filter { $0.end <= time }.reduce(.zero) { $0 + ($1.end - $1.start) + $1.error }
  }

  /// Whether the machine sleeps at a true time: nothing runs on it.
  public func isAsleep(at time: ServerTime) -> Bool {
    sleeps.contains { $0.start <= time && time < $0.end }
  }

  /// When the machine is awake and its clock shows `reading` or more, no earlier than `earliest`.
  ///
  /// Good for timers: exact to a microsecond or two, and late rather than early across a step.
  public func time(of reading: LocalTime, notBefore earliest: ServerTime) -> ServerTime {
    var time = earliest
    for _ in 0..<64 {
      if let sleep = sleeps.first(where: { $0.start <= time && time < $0.end }) { time = sleep.end }
      let missing = reading - self.reading(at: time)
      if missing <= .zero { return time }
      let next = time + max(missing / max(1 + driftPPM * 1e-6, 0.01) * 0.9999, .microseconds(1))
      // Do not leap over a wake-up or a step behind which it may be due already.
      let mark = (sleeps.map(\.start) + steps.map(\.time)).filter { $0 > time && $0 < next }.min()
      time = mark ?? next
    }
    return time
  }
}
