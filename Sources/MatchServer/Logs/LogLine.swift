// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Cells
import Glibc
import Logging
import Protocol

/// A metadata value of a log entry.
enum LogFact: Hashable, Sendable {
  case text(String)
  /// An integer, in digits.
  case number(String)

  /// Converts a metadata value; integers stay integers if they were passed as such.
  init(_ value: Logger.MetadataValue) {
    if case .stringConvertible(let number) = value, let number = number as? any BinaryInteger {
      self = .number("\(number)")
    } else {
      self = .text("\(value)")
    }
  }

  /// The value as text.
  var words: String {
    switch self {
    case .text(let words), .number(let words): words
    }
  }
}

/// A log entry to be formatted.
struct LogLine: Sendable {
  /// The time, RFC 3339.
  var time: String
  var level: Logger.Level
  var message: String
  /// The metadata, in order.
  var facts: [(key: String, value: LogFact)]

  /// The line, without the newline.
  func text(_ form: LogForm, for reader: LogReader) -> String {
    let body = form == .json ? json : reader == .journal ? sentence : "\(time) \(told) \(sentence)"
    return reader == .journal ? "<\(priority)>\(body)" : body
  }

  /// The level, padded.
  private var told: String {
    let longest = 8
    return level.rawValue + String(repeating: " ", count: longest - level.rawValue.utf8.count)
  }

  /// The syslog priority (sd-daemon(3)).
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
  /// The value, quoted if its end would be ambiguous.
  fileprivate var quotedIfNeeded: String {
    let isPlain = !isEmpty && unicodeScalars.allSatisfy { $0 != " " && $0 != "\"" && $0 != "=" }
    if isPlain { return escaped(for: .human) }
    let inside = escaped(for: .human).map { $0 == "\"" ? "\\\"" : String($0) }.joined()
    return "\"\(inside)\""
  }

  /// The text with invisible and control characters escaped.
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

/// The format of log lines.
enum LogForm: String, Hashable, Sendable, CaseIterable {
  /// For people.
  case human
  /// One JSON object a line.
  case json
}

/// The reader of standard error.
enum LogReader: Hashable, Sendable {
  /// A file, a pipe or a person: lines start with the time.
  case anyone
  /// systemd's journal, which adds the time and takes the level from a prefix.
  case journal

  /// The reader of this process's standard error (systemd.exec(5), `JOURNAL_STREAM`).
  static var ofStandardError: LogReader {
    guard let told = getenv("JOURNAL_STREAM") else { return .anyone }
    var state = stat()
    guard fstat(STDERR_FILENO, &state) == 0 else { return .anyone }
    return String(cString: told) == "\(state.st_dev):\(state.st_ino)" ? .journal : .anyone
  }
}
