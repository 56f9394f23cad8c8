// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Files
import Glibc
import Protocol
import Settings
import Yams

// A configuration file: YAML with settings' names as keys, and a value or a list of values each.
//
// Uses Yams' node tree, because only that has line numbers.

extension SettingLines<ServerSettings> {
  /// Maximum size in bytes.
  static var limit: Int { 65_536 }
  /// Maximum number of aliases: a few nested ones would expand without bound.
  private static var mostAliases: Int { 8 }

  /// Reads the file at `path`.
  ///
  /// - Throws: a sentence if it cannot be read as settings at all.
  init(yamlFile path: String) throws(SettingsProblem) {
    let bytes: [UInt8]
    do throws(FileFailure) {
      bytes = try BoundedFile.bytes(at: path, limit: Self.limit)
    } catch {
      throw SettingsProblem(
        "The configuration \(path.printable(limit: 200)) cannot be read (\(error.reason)): check the"
          + " path and its permissions.")
    }
    try self.init(yaml: bytes, path: path)
  }

  /// Parses the contents of the file `path`.
  ///
  /// - Throws: a sentence if it cannot be read as settings at all.
  init(yaml bytes: [UInt8], path: String) throws(SettingsProblem) {
    self.init(path: path)
    let text = try Self.text(bytes, path)
    guard let root = try Self.tree(text, path), !root.isEmptyScalar else { return }
    guard let mapping = root.mapping else {
      throw SettingsProblem("\(path):\(root.line): give settings as lines of NAME: VALUE.")
    }
    for (key, value) in mapping { add(key, value) }
  }

  // MARK: The tree

  private mutating func add(_ key: Node, _ value: Node) {
    guard let name = key.scalar?.string, !name.isEmpty else {
      return addProblem("a setting's name is a single word.", line: key.line)
    }
    guard let setting = Setting<ServerSettings>.named(name) else {
      return add(name, [], line: key.line)
    }
    if let word = value.scalar {
      guard !value.isEmptyScalar else {
        return addProblem(
          "\(name) has no value: give one, or leave the line out.", line: key.line)
      }
      return add(name, [word.string], line: key.line)
    }
    guard setting.field.isList, let list = value.sequence else {
      let what = value.sequence == nil ? "nested settings" : "a list"
      let remedy = setting.field.isList ? "a word, or a list of words." : "one value."
      return addProblem("\(name) has \(what): give it \(remedy)", line: key.line)
    }
    var words: [String] = []
    for element in list {
      guard let word = element.scalar, !element.isEmptyScalar else {
        return addProblem("\(name) is a list of single words.", line: element.line)
      }
      words.append(word.string)
    }
    add(name, words, line: key.line)
  }

  private static func tree(_ text: String, _ path: String) throws(SettingsProblem) -> Node? {
    let aliases = zip(text.utf8, text.utf8.dropFirst()).count { $0 == 0x2a && isNameByte($1) }
    guard aliases <= mostAliases else {
      throw SettingsProblem(
        "\(path): it uses more than \(mostAliases) aliases (*name): write the values out.")
    }
    do {
      return try Yams.compose(yaml: text, .default, .default, .utf8)
    } catch {
      throw SettingsProblem(sentences(for: error, in: text, path))
    }
  }

  /// Whether a byte may be part of an anchor's name.
  private static func isNameByte(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "_"), UInt8(ascii: "-"):
      true
    default: false
    }
  }

  private static func sentences(
    for error: any Error, in text: String, _ path: String
  ) -> [String] {
    switch error {
    case YamlError.duplicatedKeysInMapping(let names, let context):
      names.prefix(4).map { name in
        let lines = lines(saying: name, in: text)
        let shown = name.printable(limit: 40)
        guard let first = lines.first, let last = lines.last, first < last else {
          return "\(path):\(context.mark.line): \(shown) is given twice: keep one of them."
        }
        return
          "\(path):\(last): \(shown) is given twice, first in line \(first): keep one of them."
      }
    case YamlError.scanner(_, let problem, let mark, _),
      YamlError.parser(_, let problem, let mark, _),
      YamlError.composer(_, let problem, let mark, _):
      [
        "\(path):\(min(mark.line, max(1, text.split(separator: "\n").count))): this is not YAML"
          + " (\(problem.printable(limit: 120))): give settings as lines of NAME: VALUE, with "
          + "quotes around values that hold special characters."
      ]
    default:
      ["\(path): this is not YAML: give settings as lines of NAME: VALUE."]
    }
  }

  /// Lines that start with a key, quoted or not; Yams does not report them.
  private static func lines(saying name: String, in text: String) -> [Int] {
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    return lines.enumerated().compactMap { index, line in
      let isSaid = ["", "\"", "'"].contains { quote in
        let begin = quote + name + quote
        return line.hasPrefix(begin)
          && line.dropFirst(begin.count).first { $0 != " " && $0 != "\t" } == ":"
      }
      return isSaid ? index + 1 : nil
    }
  }

  // MARK: The bytes

  /// Decodes the bytes as text without control characters.
  private static func text(_ bytes: [UInt8], _ path: String) throws(SettingsProblem) -> String {
    let line = { (index: Int) in bytes[..<index].count { $0 == UInt8(ascii: "\n") } + 1 }
    let isControl = { (byte: UInt8) in byte == 0x7f || (byte < 0x20 && ![9, 10, 13].contains(byte))
    }
    if let index = bytes.firstIndex(where: isControl) {
      throw SettingsProblem(
        "\(path):\(line(index)): there is a control character (byte \(bytes[index])): write the "
          + "file as plain text.")
    }
    guard let text = String(validating: bytes, as: UTF8.self) else {
      throw SettingsProblem("\(path): the file is not UTF-8: write it as plain text.")
    }
    return text
  }
}

extension Node {
  /// Its line.
  fileprivate var line: Int { mark?.line ?? 1 }

  /// Whether it is an empty or null value.
  fileprivate var isEmptyScalar: Bool {
    guard let scalar else { return false }
    return scalar.style == .plain && (scalar.string.isEmpty || scalar.string == "~")
  }
}
