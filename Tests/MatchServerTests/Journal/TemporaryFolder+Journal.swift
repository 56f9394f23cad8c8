// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Foundation
import MatchFixtures

extension TemporaryFolder {
  /// Copies the journal's files as they are on the disk, as after a crash.
  func copyJournal(from other: String) throws {
    for name in ["journal.sqlite", "journal.sqlite-wal"] {
      let source = other + "/" + name
      guard FileManager.default.fileExists(atPath: source) else { continue }
      try FileManager.default.copyItem(atPath: source, toPath: path + "/" + name)
    }
  }

  /// The bytes of a file.
  func bytes(_ name: String) throws -> [UInt8] {
    Array(try Data(contentsOf: URL(filePath: path + "/" + name)))
  }

  /// The names of its files, sorted.
  var names: [String] {
    (try? FileManager.default.contentsOfDirectory(atPath: path).sorted()) ?? []
  }

  /// Files left by unfinished copies.
  var unfinished: [String] { names.filter { $0.contains(".partial") } }

  /// A file's permissions.
  func rights(_ name: String) throws -> Int {
    let attributes = try FileManager.default.attributesOfItem(atPath: path + "/" + name)
    return (attributes[.posixPermissions] as? NSNumber)?.intValue ?? 0
  }
}
