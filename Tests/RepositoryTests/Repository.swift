// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

/// What the rules look at: the text files of a checkout, or of a tiny one made up in a test.
struct Repository: Sendable {
  /// Sorted by path, so that findings come in the same order everywhere.
  let files: [TextFile]
  /// Every file and folder, those that are not text among them.
  let paths: Set<String>
  /// The documents, by path, parsed once: several rules look at each.
  let documents: [String: Markdown]

  /// A repository of text files, and of others of which only the paths matter.
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

  /// The Swift files somebody wrote: all but those a generator did.
  var swiftFiles: [TextFile] { files.filter { $0.isSwift && !$0.path.hasSuffix(".pb.swift") } }

  subscript(path: String) -> TextFile? { files.first { $0.path == path } }
}

/// One text file.
struct TextFile: Sendable {
  /// From the repository's root, with `/`.
  let path: String
  let text: String

  var isSwift: Bool { path.hasSuffix(".swift") }

  /// The file's name without its folders.
  var name: Substring { path.split(separator: "/").last ?? "" }

  /// The lines of the text, without their ends.
  var lines: [Substring] {
    var lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    if lines.last == "" { lines.removeLast() }
    return lines
  }

  func isIn(_ folder: String) -> Bool { path.hasPrefix(folder + "/") }

  /// A finding for each line that matches outside `//` comments; lines without `word` are not
  /// looked at.
  func findings(
    of word: String, _ message: String, where matches: (Substring) -> Bool = { _ in true }
  ) -> [Finding] {
    // Most files hold no such word: one look at the whole saves many at its lines.
    guard text.utf8.contains(word.utf8) else { return [] }
    return lines.enumerated().compactMap { offset, line in
      let code = line.firstRange(of: "//").map { line[..<$0.lowerBound] } ?? line
      guard code.contains(word), matches(code) else { return nil }
      return Finding(path, line: offset + 1, message)
    }
  }
}

/// A place where a rule is broken.
struct Finding: Equatable, Sendable, CustomStringConvertible {
  let path: String
  /// From 1; 0 where it is about the file as a whole.
  let line: Int
  /// What is wrong and what to do, as a sentence.
  let message: String

  init(_ path: String, line: Int = 0, _ message: String) {
    self.path = path
    self.line = line
    self.message = message
  }

  /// The path, with `:line` where it has one.
  var place: String { line > 0 ? "\(path):\(line)" : path }

  var description: String { "\(place): \(message)" }
}
