// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Game

/// How often clock probes are sent in the long run.
package enum ProbePace: Hashable, Sendable {
  /// Every five seconds: the server compensates presses for the latency that they measure.
  case player
  /// As rarely as the estimate allows, for those without a seat: only the picture must be right.
  case spectator
}

/// Schedules clock probes.
///
/// A burst at the start, because one lost packet must not cost a second; one each second for ten
/// seconds, while the estimate is young; then one every five seconds, with 20 % jitter so that
/// clients do not probe in step. While answers are congested or missing, it stays at one a second.
/// A spectator's answers postpone the next probe further.
package struct ProbeSchedule: Hashable, Sendable {
  /// Probes in a burst.
  static let burst = 10
  /// The spacing of a burst: wide enough for a later one to reveal the loss of an earlier one.
  package static let spacing = Duration.milliseconds(60)
  /// The interval after the burst.
  static let early = Duration.seconds(1)
  /// The time for which that interval is kept.
  static let earlyFor = Duration.seconds(10)
  /// The interval in the long run.
  static let late = Duration.seconds(5)
  /// A spectator's longest interval.
  static let longest = Duration.seconds(20)

  /// When the next probe is due; nil without a connection.
  package private(set) var due: LocalTime?
  /// When the last burst began.
  package private(set) var burstBegan: LocalTime?
  private var sentInBurst = 0
  /// Until when the interval is that of a young estimate.
  private var earlyUntil = LocalTime(microseconds: .min)
  /// The state of the jitter's generator.
  private var dice: UInt64

  /// A schedule with nothing due.
  ///
  /// - Parameter seed: seeds the jitter.
  package init(seed: UInt64) {
    dice = seed
  }

  /// Begins a burst; its first probe is due at once.
  mutating func begin(at now: LocalTime) {
    due = now
    burstBegan = now
    earlyUntil = now + Self.earlyFor
    sentInBurst = 0
  }

  /// Cancels the next probe.
  mutating func stop() {
    due = nil
    burstBegan = nil
  }

  /// Makes a probe due now, and then one each second for ten seconds, as after a burst.
  mutating func hurry(at now: LocalTime) {
    guard due != nil, now >= earlyUntil else { return }
    due = now
    earlyUntil = now + Self.earlyFor
  }

  /// Makes the next probe due at `time`, unless it is due earlier or there is no connection.
  mutating func advance(to time: LocalTime) {
    if let due { self.due = min(due, time) }
  }

  /// Schedules the next probe after one was sent; `isPressing` if answers are congested or missing.
  mutating func sent(at now: LocalTime, isPressing: Bool) {
    assert((due == nil) == (burstBegan == nil), "A schedule runs exactly while a burst has begun.")
    guard burstBegan != nil else { return }
    sentInBurst += 1
    if sentInBurst < Self.burst {
      due = now + Self.spacing
    } else if isPressing || now < earlyUntil {
      due = now + spread(Self.early)
    } else {
      due = now + spread(Self.late)
    }
  }

  /// Postpones the next probe, at most to `wait` after one that was sent at `sent` and is answered
  /// now; not while the estimate is young.
  mutating func postpone(to wait: Duration, after sent: LocalTime, at now: LocalTime) {
    guard let due, sentInBurst >= Self.burst, now >= earlyUntil else { return }
    self.due = max(due, sent + spread(min(wait, Self.longest)))
  }

  /// Four to six fifths of an interval.
  private mutating func spread(_ wait: Duration) -> Duration {
    dice = dice &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    let share = Double(dice >> 11) * 0x1p-53
    return .microseconds(
      Int64(saturating: Double(wait.wholeMicroseconds) * (0.8 + 0.4 * share)))
  }
}
