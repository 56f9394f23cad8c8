// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Crypto

/// The comparison of a value with the expected one.
enum Comparison: Hashable {
  /// Equal.
  case met
  /// Different; a sentence says how.
  case differs(String)

  /// Compares bytes with hexadecimal digits in either case.
  init(_ name: String, _ bytes: [UInt8], _ expected: String) {
    let digits = Hexadecimal.text(of: bytes)
    self =
      digits == expected.lowercased()
      ? .met : .differs("\(name) expected \(expected), got \(digits)")
  }

  /// Compares two lists.
  init<Item: Equatable>(_ name: String, _ items: [Item], _ expected: [Item]) {
    if items.count != expected.count {
      self = .differs("\(name) expected \(expected.count) items, got \(items.count)")
    } else if let place = items.indices.first(where: { items[$0] != expected[$0] }) {
      self = .differs("\(name)[\(place)] expected \(expected[place]), got \(items[place])")
    } else {
      self = .met
    }
  }

  /// The difference; empty for none.
  var differences: [String] {
    if case .differs(let difference) = self { [difference] } else { [] }
  }
}

extension Double {
  /// Whether this equals `expected` within `tolerance`, which is relative above 1 and absolute
  /// below.
  func meets(_ expected: Double, within tolerance: Double = 1e-9) -> Bool {
    (self - expected).magnitude <= tolerance * max(1, expected.magnitude)
  }
}
