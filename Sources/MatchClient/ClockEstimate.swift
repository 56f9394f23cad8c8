// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

public import Game

/// Where the server's time scale lies against this process's clock: samples in, estimate out.
///
/// Offset, its bound and the clocks' rate come from the exchanges; what is shown follows them
/// without a jump. The bound holds whatever way the packets took; half of the difference between
/// the two ways is what no exchange can see.
public struct ClockEstimate: Hashable, Sendable {
  private var samples = ClockSamples()
  /// How fast the server's clock runs against this one.
  public private(set) var skew: ClockSkew
  /// The server's time as it is shown.
  public private(set) var timeline: ServerTimeline
  /// How far what is shown may be off, as of the last exchange.
  public private(set) var bound: Duration = .zero
  /// When the last exchange came.
  private var updatedAt: LocalTime
  /// The shortest round trip ever seen, in microseconds.
  private var leastRoundTrip: Double

  /// From a first exchange that came at `now`; `skew` is what is known of the clocks' rate from
  /// before.
  public init(_ sample: ClockSample, at now: LocalTime, skew: ClockSkew = ClockSkew()) {
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

  /// Takes in one more exchange that came at `now`; with `mayStep`, what is shown follows at once.
  ///
  /// Returns whether it agrees with those before; if not, those are dropped.
  @discardableResult
  public mutating func add(_ sample: ClockSample, at now: LocalTime, mayStep: Bool) -> Bool {
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

  /// Takes in a message that left the server at `sent` and came at `now`.
  mutating func addHint(sent: ServerTime, at now: LocalTime) {
    samples.addHint(sent: sent.microseconds, received: now.microseconds)
  }

  /// Drops the exchanges, which say nothing any more, and goes on showing what was shown, which may
  /// be off by `doubt` more now.
  mutating func flush(doubt: Duration) {
    samples.removeAll()
    skew.keepRate()
    bound = min(bound + doubt, .seconds(3600))
  }

  /// Goes on without a jump although the local clock has jumped from `former` to `now`.
  mutating func bridge(from former: LocalTime, to now: LocalTime) {
    flush(doubt: .zero)
    timeline.bridge(from: former, to: now)
    updatedAt = now
  }

  /// The shortest round trip of the last minute; nil right after a flush.
  public var shortestRoundTrip: Duration? {
    samples.shortestRoundTrip.map { .microseconds(Int64(saturating: max($0, 0))) }
  }

  /// How far what is shown may be off at a local time: it grows until the next exchange.
  public func bound(at time: LocalTime) -> Duration {
    let age = max((time - updatedAt).wholeMicroseconds, 0)
    let loosening = ClockSamples.wander + skew.deviation
    return bound + .microseconds(Int64(saturating: Double(age) * loosening))
  }

  /// The server's time at a local time.
  public func serverTime(at time: LocalTime) -> ServerTime { timeline.serverTime(at: time) }

  /// The local time at a server's time: the first at which at least that is shown.
  public func localTime(at time: ServerTime) -> LocalTime { timeline.localTime(at: time) }

  /// The first local time at which a message may leave and not reach the server before `time`.
  ///
  /// That is when the estimate has come to `time`: it is the middle between two bounds, and the upper
  /// one is the fastest way up there has been. What is shown may be ahead of the estimate, and the
  /// clocks' rate is not known for sure; both are waited for.
  public func departure(arrivingNotBefore time: ServerTime) -> LocalTime {
    let shown = timeline.localTime(at: time)
    let age = Double(max((shown - updatedAt).wholeMicroseconds, 0))
    let drift = Int64(saturating: age * (ClockSamples.wander + skew.deviation))
    return shown + max(timeline.difference(at: shown), .zero) + .microseconds(drift)
  }

  private func interval(at now: LocalTime) -> ClockSamples.Interval? {
    samples.interval(
      at: Double(now.microseconds), rate: skew.rate, deviation: skew.deviation)
  }

  /// What to show of an interval: its middle, unless it is so much wider than it has been that the
  /// middle says nothing; then what is shown already, if that may be.
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
