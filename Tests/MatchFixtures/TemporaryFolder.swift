// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Foundation

/// A temporary folder of a test, removed with the last reference to it.
package final class TemporaryFolder: Sendable {
  package let path: String

  package init() throws {
    let folder = FileManager.default.temporaryDirectory
      .appending(path: "facedown-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    path = folder.path
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  /// Writes bytes to a file, replacing its contents, and returns its path.
  @discardableResult
  package func write(_ bytes: [UInt8], to name: String) throws -> String {
    let file = path + "/" + name
    try Data(bytes).write(to: URL(filePath: file))
    return file
  }

  /// Writes text to a file atomically, and returns its path.
  @discardableResult
  package func write(_ text: String, to name: String) throws -> String {
    let file = path + "/" + name
    try text.write(toFile: file, atomically: true, encoding: .utf8)
    return file
  }

  /// The text of a file.
  package func text(_ name: String) throws -> String {
    try String(contentsOfFile: path + "/" + name, encoding: .utf8)
  }

  /// The bytes of a file.
  package func bytes(_ name: String) throws -> [UInt8] {
    Array(try Data(contentsOf: URL(filePath: path + "/" + name)))
  }

  /// The names of its files, sorted.
  package var names: [String] {
    (try? FileManager.default.contentsOfDirectory(atPath: path).sorted()) ?? []
  }

  /// Files left by unfinished copies.
  package var unfinished: [String] { names.filter { $0.contains(".partial") } }

  /// A file's permissions.
  package func rights(_ name: String) throws -> Int {
    let attributes = try FileManager.default.attributesOfItem(atPath: path + "/" + name)
    return (attributes[.posixPermissions] as? NSNumber)?.intValue ?? 0
  }
}
