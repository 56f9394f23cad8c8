// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Glibc
import Settings

/// The user's settings file: `facedown/config` in `$XDG_CONFIG_HOME` or `~/.config` (XDG Base
/// Directory Specification).
///
/// It is replaced atomically by renaming a complete new file, so a full disk or a crash leaves the
/// old one.
struct SettingsStore: Hashable, Sendable {
  /// The maximum number of bytes a settings file may have.
  static let limit = 65_536

  /// The file's path; nil if the environment names no folder.
  let path: String?

  /// The file of the user with this environment.
  init(environment: (String) -> String?) {
    path = Self.folder(environment: environment).map { "\($0)/config" }
  }

  /// The folder of this program's files for a user; nil if the environment names none.
  static func folder(environment: (String) -> String?) -> String? {
    let folder =
      environment("XDG_CONFIG_HOME").flatMap { $0.hasPrefix("/") ? $0 : nil }
      ?? environment("HOME").flatMap { $0.hasPrefix("/") ? "\($0)/.config" : nil }
    return folder.map { "\($0)/facedown" }
  }

  /// Reads the file; a missing file is empty.
  ///
  /// - Throws: `SettingsStoreError.failed`.
  func load() throws(SettingsStoreError) -> SettingsFile {
    guard let path else { return SettingsFile() }
    do throws(BoundedFile.Failure) {
      return SettingsFile(text: try BoundedFile.text(at: path, limit: Self.limit))
    } catch {
      guard error != .notThere else { return SettingsFile() }
      throw .failed(path, reason: error.reason)
    }
  }

  /// Writes the file, and creates its folder if needed.
  ///
  /// - Throws: `SettingsStoreError`; the old file is unchanged then.
  func save(_ settings: SettingsFile) throws(SettingsStoreError) {
    guard let path else { throw .nowhere }
    // A symbolic link stays one: its target is replaced.
    let target = Self.resolved(path) ?? path
    let folder = String(target[..<(target.lastIndex(of: "/") ?? target.startIndex)])
    PrivateFolder.make(folder)
    var name = Array("\(target).XXXXXX".utf8CString)
    let file = mkstemp(&name)
    guard file >= 0 else { throw .failed(path, reason: String(cString: strerror(errno))) }
    var state = stat()
    let isKept = stat(target, &state) == 0
    var isWritten = fchmod(file, isKept ? state.st_mode & 0o777 : 0o644) == 0
    var rest = Array(settings.text.utf8)[...]
    while isWritten, !rest.isEmpty {
      let count = rest.withUnsafeBytes { write(file, $0.baseAddress, $0.count) }
      if count > 0 { rest = rest.dropFirst(count) } else { isWritten = count < 0 && errno == EINTR }
    }
    isWritten = isWritten && fsync(file) == 0
    isWritten = close(file) == 0 && isWritten
    guard isWritten, rename(name, target) == 0 else {
      let reason = String(cString: strerror(errno))
      unlink(name)
      throw .failed(path, reason: reason)
    }
  }

  private static func resolved(_ path: String) -> String? {
    guard let real = realpath(path, nil) else { return nil }
    defer { free(real) }
    return String(cString: real)
  }
}

/// Why settings cannot be read or written.
enum SettingsStoreError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The environment names no folder.
  case nowhere
  /// The file cannot be read or written.
  case failed(String, reason: String)

  var description: String {
    switch self {
    case .nowhere: "There is nowhere to keep settings: set HOME or XDG_CONFIG_HOME to a folder."
    case .failed(let path, let reason):
      "The settings in \(path) cannot be used (\(reason)): make it a short file you can write to."
    }
  }
}
