// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

// The files are found by walking the folders past what `.gitignore` names, and not by asking git: the
// test also runs where there is no git, or where git distrusts the folder's owner.

import Foundation

extension Repository {
  /// The checkout these tests were compiled from, read once.
  static let checkout = Result { try Repository(at: checkoutRoot) }

  static let checkoutRoot = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  /// Reads every text file under `root` that is not ignored, and knows of the others.
  init(at root: URL) throws {
    let ignored = IgnoreList(
      try String(contentsOf: root.appending(path: ".gitignore"), encoding: .utf8))
    var files: [TextFile] = []
    var others: [String] = []
    var folders = [""]
    while let folder = folders.popLast() {
      let contents = try FileManager.default.contentsOfDirectory(
        at: root.appending(path: folder), includingPropertiesForKeys: nil)
      for item in contents {
        let path = folder + item.lastPathComponent
        let values = try item.resourceValues(forKeys: [.isDirectoryKey, .isRegularFileKey])
        if item.lastPathComponent == ".git" || ignored.covers(item.lastPathComponent) {
          continue
        } else if values.isDirectory == true {
          folders.append(path + "/")
        } else if values.isRegularFile == true {
          let bytes = try Data(contentsOf: item)
          if !bytes.contains(0), let text = String(data: bytes, encoding: .utf8) {
            files.append(TextFile(path: path, text: text))
          } else {
            others.append(path)
          }
        }
      }
    }
    self.init(files, others: others)
  }
}

/// The part of `.gitignore`'s language that ours uses: the name of a file or folder at any depth,
/// with `*` for any characters.
struct IgnoreList: Sendable {
  let patterns: [String]

  init(_ text: String) {
    patterns = text.split(separator: "\n").filter { !$0.hasPrefix("#") }
      .map { $0.hasSuffix("/") ? String($0.dropLast()) : String($0) }
  }

  /// Patterns this type would misunderstand.
  var unsupported: [String] {
    patterns.filter { $0.contains("/") || $0.hasPrefix("!") || $0.contains("\\") }
  }

  func covers(_ name: String) -> Bool {
    patterns.contains { fnmatch($0, name, 0) == 0 }
  }
}
