// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

/// How a value compares with what is expected of it.
enum Comparison: Hashable {
  /// It is as expected.
  case met
  /// It is not; what is said of it.
  case differs(String)

  /// Bytes and the hexadecimal digits expected of them, in either case.
  init(_ name: String, _ bytes: [UInt8], _ expected: String) {
    let digits = bytes.hexadecimal
    self =
      digits == expected.lowercased()
      ? .met : .differs("\(name) expected \(expected), got \(digits)")
  }

  /// Two lists.
  init<Item: Equatable>(_ name: String, _ items: [Item], _ expected: [Item]) {
    if items.count != expected.count {
      self = .differs("\(name) expected \(expected.count) items, got \(items.count)")
    } else if let place = items.indices.first(where: { items[$0] != expected[$0] }) {
      self = .differs("\(name)[\(place)] expected \(expected[place]), got \(items[place])")
    } else {
      self = .met
    }
  }

  /// What differs; empty where nothing does.
  var differences: [String] {
    if case .differs(let difference) = self { [difference] } else { [] }
  }
}

extension [UInt8] {
  /// The bytes as hexadecimal digits in lower case.
  var hexadecimal: String {
    map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined()
  }

  /// The bytes that hexadecimal digits stand for; nil for anything else.
  init?(hexadecimal text: String) {
    let digits = text.compactMap(\.hexDigitValue)
    guard digits.count == text.count, digits.count.isMultiple(of: 2) else { return nil }
    self = stride(from: 0, to: digits.count, by: 2).map { UInt8(digits[$0] << 4 | digits[$0 + 1]) }
  }
}

extension Double {
  /// Whether this is `expected` within `tolerance`: of it above 1, absolutely below.
  func meets(_ expected: Double, within tolerance: Double = 1e-9) -> Bool {
    (self - expected).magnitude <= tolerance * max(1, expected.magnitude)
  }
}
