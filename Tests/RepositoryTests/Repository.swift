// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

/// What the rules look at: the text files of a checkout, or of a tiny one made up in a test.
struct Repository: Sendable {
  /// Sorted by path, so that findings come in the same order everywhere.
  let files: [TextFile]
  /// Every file and folder there is, those that are no text among them.
  let paths: Set<String>
  /// The documents, by path, read once: several rules look at each.
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
  var swiftFiles: [TextFile] { files.filter { $0.isSwift && !$0.isGenerated } }

  /// The written Swift files under `Sources`, by the module whose folder they are in.
  var modules: [String: [TextFile]] {
    Dictionary(grouping: swiftFiles.filter { $0.module != nil }, by: { $0.module ?? "" })
  }

  subscript(path: String) -> TextFile? { files.first { $0.path == path } }
}

/// One text file.
struct TextFile: Sendable {
  /// From the repository's root, with `/`.
  let path: String
  /// What is in it, whole.
  let text: String
  /// For Swift, the text with comments and the contents of strings blanked; otherwise the text.
  let code: String

  init(path: String, text: String) {
    self.path = path
    self.text = text
    self.code = path.hasSuffix(".swift") ? SwiftCode.blanking(text) : text
  }

  var isSwift: Bool { path.hasSuffix(".swift") }

  var isGenerated: Bool { path.hasSuffix(".pb.swift") || path.hasSuffix(".pb.h") }

  /// The name of the folder in `Sources` this file is in, if it is in one.
  var module: String? {
    let parts = path.split(separator: "/")
    return parts.count > 2 && parts[0] == "Sources" ? String(parts[1]) : nil
  }

  /// The file's name without its folders.
  var name: Substring { path.split(separator: "/").last ?? "" }

  func isIn(_ folder: String) -> Bool { path.hasPrefix(folder + "/") }

  /// The lines of the text, without their ends.
  var lines: [Substring] { Self.lines(of: text) }

  /// The lines of the code; line for line those of the text.
  var codeLines: [Substring] { Self.lines(of: code) }

  private static func lines(of text: String) -> [Substring] {
    var lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    if lines.last == "" { lines.removeLast() }
    return lines
  }
}

/// A place where a rule is broken.
struct Finding: Equatable, Sendable, CustomStringConvertible {
  let path: String
  /// From 1; 0 where it is about the file or folder as a whole.
  let line: Int
  /// What is wrong and what to do, as a sentence.
  let what: String

  init(_ path: String, line: Int = 0, _ what: String) {
    self.path = path
    self.line = line
    self.what = what
  }

  var description: String { line > 0 ? "\(path):\(line): \(what)" : "\(path): \(what)" }
}
