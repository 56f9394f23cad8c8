// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

/// The input of the rules: the text files of a checkout, or of a tiny one made up in a test.
struct Repository: Sendable {
  /// Sorted by path, so that the order of findings is stable.
  let files: [TextFile]
  /// Every file and folder, binary files included.
  let paths: Set<String>
  /// The documents, by path, parsed once for all rules.
  let documents: [String: Markdown]

  /// A repository of text files, and of others that only have a path.
  init(_ files: [TextFile], others: [String] = []) {
    self.files = files.sorted { $0.path < $1.path }
    var paths: Set<String> = [""]
    for path in files.map(\.path) + others {
      let parts = path.split(separator: "/")
      for count in 1...max(1, parts.count) {
        paths.insert(parts.prefix(count).joined(separator: "/"))
      }
    }
    self.paths = paths
    documents = Dictionary(
      uniqueKeysWithValues: files.filter(\.isDocument).map { ($0.path, Markdown($0)) })
  }

  /// A made-up repository: text by path.
  init(_ texts: [String: String]) {
    self.init(texts.map { TextFile(path: $0.key, text: $0.value) })
  }

  /// The hand-written Swift files.
  var swiftFiles: [TextFile] { files.filter { $0.isSwift && !$0.path.hasSuffix(".pb.swift") } }

  subscript(path: String) -> TextFile? { files.first { $0.path == path } }
}

/// One text file.
struct TextFile: Sendable {
  /// The path from the repository's root.
  let path: String
  let text: String

  var isSwift: Bool { path.hasSuffix(".swift") }

  /// The file's name without its folders.
  var name: Substring { path.split(separator: "/").last ?? "" }

  /// The lines of the text, without line breaks.
  var lines: [Substring] {
    var lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    if lines.last == "" { lines.removeLast() }
    return lines
  }

  func isIn(_ folder: String) -> Bool { path.hasPrefix(folder + "/") }

  /// A finding for each line that matches outside `//` comments; lines without `word` are skipped.
  func findings(
    of word: String, _ message: String, where matches: (Substring) -> Bool = { _ in true }
  ) -> [Finding] {
    // Most files lack the word: one search of the whole saves a search per line.
    guard text.utf8.contains(word.utf8) else { return [] }
    return lines.enumerated().compactMap { offset, line in
      let code = line.firstRange(of: "//").map { line[..<$0.lowerBound] } ?? line
      guard code.contains(word), matches(code) else { return nil }
      return Finding(path, line: offset + 1, message)
    }
  }
}

/// A violation of a rule.
struct Finding: Equatable, Sendable, CustomStringConvertible {
  let path: String
  /// From 1; 0 if it is about the whole file.
  let line: Int
  /// What is wrong and what to do, as a sentence.
  let message: String

  init(_ path: String, line: Int = 0, _ message: String) {
    self.path = path
    self.line = line
    self.message = message
  }

  /// The path, with `:line` if there is one.
  var place: String { line > 0 ? "\(path):\(line)" : path }

  var description: String { "\(place): \(message)" }
}
