// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

/// The exchanges of the last minute, or the last twelve if that is longer, and their combined
/// bounds on the clock offset.
///
/// All bounds hold at once, so the offset lies between the highest lower and the lowest upper
/// bound, which need not come from one exchange (Marzullo's algorithm). A bound loosens with age,
/// because clocks drift.
package struct ClockSamples: Hashable, Sendable {
  /// The time window in which every exchange counts, in microseconds.
  static let window = 60e6
  /// The number of exchanges that count however old they are.
  static let leastCount = 12
  /// The maximum number of exchanges kept.
  static let capacity = 64
  /// The maximum drift of a clock's rate beyond the known deviation, as a fraction.
  static let wander = 8e-6

  private var samples: [ClockSample] = []
  /// Lower bounds from one-way messages that carry the server's time.
  private var hints: [Hint] = []

  private struct Hint: Hashable, Sendable {
    var received: Double
    var lower: Double
  }

  /// The bounds of the offset, in microseconds.
  struct Interval: Hashable, Sendable {
    var lower: Double
    var upper: Double

    var middle: Double { lower + (upper - lower) / 2 }
  }

  /// No exchanges yet.
  package init() {}

  /// The number of exchanges that count.
  package var count: Int { samples.count }

  /// Their shortest round trip in microseconds; nil for none.
  var shortestRoundTrip: Double? { samples.map { $0.roundTrip }.min() }

  /// Adds an exchange, and drops those beyond the window or capacity.
  mutating func add(_ sample: ClockSample) {
    samples.append(sample)
    while let first = samples.first,
      samples.count > Self.capacity
        || samples.count > Self.leastCount && sample.middle - first.middle > Self.window
    {
      samples.removeFirst()
    }
    while let first = hints.first, sample.middle - first.received > Self.window {
      hints.removeFirst()
    }
    assert(!samples.isEmpty, "The newest exchange always counts.")
  }

  /// Adds a one-way message sent at `sent` by the server's clock and received at `received` by the
  /// local one.
  mutating func addHint(sent: Int64, received: Int64) {
    if hints.count == Self.capacity { hints.removeFirst() }
    hints.append(Hint(received: Double(received), lower: Double(sent &- received)))
  }

  /// Drops everything but the newest exchange.
  mutating func keepNewest() {
    samples.removeFirst(max(samples.count - 1, 0))
    hints.removeAll()
  }

  mutating func removeAll() {
    samples.removeAll()
    hints.removeAll()
  }

  /// The bounds of the offset at a local time, given the clocks' relative `rate` and its
  /// `deviation`; nil without an exchange.
  ///
  /// The bounds cross if a clock has jumped.
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
