// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Protocol

/// The fields of an admin request's JSON object: known keys, values not yet validated.
struct AdminFields: Hashable, Codable, Sendable {
  /// The key of a field.
  enum Key: String, CodingKey, CaseIterable {
    case admin, session, key, address, seconds, reason, text, path, force, cancel
    case action = "do"
  }

  /// The value of a field.
  enum Value: Hashable, Codable, Sendable, CustomStringConvertible {
    case text(String)
    case number(Int64)
    case flag(Bool)

    init(from decoder: any Decoder) throws {
      let value = try decoder.singleValueContainer()
      if let text = try? value.decode(String.self) {
        self = .text(text)
      } else if let flag = try? value.decode(Bool.self) {
        self = .flag(flag)
      } else {
        self = .number(try value.decode(Int64.self))
      }
    }

    func encode(to encoder: any Encoder) throws {
      var value = encoder.singleValueContainer()
      switch self {
      case .text(let text): try value.encode(text)
      case .number(let number): try value.encode(number)
      case .flag(let flag): try value.encode(flag)
      }
    }

    var description: String {
      switch self {
      case .text(let text): text
      case .number(let number): "\(number)"
      case .flag(let flag): "\(flag)"
      }
    }
  }

  /// Any key of an object.
  private struct AnyKey: CodingKey {
    var stringValue: String
    var intValue: Int? { nil }
    init?(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
  }

  private var values: [Key: Value] = [:]

  /// The fields of a request without arguments.
  init(_ action: String) {
    values = [.admin: .number(AdminWire.version), .action: .text(action)]
  }

  init(from decoder: any Decoder) throws {
    let words = try decoder.container(keyedBy: AnyKey.self).allKeys.map(\.stringValue).sorted()
    if let strange = words.first(where: { Key(stringValue: $0) == nil }) {
      throw AdminRefusal(
        .malformed, "\"\(strange.printable(limit: 40))\" is not a request key: leave it out.")
    }
    let fields = try decoder.container(keyedBy: Key.self)
    for key in fields.allKeys {
      values[key] = try fields.decodeIfPresent(Value.self, forKey: key)
    }
  }

  func encode(to encoder: any Encoder) throws {
    var fields = encoder.container(keyedBy: Key.self)
    for (key, value) in values { try fields.encode(value, forKey: key) }
  }

  subscript(key: Key) -> Value? {
    get { values[key] }
    set { values[key] = newValue }
  }

  /// A text; nil if it is missing.
  ///
  /// - Throws: `AdminRefusal` if the value is something else.
  func text(_ key: Key) throws(AdminRefusal) -> String? {
    switch self[key] {
    case .text(let text): text
    case nil: nil
    case .number, .flag: throw .unreadable
    }
  }

  /// A whole number; nil if it is missing.
  ///
  /// - Throws: `AdminRefusal` if the value is something else.
  func number(_ key: Key) throws(AdminRefusal) -> Int64? {
    switch self[key] {
    case .number(let number): number
    case nil: nil
    case .text, .flag: throw .unreadable
    }
  }

  /// Whether a flag is set.
  ///
  /// - Throws: `AdminRefusal` if the value is something else.
  func flag(_ key: Key) throws(AdminRefusal) -> Bool {
    switch self[key] {
    case .flag(let flag): flag
    case nil: false
    case .text, .number: throw .unreadable
    }
  }

  /// Rejects arguments the action does not take.
  ///
  /// - Throws: `AdminRefusal` that names the first of them.
  func allow(_ keys: Key..., of action: String) throws(AdminRefusal) {
    let known = [.admin, .action] + keys
    for key in Key.allCases where self[key] != nil && !known.contains(key) {
      throw AdminRefusal(.malformed, "\(action) takes no \"\(key.rawValue)\": leave it out.")
    }
  }

  /// The arguments for the audit log, truncated to 4,096 characters each.
  var arguments: [String: String] {
    values.reduce(into: [:]) { words, field in
      guard field.key != .admin, field.key != .action else { return }
      words[field.key.rawValue] = field.value.description.printable(limit: 4096)
    }
  }
}
