// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Files

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
    do throws(FileFailure) {
      return SettingsFile(text: try BoundedFile.text(at: path, limit: Self.limit))
    } catch {
      guard !error.isMissing else { return SettingsFile() }
      throw .failed(path, reason: error.reason)
    }
  }

  /// Writes the file, and creates its folder if needed.
  ///
  /// - Throws: `SettingsStoreError`; the old file is unchanged then.
  func save(_ settings: SettingsFile) throws(SettingsStoreError) {
    guard let path else { throw .nowhere }
    PrivateFolder.make(Files.folder(of: path))
    do throws(FileFailure) {
      try AtomicFile.replace(Array(settings.text.utf8), at: path)
    } catch {
      throw .failed(path, reason: error.reason)
    }
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
