// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import ArgumentParser
import Glibc

/// A directory for one run, gone with the last who holds it.
final class TemporaryDirectory: Sendable {
  let path: String

  /// A new one under `$TMPDIR` or `/tmp`.
  ///
  /// - Parameter inMemory: whether what is in it need not be on a disk, where that can be had.
  /// - Throws: `ValidationError` if it cannot be made.
  init(inMemory: Bool = false) throws {
    let usual = getenv("TMPDIR").map { String(cString: $0) } ?? "/tmp"
    let parent = inMemory && access("/dev/shm", W_OK) == 0 ? "/dev/shm" : usual
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
