// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Cells
import Protocol

/// Builds the JSON (RFC 8259) that this program writes itself.
enum JSONText {
  /// A quoted and escaped string.
  static func string(_ text: String) -> String {
    var json = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": json += "\\\""
      case "\\": json += "\\\\"
      case "\n": json += "\\n"
      case "\r": json += "\\r"
      case _ where !scalar.isPrintable: json += scalar.jsonEscape
      default: json.unicodeScalars.append(scalar)
      }
    }
    return json + "\""
  }

  /// A finite number, to six decimals.
  static func number(_ value: Double) -> String {
    let millionths = Int64((value * 1e6).rounded())
    let (whole, part) = millionths.magnitude.quotientAndRemainder(dividingBy: 1_000_000)
    let digits = String(part)
    let padded = String(repeating: "0", count: 6 - digits.count) + digits
    return "\(millionths < 0 ? "-" : "")\(whole).\(padded)"
  }

  /// An object with these members in order; the values are JSON already.
  static func object(_ members: [(name: String, value: String)]) -> String {
    "{" + members.map { "\(string($0.name)):\($0.value)" }.joined(separator: ",") + "}"
  }

  /// An array; the values are JSON already.
  static func array(_ values: [String]) -> String { "[" + values.joined(separator: ",") + "]" }
}
