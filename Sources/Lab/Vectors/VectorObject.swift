// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import FoundationEssentials

/// A JSON object with typed access to its parts; a fault names the part it is about.
struct VectorObject: Hashable, Sendable {
  private let parts: [String: JSONValue]

  /// Reads an object.
  ///
  /// - Throws: a fault if `value` is something else.
  init(_ value: JSONValue) throws(VectorFault) {
    guard case .object(let parts) = value else { throw VectorFault("is not a JSON object") }
    self.parts = parts
  }

  /// The names of its parts, sorted.
  var names: [String] { parts.keys.sorted() }

  /// The part called `name`, or nil.
  subscript(name: String) -> JSONValue? { parts[name] }

  func has(_ name: String) -> Bool { parts[name] != nil }

  /// The part called `name`.
  ///
  /// - Throws: a fault if it is missing.
  func part(_ name: String) throws(VectorFault) -> JSONValue {
    guard let value = parts[name] else { throw VectorFault("'\(name)' is missing") }
    return value
  }

  /// A string.
  func text(_ name: String) throws(VectorFault) -> String {
    guard case .text(let text) = try part(name) else {
      throw VectorFault("'\(name)' is not a string")
    }
    return text
  }

  /// A number.
  func number(_ name: String) throws(VectorFault) -> Double {
    guard let number = try part(name).double else { throw VectorFault("'\(name)' is not a number") }
    return number
  }

  /// A whole number within `range`.
  func count(_ name: String, in range: ClosedRange<Int>) throws(VectorFault) -> Int {
    guard case .natural(let number) = try part(name), let count = Int(exactly: number),
      range.contains(count)
    else {
      throw VectorFault(
        "'\(name)' is not a whole number from \(range.lowerBound) to \(range.upperBound)")
    }
    return count
  }

  /// A list.
  func list(_ name: String) throws(VectorFault) -> [JSONValue] {
    guard case .list(let list) = try part(name) else {
      throw VectorFault("'\(name)' is not a list")
    }
    return list
  }

  /// A list of numbers.
  func numbers(_ name: String) throws(VectorFault) -> [Double] {
    let numbers = try list(name).map(\.double)
    guard !numbers.contains(nil) else { throw VectorFault("'\(name)' is not a list of numbers") }
    return numbers.compactMap { $0 }
  }

  /// A list of non-negative whole numbers.
  func naturals(_ name: String) throws(VectorFault) -> [UInt64] {
    var naturals: [UInt64] = []
    for value in try list(name) {
      guard case .natural(let natural) = value else {
        throw VectorFault("'\(name)' is not a list of whole numbers")
      }
      naturals.append(natural)
    }
    return naturals
  }

  /// An object.
  func object(_ name: String) throws(VectorFault) -> VectorObject {
    do throws(VectorFault) {
      return try VectorObject(try part(name))
    } catch {
      throw has(name) ? VectorFault("'\(name)' \(error)") : error
    }
  }
}

/// Any JSON value.
///
/// Rows are read through it, so that each row's faults are reported separately and nothing in a
/// file is silently skipped.
enum JSONValue: Hashable, Sendable {
  /// `null`.
  case null
  /// `true` or `false`.
  case bool(Bool)
  /// A non-negative whole number.
  case natural(UInt64)
  /// A number that `natural` cannot hold.
  case number(Double)
  /// A string.
  case text(String)
  /// An array.
  case list([JSONValue])
  /// A JSON object: its members by name.
  case object([String: JSONValue])

  /// Parses JSON.
  ///
  /// - Throws: a fault if `text` is not JSON.
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
  /// Decodes any value.
  ///
  /// - Throws: the decoder's error for invalid JSON, or a number out of range.
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

/// Why a file, a row or a part of a row cannot be read; its text becomes part of a sentence.
struct VectorFault: Error, Hashable, Sendable, CustomStringConvertible {
  /// What is wrong, without a full stop.
  var description: String

  init(_ description: String) {
    self.description = description
  }
}
