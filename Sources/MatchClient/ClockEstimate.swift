// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

package import Game

/// An estimate of the server's clock relative to the local one.
///
/// Exchanges give the offset, its error bound and the relative rate; the shown time follows them
/// without jumps. The bound holds for any network delay. Half the asymmetry between the two
/// directions remains invisible to any exchange.
package struct ClockEstimate: Hashable, Sendable {
  private var samples = ClockSamples()
  /// How fast the server's clock runs relative to the local one.
  package private(set) var skew: ClockSkew
  /// The server's time as shown.
  package private(set) var timeline: ServerTimeline
  /// The error bound of the shown time as of the last exchange.
  package private(set) var bound: Duration = .zero {
    didSet { assert(bound >= .zero, "An error bound is never negative.") }
  }
  /// When the last exchange was received.
  private var updatedAt: LocalTime
  /// The shortest round trip ever, in microseconds.
  private var leastRoundTrip: Double

  /// Starts from a first exchange received at `now`; `skew` is what is already known of the rate.
  package init(_ sample: ClockSample, at now: LocalTime, skew: ClockSkew = ClockSkew()) {
    self.skew = skew
    updatedAt = now
    leastRoundTrip = sample.roundTrip
    timeline = ServerTimeline(ServerTime(microseconds: 0), at: now, rate: 0)
    samples.add(sample)
    self.skew.add(sample)
    guard let interval = interval(at: now) else { return }
    timeline = ServerTimeline(Self.time(interval, at: now), at: now, rate: self.skew.rate)
    bound = .microseconds(Int64(saturating: max(interval.upper - interval.lower, 0) / 2))
  }

  /// Adds an exchange received at `now`; with `mayStep`, the shown time jumps to the new estimate.
  ///
  /// - Returns: whether it agrees with earlier exchanges; if not, those are dropped.
  @discardableResult
  package mutating func add(_ sample: ClockSample, at now: LocalTime, mayStep: Bool) -> Bool {
    samples.add(sample)
    skew.add(sample)
    updatedAt = now
    guard var interval = interval(at: now) else { return true }
    let agrees = interval.lower <= interval.upper
    if !agrees {
      samples.keepNewest()
      skew.keepRate()
      skew.add(sample)
      interval = self.interval(at: now) ?? interval
    }
    leastRoundTrip = min(leastRoundTrip, sample.roundTrip)
    timeline.retarget(
      to: target(in: interval, at: now), at: now, rate: skew.rate, mayStep: mayStep)
    let half = Int64(saturating: max(interval.upper - interval.lower, 0) / 2)
    let difference = timeline.difference(at: now).wholeMicroseconds
    bound = .microseconds(half) + .microseconds(difference < 0 ? 0 - difference : difference)
    return agrees
  }

  /// Adds a one-way bound: a message that left the server at `sent` and arrived at `now`.
  mutating func addHint(sent: ServerTime, at now: LocalTime) {
    samples.addHint(sent: sent.microseconds, received: now.microseconds)
  }

  /// Drops the exchanges, which are no longer valid.
  ///
  /// The shown time continues, with `doubt` added to its error bound.
  mutating func flush(doubt: Duration) {
    samples.removeAll()
    skew.keepRate()
    bound = min(bound + doubt, .seconds(3600))
  }

  /// Continues the shown time without a jump after the local clock jumped from `former` to `now`.
  mutating func bridge(from former: LocalTime, to now: LocalTime) {
    flush(doubt: .zero)
    timeline.bridge(from: former, to: now)
    updatedAt = now
  }

  /// The shortest round trip of the last minute; nil right after a flush.
  package var shortestRoundTrip: Duration? {
    samples.shortestRoundTrip.map { .microseconds(Int64(saturating: max($0, 0))) }
  }

  /// The error bound at a local time; it grows until the next exchange.
  package func bound(at time: LocalTime) -> Duration {
    let age = max((time - updatedAt).wholeMicroseconds, 0)
    let loosening = ClockSamples.wander + skew.deviation
    return bound + .microseconds(Int64(saturating: Double(age) * loosening))
  }

  /// The server's time at a local time.
  package func serverTime(at time: LocalTime) -> ServerTime { timeline.serverTime(at: time) }

  /// The estimate that the shown time follows; it may jump, also back.
  package func estimate(at time: LocalTime) -> ServerTime {
    serverTime(at: time) - timeline.difference(at: time)
  }

  /// The first local time at which at least this server time is shown.
  package func localTime(at time: ServerTime) -> LocalTime { timeline.localTime(at: time) }

  /// The earliest local time to send a message that must not arrive before `time`.
  ///
  /// That is when the estimate reaches `time`: it lies in the middle of its bounds, the upper of
  /// which is the fastest delivery seen. A shown time ahead of the estimate, and the uncertainty of
  /// the rate, are added.
  package func departure(arrivingNotBefore time: ServerTime) -> LocalTime {
    let shown = timeline.localTime(at: time)
    let age = Double(max((shown - updatedAt).wholeMicroseconds, 0))
    let drift = Int64(saturating: age * (ClockSamples.wander + skew.deviation))
    return shown + max(timeline.difference(at: shown), .zero) + .microseconds(drift)
  }

  private func interval(at now: LocalTime) -> ClockSamples.Interval? {
    samples.interval(
      at: Double(now.microseconds), rate: skew.rate, deviation: skew.deviation)
  }

  /// The time to show for an interval: its middle.
  ///
  /// If the interval is unusually wide, its middle is meaningless; then the time already shown,
  /// clamped to the interval.
  private func target(in interval: ClockSamples.Interval, at now: LocalTime) -> ServerTime {
    let middle = Self.time(interval, at: now)
    let usual = leastRoundTrip / 2 + 250_000
    guard interval.upper - interval.lower > 2 * usual else { return middle }
    let half = Duration.microseconds(Int64(saturating: (interval.upper - interval.lower) / 2))
    return min(max(timeline.serverTime(at: now), middle + (.zero - half)), middle + half)
  }

  private static func time(_ interval: ClockSamples.Interval, at now: LocalTime) -> ServerTime {
    ServerTime(microseconds: now.microseconds)
      + .microseconds(Int64(saturating: interval.middle))
  }
}
