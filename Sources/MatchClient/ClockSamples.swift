// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import DequeModule

/// The exchanges of the last minute, and what they say together about the clocks' offset.
///
/// The best way up and the best way down are looked for separately: they need not belong to one
/// exchange. All bounds hold at once, so the offset lies between the highest lower and the lowest
/// upper bound (the idea is Marzullo's). A bound loosens with its age, because clocks drift.
public struct ClockSamples: Hashable, Sendable {
  /// How long an exchange counts, in microseconds.
  static let window = 60e6
  /// How many are kept.
  static let capacity = 64
  /// How much a clock's rate may wander beyond what is known of it, as a share.
  static let wander = 8e-6

  private var samples: Deque<ClockSample> = []
  /// Lower bounds from messages that carry the server's time: when they came, and the bound.
  private var hints: Deque<Hint> = []

  private struct Hint: Hashable, Sendable {
    var received: Double
    var lower: Double
  }

  /// Where the offset lies, in microseconds.
  struct Interval: Hashable, Sendable {
    var lower: Double
    var upper: Double

    var middle: Double { lower + (upper - lower) / 2 }
  }

  /// No exchange yet.
  public init() {}

  /// How many exchanges count now.
  public var count: Int { samples.count }

  /// The shortest round trip among them, in microseconds; nil for none.
  var shortestRoundTrip: Double? { samples.map(\.roundTrip).min() }

  /// Adds an exchange, and drops what is too old or too many.
  mutating func add(_ sample: ClockSample) {
    samples.append(sample)
    while let first = samples.first,
      samples.count > Self.capacity || sample.middle - first.middle > Self.window
    {
      samples.removeFirst()
    }
    while let first = hints.first, sample.middle - first.received > Self.window {
      hints.removeFirst()
    }
  }

  /// Adds a message that left the server at `sent` of its clock and came at `received` of ours.
  mutating func addHint(sent: Int64, received: Int64) {
    if hints.count == Self.capacity { hints.removeFirst() }
    hints.append(Hint(received: Double(received), lower: Double(sent &- received)))
  }

  /// Drops everything but the newest exchange.
  mutating func keepNewest() {
    samples.removeFirst(max(samples.count - 1, 0))
    hints.removeAll()
  }

  /// Drops everything.
  mutating func removeAll() {
    samples.removeAll()
    hints.removeAll()
  }

  /// Where the offset lies at a local time, if the local clock is off by `rate`, known to
  /// `deviation`; nil without an exchange.
  ///
  /// The bounds are crossed if a clock has jumped.
  func interval(at now: Double, rate: Double, deviation: Double) -> Interval? {
    guard !samples.isEmpty else { return nil }
    let loosening = Self.wander + deviation
    var interval = Interval(lower: -.infinity, upper: .infinity)
    for sample in samples {
      let age = max(now - sample.middle, 0)
      interval.upper = min(interval.upper, sample.upper + (rate + loosening) * age)
      interval.lower = max(interval.lower, sample.lower + (rate - loosening) * age)
    }
    for hint in hints {
      let age = max(now - hint.received, 0)
      interval.lower = max(interval.lower, hint.lower + (rate - loosening) * age)
    }
    return interval
  }
}
