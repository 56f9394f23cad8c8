// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import ArgumentParser
import Glibc

/// A directory for one run, removed with its last reference.
final class TemporaryDirectory: Sendable {
  let path: String

  /// A new one under `$TMPDIR` or `/tmp`.
  ///
  /// - Parameter inMemory: whether to use a memory file system if there is one.
  /// - Throws: `ValidationError` if it cannot be created.
  init(inMemory: Bool = false) throws {
    let usual = getenv("TMPDIR").map { String(cString: $0) } ?? "/tmp"
    let parent = inMemory && access("/dev/shm", W_OK) == 0 ? "/dev/shm" : usual
    var template = Array((parent + "/facedown-lab-XXXXXX").utf8CString)
    guard mkdtemp(&template) != nil else {
      throw ValidationError("No directory can be created in \(parent).")
    }
    path = String(decoding: template.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
  }

  deinit { Self.remove(path) }

  /// Removes a directory with the files in it.
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
