// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

/// How fast the server's clock runs against the local one, learnt from the best exchange of every
/// ten seconds.
///
/// A straight line is laid through them, each counting the more the shorter its round trip was, on
/// top of what is known of clocks before: they are good to some 60 millionths.
public struct ClockSkew: Hashable, Sendable {
  /// The best exchange of ten seconds.
  private struct Point: Hashable, Sendable {
    var bin: Int64
    var middle: Double
    var roundTrip: Double
    var offset: Double
  }

  /// How long one bin is, in microseconds.
  static let binWidth = 10e6
  /// How many bins are kept: five minutes.
  static let mostBins = 30
  /// How long the bins have to reach before a line is laid through them, in microseconds.
  static let leastSpan = 20e6
  /// How good clocks are before anything is known of them, as a share.
  static let priorDeviation = 60e-6
  /// What no clock is worse than; an estimate beyond is cut off here.
  static let worst = 200e-6

  /// How much the offset grows in a unit of local time; within ±200 millionths.
  public private(set) var rate = 0.0
  /// How well the rate is known, as a standard deviation.
  public private(set) var deviation = Self.priorDeviation
  private var points: [Point] = []
  /// What was known before the points.
  private var prior = (rate: 0.0, deviation: Self.priorDeviation)

  /// Nothing known.
  public init() {}

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

  /// Forgets the exchanges, whose offset is void, and keeps the rate.
  mutating func keepRate() {
    points = []
    // A machine that slept is colder than it was.
    prior = (rate, max(deviation, 10e-6))
    deviation = prior.deviation
  }

  /// Weighted least squares for offset and rate; the prior counts as one more observation.
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
  }

  /// Whether both know the same.
  public static func == (left: Self, right: Self) -> Bool {
    left.rate == right.rate && left.deviation == right.deviation && left.points == right.points
      && left.prior == right.prior
  }

  /// Hashes what it knows.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(rate)
    hasher.combine(points)
  }
}
