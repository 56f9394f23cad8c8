// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

package import Game
import Glibc
package import MatchClient

/// A realistic machine clock, with drift, wander by temperature, sleep and steps.
///
/// True time is the server's scale. The reading includes time asleep, as `LocalClock` does.
package struct SimulatedClock: Hashable, Sendable {
  /// A period during which the machine sleeps.
  package struct Sleep: Hashable, Sendable {
    /// True time of falling asleep.
    package var start: ServerTime
    /// True time of waking.
    package var end: ServerTime
    /// By how much the clock overestimates the sleep, which a separate, coarse clock chip measures.
    package var error: Duration

    /// Asleep from `start` to `end`, miscounted by `error`.
    package init(from start: ServerTime, to end: ServerTime, error: Duration = .zero) {
      self.start = start
      self.end = end
      self.error = error
    }
  }

  /// A jump of the reading.
  package struct Step: Hashable, Sendable {
    /// True time of the jump.
    package var time: ServerTime
    /// The size of the jump; negative is backwards.
    package var by: Duration

    /// A jump of `by` at `time`.
    package init(at time: ServerTime, by: Duration) {
      self.time = time
      self.by = by
    }
  }

  /// The reading at true time zero.
  package var origin = LocalTime(microseconds: 0)
  /// How much faster than true time it runs, in parts per million; -100,000 is 90 % of its speed.
  package var driftPPM = 0.0
  /// Amplitude of the rate's ten-minute wander, in parts per million.
  package var wanderPPM = 0.0
  /// Phase of the wander, in radians.
  package var wanderPhase = 0.0
  /// Sleeps, in order.
  package var sleeps: [Sleep] = []
  /// Jumps, in order.
  package var steps: [Step] = []

  /// A clock that shows true time.
  package init() {}

  /// A clock drawn from a seed: up to 100 ppm off, wandering by 5.
  package init(seed: UInt64) {
    var random = SeededRandom(seed: seed, stream: 4)
    driftPPM = random.uniform(-100...100)
    wanderPPM = 5
    wanderPhase = random.uniform(0...(2 * .pi))
    origin = LocalTime(microseconds: Int64(random.uniform(0...1e9)))
  }

  /// The reading at a true time.
  package func reading(at time: ServerTime) -> LocalTime {
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
  package func slept(at time: ServerTime) -> Duration {
    sleeps.filter { $0.end <= time }.reduce(.zero) { $0 + ($1.end - $1.start) + $1.error }
  }

  /// Whether the machine sleeps at a true time; nothing runs on it then.
  package func isAsleep(at time: ServerTime) -> Bool {
    sleeps.contains { $0.start <= time && time < $0.end }
  }

  /// When the machine is awake and its clock shows `reading` or more, no earlier than `earliest`.
  ///
  /// For timers: exact to a microsecond or two, and late rather than early across a step.
  package func time(of reading: LocalTime, notBefore earliest: ServerTime) -> ServerTime {
    var time = earliest
    for _ in 0..<64 {
      if let sleep = sleeps.first(where: { $0.start <= time && time < $0.end }) { time = sleep.end }
      let missing = reading - self.reading(at: time)
      if missing <= .zero { return time }
      let next = time + max(missing / max(1 + driftPPM * 1e-6, 0.01) * 0.9999, .microseconds(1))
      // Do not skip a wake-up or step after which it may already be due.
      let mark = (sleeps.map(\.start) + steps.map(\.time)).filter { $0 > time && $0 < next }.min()
      time = mark ?? next
    }
    return time
  }
}
