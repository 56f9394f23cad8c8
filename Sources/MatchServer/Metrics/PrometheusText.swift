// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

/// Writes Prometheus' text format, version 0.0.4.
///
/// Families are sorted by name and samples by label, whatever the order they are added in.
struct PrometheusText {
  /// The media type of the text.
  static let contentType = "text/plain; version=0.0.4; charset=utf-8"

  /// The type of a family.
  enum Kind: String {
    /// Only rises while the process lives.
    case counter
    /// A current value.
    case gauge
    /// Counts by bucket, and a sum.
    case histogram
  }

  /// One sample of a family, with its label.
  struct Sample {
    var label: (name: String, value: String)?
    var value: Number

    /// A sample without a label.
    init(_ value: Number) { self.value = value }

    /// A sample with the label `name`.
    init(_ name: String, _ text: String, _ value: Number) {
      label = (name, text)
      self.value = value
    }
  }

  /// A number, written as an integer if it is one.
  enum Number {
    case whole(UInt64)
    case real(Double)

    /// A count of things.
    init(_ count: Int) { self = .whole(UInt64(clamping: count)) }

    var text: String {
      switch self {
      case .whole(let value): "\(value)"
      case .real(let value) where value.isNaN: "NaN"
      case .real(let value) where value.isInfinite: value > 0 ? "+Inf" : "-Inf"
      case .real(let value): "\(value)"
      }
    }
  }

  private var families: [(name: String, text: String)] = []

  /// Adds a family.
  mutating func add(_ name: String, _ kind: Kind, _ help: String, _ samples: [Sample]) {
    assert(!families.contains { $0.name == name }, "Metric \(name) is written twice.")
    assert(
      Set(samples.map { $0.label?.value }).count == samples.count,
      "Each sample of \(name) has a label value of its own.")
    var text = Self.head(name, kind, help)
    for sample in samples.sorted(by: { $0.label?.value ?? "" < $1.label?.value ?? "" }) {
      text += name
      if let label = sample.label {
        text += "{\(label.name)=\"\(Self.escaped(label.value, quotes: true))\"}"
      }
      text += " \(sample.value.text)\n"
    }
    families.append((name, text))
  }

  /// Adds a family of one number.
  mutating func add(_ name: String, _ kind: Kind, _ help: String, _ value: Number) {
    add(name, kind, help, [Sample(value)])
  }

  /// Adds a histogram, its bounds and sum in seconds.
  mutating func add(_ name: String, _ help: String, _ histogram: Histogram) {
    var text = Self.head(name, .histogram, help)
    var total: UInt64 = 0
    for (bound, count) in zip(Self.bounds, histogram.counts) {
      total &+= count
      text += "\(name)_bucket{le=\"\(bound)\"} \(total)\n"
    }
    assert(total == histogram.count, "The buckets of \(name) add up to its count.")
    text += "\(name)_sum \(Number.real(Double(histogram.sum) / 1e6).text)\n"
    text += "\(name)_count \(total)\n"
    families.append((name, text))
  }

  /// The whole text.
  var text: String {
    families.sorted { $0.name < $1.name }.map(\.text).joined()
  }

  /// The bucket bounds as text, including the last one.
  private static let bounds = Histogram.bounds.map { "\(Double($0) / 1e6)" } + ["+Inf"]

  private static func head(_ name: String, _ kind: Kind, _ help: String) -> String {
    "# HELP \(name) \(escaped(help, quotes: false))\n# TYPE \(name) \(kind.rawValue)\n"
  }

  /// Escapes a text for its place.
  private static func escaped(_ text: String, quotes: Bool) -> String {
    guard text.utf8.contains(where: { $0 == 0x5c || $0 == 0x0a || (quotes && $0 == 0x22) }) else {
      return text
    }
    var escaped = ""
    for character in text.unicodeScalars {
      switch character {
      case "\\": escaped += "\\\\"
      case "\n": escaped += "\\n"
      case "\"" where quotes: escaped += "\\\""
      default: escaped.unicodeScalars.append(character)
      }
    }
    return escaped
  }
}
