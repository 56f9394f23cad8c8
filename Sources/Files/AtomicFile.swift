// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

package import Glibc

/// Writes files complete or not at all: a full disk or a crash leaves what was there before.
///
/// A file is written and synced under another name in the same folder, then gets its own.
package enum AtomicFile {
  /// Writes a new file; never replaces one.
  ///
  /// Of several processes that try, one succeeds.
  ///
  /// - Returns: whether it was created; false if there is one already.
  /// - Throws: `FileFailure`.
  package static func create(
    _ bytes: [UInt8], at path: String, permissions: mode_t
  ) throws(FileFailure) -> Bool {
    let draft = try draft(bytes, for: path, permissions)
    do throws(FileFailure) {
      try publish(draft, as: path, replaces: false)
    } catch {
      unlink(draft)
      guard error == .refused(errno: EEXIST) else { throw error }
      return false
    }
    return true
  }

  /// Writes a file, and replaces one that is there, whose permissions it keeps.
  ///
  /// A symbolic link stays one: its target is replaced.
  ///
  /// - Throws: `FileFailure`.
  package static func replace(_ bytes: [UInt8], at path: String) throws(FileFailure) {
    let target = resolved(path) ?? path
    var state = stat()
    let permissions = stat(target, &state) == 0 ? state.st_mode & 0o777 : 0o644
    let draft = try draft(bytes, for: target, permissions)
    do throws(FileFailure) {
      try publish(draft, as: target, replaces: true)
    } catch {
      unlink(draft)
      throw error
    }
  }

  /// Gives a complete, synced file its name, so that it keeps it over a power failure.
  ///
  /// - Parameters:
  ///   - draft: its name so far, in the same folder; it is gone afterwards.
  ///   - path: its name.
  ///   - replaces: whether a file of that name is replaced; if not, that is `EEXIST`.
  /// - Throws: `FileFailure`; the draft is unchanged then.
  package static func publish(
    _ draft: String, as path: String, replaces: Bool
  ) throws(FileFailure) {
    if replaces {
      guard rename(draft, path) == 0 else { throw .refused(errno: errno) }
    } else {
      // Unlike rename, link never replaces a file created meanwhile.
      guard link(draft, path) == 0 else { throw .refused(errno: errno) }
      unlink(draft)
    }
    // Some file systems do not sync folders: the file is complete all the same.
    let place = open(folder(of: path), O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard place >= 0 else { return }
    fsync(place)
    close(place)
  }

  /// Writes all bytes to an open file or pipe.
  ///
  /// - Throws: `FileFailure`; some bytes may have been written then.
  package static func write(_ bytes: [UInt8], to file: Int32) throws(FileFailure) {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { Glibc.write(file, $0.baseAddress, $0.count) }
      if count < 0, errno == EINTR || errno == EAGAIN { continue }
      guard count > 0 else { throw .refused(errno: errno) }
      rest = rest.dropFirst(count)
    }
  }

  /// Creates an empty file that nobody else has, to be published once it is complete; child processes
  /// do not inherit it.
  ///
  /// - Parameters:
  ///   - prefix: its path up to the six characters that make it unique.
  ///   - permissions: its permissions, whatever the umask.
  /// - Returns: the file, open for reading and writing, and its path.
  /// - Throws: `FileFailure`; then there is no such file.
  package static func openDraft(
    _ prefix: String, _ permissions: mode_t
  ) throws(FileFailure) -> (file: Int32, path: String) {
    var name = Array("\(prefix)XXXXXX".utf8CString)
    let file = mkstemp(&name)
    guard file >= 0 else { throw .refused(errno: errno) }
    let path = String(decoding: name.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
    guard fcntl(file, F_SETFD, FD_CLOEXEC) == 0, fchmod(file, permissions) == 0 else {
      let number = errno
      close(file)
      unlink(path)
      throw .refused(errno: number)
    }
    return (file, path)
  }

  /// A synced file with these bytes, in the folder of `path`.
  private static func draft(
    _ bytes: [UInt8], for path: String, _ permissions: mode_t
  ) throws(FileFailure) -> String {
    let (file, draft) = try openDraft("\(path).", permissions)
    do throws(FileFailure) {
      try write(bytes, to: file)
      guard fsync(file) == 0 else { throw .refused(errno: errno) }
    } catch {
      close(file)
      unlink(draft)
      throw error
    }
    guard close(file) == 0 else {
      let number = errno
      unlink(draft)
      throw .refused(errno: number)
    }
    return draft
  }

  private static func resolved(_ path: String) -> String? {
    guard let real = realpath(path, nil) else { return nil }
    defer { free(real) }
    return String(cString: real)
  }
}

/// The folder of a path: "." if it names none.
package func folder(of path: String) -> String {
  guard let slash = path.lastIndex(of: "/") else { return "." }
  return slash == path.startIndex ? "/" : String(path[..<slash])
}

/// Folders with mode 0700, as the XDG Base Directory Specification requires for a user's
/// configuration.
package enum PrivateFolder {
  /// Creates a folder and its missing parents; leaves existing folders unchanged.
  package static func make(_ path: String) {
    guard !path.isEmpty, mkdir(path, 0o700) != 0, errno == ENOENT,
      let slash = path.lastIndex(of: "/")
    else { return }
    make(String(path[..<slash]))
    mkdir(path, 0o700)
  }
}
