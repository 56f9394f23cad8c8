// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import FoundationEssentials

/// A value of a JSON text, whatever it is.
///
/// Rows are read through it, so that each row's faults are told by themselves and nothing that
/// stands in a file is passed over unseen.
enum JSONValue: Hashable, Sendable {
  /// `null`.
  case null
  /// `true` or `false`.
  case bool(Bool)
  /// A whole number that is not negative.
  case natural(UInt64)
  /// Any other number.
  case number(Double)
  /// A string.
  case text(String)
  /// An array.
  case list([JSONValue])
  /// An object.
  case object([String: JSONValue])

  /// The value that `text` is.
  ///
  /// - Throws: a fault if it is not JSON.
  init(parsing text: String) throws(VectorFault) {
    do {
      self = try JSONDecoder().decode(JSONValue.self, from: Data(text.utf8))
    } catch {
      throw VectorFault("is not JSON")
    }
  }

  /// The number, if it is one.
  var double: Double? {
    switch self {
    case .natural(let number): Double(number)
    case .number(let number): number
    default: nil
    }
  }
}

extension JSONValue: Decodable {
  /// Reads whatever comes.
  ///
  /// - Throws: the decoder's error for what is no JSON, or a number beyond all numbers.
  init(from decoder: any Decoder) throws {
    let value = try decoder.singleValueContainer()
    if value.decodeNil() {
      self = .null
    } else if let bool = try? value.decode(Bool.self) {
      self = .bool(bool)
    } else if let natural = try? value.decode(UInt64.self) {
      self = .natural(natural)
    } else if let number = try? value.decode(Double.self) {
      self = .number(number)
    } else if let text = try? value.decode(String.self) {
      self = .text(text)
    } else if let list = try? value.decode([JSONValue].self) {
      self = .list(list)
    } else {
      self = .object(try value.decode([String: JSONValue].self))
    }
  }
}
