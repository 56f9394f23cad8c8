// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import ArgumentParser
import Glibc

/// A directory for one run, gone with the last who holds it.
final class TemporaryDirectory: Sendable {
  let path: String

  /// A new one under `$TMPDIR` or `/tmp`.
  init() throws {
    let parent = getenv("TMPDIR").map { String(cString: $0) } ?? "/tmp"
    var template = Array((parent + "/facedown-lab-XXXXXX").utf8CString)
    guard mkdtemp(&template) != nil else {
      throw ValidationError("No directory can be made in \(parent).")
    }
    path = String(decoding: template.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
  }

  deinit { Self.remove(path) }

  /// Takes a directory away with the files in it.
  static func remove(_ path: String) {
    if let entries = opendir(path) {
      while let entry = readdir(entries) {
        let name = withUnsafePointer(to: &entry.pointee.d_name) {
          $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
        }
        if name != ".", name != ".." { unlink(path + "/" + name) }
      }
      closedir(entries)
    }
    rmdir(path)
  }
}
