// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Logging
import Protocol

/// What an entry says besides its sentence.
enum LogFact: Hashable, Sendable {
  case text(String)
  /// A whole number, in digits.
  case number(String)

  /// What a logger was given: numbers that were not made into text before are known as such.
  init(_ value: Logger.MetadataValue) {
    if case .stringConvertible(let number) = value, let number = number as? any BinaryInteger {
      self = .number("\(number)")
    } else {
      self = .text("\(value)")
    }
  }

  /// The words of it.
  var words: String {
    switch self {
    case .text(let words), .number(let words): words
    }
  }
}

/// One entry of a log on its way to a line.
struct LogLine: Sendable {
  /// When, as RFC 3339 has it.
  var time: String
  var level: Logger.Level
  var message: String
  /// What is known besides, in order.
  var facts: [(key: String, value: LogFact)]

  /// The line, without the newline.
  func text(_ form: LogForm, for reader: LogReader) -> String {
    let body = form == .json ? json : reader == .journal ? sentence : "\(time) \(told) \(sentence)"
    return reader == .journal ? "<\(priority)>\(body)" : body
  }

  /// The level in a column.
  private var told: String {
    let longest = 8
    return level.rawValue + String(repeating: " ", count: longest - level.rawValue.utf8.count)
  }

  /// What syslog calls the level (sd-daemon(3)).
  private var priority: Int {
    switch level {
    case .trace, .debug: 7
    case .info: 6
    case .notice: 5
    case .warning: 4
    case .error: 3
    case .critical: 2
    }
  }

  private var sentence: String {
    facts.reduce(message.escaped(for: .human)) {
      $0 + " \($1.key.quotedIfNeeded)=\($1.value.words.quotedIfNeeded)"
    }
  }

  private var json: String {
    let fields = [("time", time), ("level", level.rawValue), ("message", message)]
    let named = fields.map { "\"\($0)\":\"\($1.escaped(for: .json))\"" }
    let known = facts.map { key, fact in
      let value =
        switch fact {
        case .text(let words): "\"\(words.escaped(for: .json))\""
        case .number(let digits): digits
        }
      return "\"\(key.escaped(for: .json))\":\(value)"
    }
    let metadata = known.isEmpty ? [] : ["\"metadata\":{\(known.joined(separator: ","))}"]
    return "{" + (named + metadata).joined(separator: ",") + "}"
  }
}

extension String {
  /// A value as it stands behind its name: in quotes where it would not be seen where it ends.
  fileprivate var quotedIfNeeded: String {
    let isPlain = !isEmpty && unicodeScalars.allSatisfy { $0 != " " && $0 != "\"" && $0 != "=" }
    if isPlain { return escaped(for: .human) }
    let inside = escaped(for: .human).map { $0 == "\"" ? "\\\"" : String($0) }.joined()
    return "\"\(inside)\""
  }

  /// The text with whatever shows nothing, or could control a terminal or a log, spelt out.
  func escaped(for form: LogForm) -> String {
    var text = ""
    for scalar in unicodeScalars {
      switch scalar {
      case "\\": text += "\\\\"
      case "\"" where form == .json: text += "\\\""
      case "\n": text += "\\n"
      case "\r": text += "\\r"
      case "\t": text += "\\t"
      case _ where !scalar.isPrintable:
        switch form {
        case .human: text += "\\u{\(String(scalar.value, radix: 16))}"
        case .json: text += scalar.jsonEscape
        }
      default: text.unicodeScalars.append(scalar)
      }
    }
    return text
  }
}
