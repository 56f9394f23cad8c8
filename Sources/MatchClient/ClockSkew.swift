// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

/// The relative rate of the server's clock, learnt from the best exchange in each ten seconds.
///
/// A weighted least squares fit: shorter round trips weigh more, and prior knowledge (clocks are
/// accurate to about 60 ppm) counts as one more observation.
package struct ClockSkew: Hashable, Sendable {
  /// The best exchange of one bin.
  private struct Point: Hashable, Sendable {
    var bin: Int64
    var middle: Double
    var roundTrip: Double
    var offset: Double
  }

  /// The length of a bin, in microseconds.
  static let binWidth = 10e6
  /// The number of bins kept: five minutes.
  static let mostBins = 30
  /// The least time the bins must span before a fit, in microseconds.
  static let leastSpan = 20e6
  /// The accuracy of clocks before anything is known, as a fraction.
  static let priorDeviation = 60e-6
  /// The worst rate of any clock; estimates are clamped to it.
  static let worst = 200e-6

  /// How much the offset grows per unit of local time; within ±200 ppm.
  package private(set) var rate = 0.0
  /// The standard deviation of the rate.
  package private(set) var deviation = Self.priorDeviation
  private var points: [Point] = []
  /// The rate known before the points.
  private var prior = (rate: 0.0, deviation: Self.priorDeviation)

  /// Nothing is known yet.
  package init() {}

  /// Learns from an exchange.
  mutating func add(_ sample: ClockSample) {
    let bin = Int64(saturating: sample.middle / Self.binWidth)
    let point = Point(
      bin: bin, middle: sample.middle, roundTrip: sample.roundTrip,
      offset: sample.lower + sample.roundTrip / 2)
    if let index = points.firstIndex(where: { $0.bin == bin }) {
      guard point.roundTrip < points[index].roundTrip else { return }
      points[index] = point
    } else {
      points.append(point)
      if points.count > Self.mostBins { points.removeFirst() }
    }
    fit()
  }

  /// Drops the exchanges, whose offset is void, and keeps the rate as prior.
  mutating func keepRate() {
    points = []
    // The clock's temperature may have changed while the machine slept.
    prior = (rate, max(deviation, 10e-6))
    deviation = prior.deviation
  }

  /// Fits offset and rate; O(n) in the number of bins.
  private mutating func fit() {
    guard let first = points.first, points.count >= 3 else { return }
    let (earliest, latest) = points.reduce((first.middle, first.middle)) {
      (min($0.0, $1.middle), max($0.1, $1.middle))
    }
    guard latest - earliest >= Self.leastSpan else { return }
    let middle = points.reduce(0) { $0 + $1.middle } / Double(points.count)
    let shortest = points.reduce(first.roundTrip) { min($0, $1.roundTrip) }
    let precision = 1 / (prior.deviation * prior.deviation)
    var (w, wx, wxx, wo, wxo) = (0.0, 0.0, precision, 0.0, precision * prior.rate)
    for point in points {
      let spread = 500 + 0.02 * shortest + (point.roundTrip - shortest) / 2
      let weight = 1 / (spread * spread)
      let (x, offset) = (point.middle - middle, point.offset - first.offset)
      w += weight
      wx += weight * x
      wxx += weight * x * x
      wo += weight * offset
      wxo += weight * x * offset
    }
    let determinant = w * wxx - wx * wx
    guard determinant > 0, determinant.isFinite else { return }
    let slope = (w * wxo - wx * wo) / determinant
    guard slope.isFinite else { return }
    rate = min(max(slope, -Self.worst), Self.worst)
    deviation = min((w / determinant).squareRoot(), Self.priorDeviation)
    assert(
      abs(rate) <= Self.worst && deviation > 0 && deviation <= Self.priorDeviation,
      "The rate stays in its range, and its deviation stays above zero.")
  }

  /// Whether both hold the same knowledge.
  package static func == (left: Self, right: Self) -> Bool {
    left.rate == right.rate && left.deviation == right.deviation && left.points == right.points
      && left.prior == right.prior
  }

  /// Hashes the rate and the points.
  package func hash(into hasher: inout Hasher) {
    hasher.combine(rate)
    hasher.combine(points)
  }
}
