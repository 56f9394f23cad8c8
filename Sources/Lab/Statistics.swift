// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

/// Sorted figures, queried by percentile.
struct Percentiles: Sendable {
  private let sorted: [Double]

  init(_ figures: [Double]) { sorted = figures.sorted() }

  /// The percentile, interpolated linearly; zero without figures.
  subscript(percent: Double) -> Double {
    guard let last = sorted.last else { return 0 }
    let position = percent / 100 * Double(sorted.count - 1)
    let index = Int(position)
    guard index + 1 < sorted.count else { return last }
    return sorted[index] + (sorted[index + 1] - sorted[index]) * (position - Double(index))
  }
}

extension Array {
  /// The first element of a sorted array that `share` of its elements do not exceed; nil if it is
  /// empty.
  func nearestRank(_ share: Double) -> Element? {
    isEmpty ? nil : self[Swift.min(count - 1, Int(Double(count) * share))]
  }
}

/// The mean of many figures, with its standard error.
struct Mean: Hashable, Sendable {
  private(set) var count = 0
  private var sum = 0.0
  private var squares = 0.0

  /// The mean; 0 without figures.
  var value: Double { count > 0 ? sum / Double(count) : 0 }

  /// The standard error; 0 for fewer than two figures.
  var error: Double {
    guard count > 1 else { return 0 }
    let spread = max(squares - sum * sum / Double(count), 0) / Double(count - 1)
    return (spread / Double(count)).squareRoot()
  }

  /// Adds a figure.
  mutating func add(_ figure: Double) {
    count += 1
    sum += figure
    squares += figure * figure
  }
}

extension Double {
  /// The number with `digits` decimals, as text.
  func fixed(_ digits: Int) -> String {
    var scale = 1
    for _ in 0..<digits { scale *= 10 }
    let scaled = Int((abs(self) * Double(scale)).rounded())
    let sign = self < 0 && scaled > 0 ? "-" : ""
    guard digits > 0 else { return "\(sign)\(scaled)" }
    let fraction = String(scaled % scale)
    let zeros = String(repeating: "0", count: digits - fraction.count)
    return "\(sign)\(scaled / scale).\(zeros)\(fraction)"
  }

  /// The number rounded to `decimals`.
  func rounded(to decimals: Int) -> Double {
    var scale = 1.0
    for _ in 0..<decimals { scale *= 10 }
    return (self * scale).rounded() / scale
  }
}
