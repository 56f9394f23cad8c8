// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

/// Numbers in Prometheus' text format, version 0.0.4.
///
/// Families come out sorted by name, and the samples of each by label, whatever the order in which
/// they are added.
struct PrometheusText {
  /// The media type of the text.
  static let contentType = "text/plain; version=0.0.4; charset=utf-8"

  /// What a family's numbers are.
  enum Kind: String {
    /// They only rise while the process lives.
    case counter
    /// They are what there is at the moment.
    case gauge
    /// They are counts by bucket, with a sum.
    case histogram
  }

  /// One number of a family, told from its others by a label.
  struct Sample {
    var label: (name: String, value: String)?
    var value: Number

    /// The number of a family that has but one.
    init(_ value: Number) { self.value = value }

    /// The number for which the label `name` is `text`.
    init(_ name: String, _ text: String, _ value: Number) {
      label = (name, text)
      self.value = value
    }
  }

  /// A number as it is written: whole as long as it is.
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
    text += "\(name)_sum \(Number.real(Double(histogram.sum) / 1e6).text)\n"
    text += "\(name)_count \(total)\n"
    families.append((name, text))
  }

  /// The whole text.
  var text: String {
    families.sorted { $0.name < $1.name }.map(\.text).joined()
  }

  /// The bounds of every histogram as they are written, the last one included.
  private static let bounds = Histogram.bounds.map { "\(Double($0) / 1e6)" } + ["+Inf"]

  private static func head(_ name: String, _ kind: Kind, _ help: String) -> String {
    "# HELP \(name) \(escaped(help, quotes: false))\n# TYPE \(name) \(kind.rawValue)\n"
  }

  /// A text in which nothing ends what it stands in.
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
