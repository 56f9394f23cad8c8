// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Foundation

extension Repository {
  /// The checkout from which these tests were compiled, read once.
  static let checkout = Result { try Repository(at: checkoutRoot) }

  static let checkoutRoot = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  /// Reads the regular files under `root`.
  ///
  /// Hidden folders other than .ci and .github contain no sources (.git, .build ...). Git is not used,
  /// because the tests also run without it.
  init(at root: URL) throws {
    var files: [TextFile] = []
    var others: [String] = []
    var folders = [""]
    while let folder = folders.popLast() {
      for item in try FileManager.default.contentsOfDirectory(
        at: root.appending(path: folder), includingPropertiesForKeys: nil)
      {
        let name = item.lastPathComponent
        let values = try item.resourceValues(forKeys: [.isDirectoryKey, .isRegularFileKey])
        if values.isDirectory == true {
          if !name.hasPrefix(".") || [".ci", ".github"].contains(name) {
            folders.append(folder + name + "/")
          }
        } else if values.isRegularFile == true {
          let bytes = try Data(contentsOf: item)
          if !bytes.contains(0), let text = String(data: bytes, encoding: .utf8) {
            files.append(TextFile(path: folder + name, text: text))
          } else {
            others.append(folder + name)
          }
        }
      }
    }
    self.init(files, others: others)
  }
}
