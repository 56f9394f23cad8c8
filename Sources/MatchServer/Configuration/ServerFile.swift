// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Glibc
import Protocol
import Yams

/// A configuration file: YAML with settings' names as keys, and a value or a list of values each.
///
/// Uses Yams' node tree, because only that has line numbers.
struct ServerFile: Sendable {
  /// One key and its values.
  struct Item: Hashable, Sendable {
    var setting: ServerSetting
    var values: [String]
    var line: Int
  }

  /// Maximum size in bytes.
  static let limit = 65_536
  /// Maximum number of aliases: a few nested ones would expand without bound.
  private static let mostAliases = 8

  /// A problem in one line.
  struct Problem: Hashable, Sendable {
    var line: Int
    /// A sentence with the line, the problem and the remedy.
    var sentence: String
  }

  /// The settings, in order.
  let items: [Item]
  /// The problems, in order.
  let problems: [Problem]

  /// Reads the file at `path`.
  ///
  /// - Throws: a sentence if it cannot be read as settings at all.
  init(path: String) throws(SettingsProblem) {
    try self.init(bytes: Self.contents(of: path), path: path)
  }

  /// Parses the contents of the file `path`.
  ///
  /// - Throws: a sentence if it cannot be read as settings at all.
  init(bytes: [UInt8], path: String) throws(SettingsProblem) {
    let text = try Self.text(bytes, path)
    guard let root = try Self.tree(text, path), !root.isEmptyScalar else {
      (items, problems) = ([], [])
      return
    }
    guard let mapping = root.mapping else {
      throw SettingsProblem("\(path):\(root.line): give settings as lines of NAME: VALUE.")
    }
    var items: [Item] = []
    var problems: [Problem] = []
    for (key, value) in mapping {
      do throws(SettingsProblem) {
        items.append(try Self.item(key, value, path))
      } catch {
        problems += error.sentences.map { Problem(line: key.line, sentence: $0) }
      }
    }
    (self.items, self.problems) = (items, problems)
  }

  // MARK: The tree

  private static func item(_ key: Node, _ value: Node, _ path: String) throws(SettingsProblem)
    -> Item
  {
    let place = "\(path):\(key.line)"
    guard let name = key.scalar?.string, !name.isEmpty else {
      throw SettingsProblem("\(place): a setting's name is a single word.")
    }
    guard let setting = ServerSetting.named(name) else {
      let names = ServerSetting.all.map(\.name)
      let near = NearestName.of(name, among: names).map { "did you mean \($0)?" }
      throw SettingsProblem(
        "\(place): there is no setting \"\(name.printable(limit: 80))\": "
          + (near ?? "facedown-server config lists them all."))
    }
    if let word = value.scalar {
      guard !value.isEmptyScalar else {
        throw SettingsProblem(
          "\(place): \(name) has no value: give one, or leave the line out.")
      }
      return Item(setting: setting, values: [word.string], line: key.line)
    }
    guard setting.isList, let list = value.sequence else {
      let what = value.sequence == nil ? "nested settings" : "a list"
      throw SettingsProblem(
        "\(place): \(name) has \(what): give it "
          + (setting.isList ? "a word, or a list of words." : "one value."))
    }
    var values: [String] = []
    for element in list {
      guard let word = element.scalar, !element.isEmptyScalar else {
        throw SettingsProblem("\(path):\(element.line): \(name) is a list of single words.")
      }
      values.append(word.string)
    }
    return Item(setting: setting, values: values, line: key.line)
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

  /// The contents of a regular file; pipes and devices are rejected without waiting.
  private static func contents(of path: String) throws(SettingsProblem) -> [UInt8] {
    let unreadable = { (reason: String) in
      SettingsProblem(
        "The configuration \(path.printable(limit: 200)) cannot be read (\(reason)): check the path"
          + " and its permissions.")
    }
    guard !path.isEmpty, !path.utf8.contains(0) else { throw unreadable("the path names no file") }
    let file = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard file >= 0 else { throw unreadable(String(cString: strerror(errno))) }
    defer { close(file) }
    var state = stat()
    guard fstat(file, &state) == 0, state.st_mode & S_IFMT == S_IFREG else {
      throw unreadable("it is not a regular file")
    }
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 8_192)
    while bytes.count <= limit {
      let count = read(file, &buffer, buffer.count)
      if count < 0, errno == EINTR { continue }
      guard count >= 0 else { throw unreadable(String(cString: strerror(errno))) }
      guard count > 0 else { return bytes }
      bytes += buffer[..<count]
    }
    throw unreadable("it has more than \(limit) bytes")
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
