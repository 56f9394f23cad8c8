// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Foundation
import Testing

/// A row of `animation-facts.csv`: one number computed elsewhere, to fifty digits.
struct Fact: Sendable, CustomTestStringConvertible {
  let id: String
  let group: String
  let curve: String
  let parameters: String
  /// Not a number where the row has none.
  let time: Double
  let value: Double
  /// The second number of the row; not a number where it has none.
  let velocity: Double

  var testDescription: String { "\(id) \(curve) \(parameters)" }

  /// The number called `name` among the parameters, written `name=1;other=2`.
  func number(_ name: String) -> Double? {
    for part in parameters.split(separator: ";") where part.hasPrefix("\(name)=") {
      return Double(part.dropFirst(name.count + 1))
    }
    return nil
  }

  /// The number named `name`; NaN, which compares close to nothing, if there is none.
  subscript(name: String) -> Double { number(name) ?? .nan }

  static let all: [Fact] = resource("animation-facts").split(separator: "\n").dropFirst().map {
    let fields = $0.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
    return Fact(
      id: fields[0], group: fields[1], curve: fields[2], parameters: fields[3],
      time: Double(fields[4]) ?? .nan, value: Double(fields[5]) ?? .nan,
      velocity: Double(fields[6]) ?? .nan)
  }

  static func group(_ names: String...) -> [Fact] { all.filter { names.contains($0.group) } }
}

/// The text of the resource `name`.csv of these tests.
func resource(_ name: String) -> String {
  guard let url = Bundle.module.url(forResource: "Resources/\(name)", withExtension: "csv"),
    let text = try? String(contentsOf: url, encoding: .utf8)
  else { return "" }
  return text
}

extension Double {
  /// Whether this is `other` to nine printed digits, absolutely or of its size.
  func isClose(to other: Double, within tolerance: Double = 1e-9) -> Bool {
    (self - other).magnitude <= tolerance * max(1, other.magnitude)
  }
}
