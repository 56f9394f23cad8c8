// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Crypto
import Glibc
import Settings

/// A file with a player's private key: PKCS #8 in PEM form, mode 0600.
///
/// A new file is written completely under another name and then linked into place. Only one of
/// several processes succeeds at that, so all of them use the same key.
struct KeyFile: Hashable, Sendable {
  /// The maximum number of bytes of a key file.
  static let limit = 4096

  /// The file's path.
  let path: String

  /// The file at `path`.
  init(path: String) {
    self.path = path
  }

  /// The user's own key file, beside the settings file; nil if the environment names no folder.
  init?(environment: (String) -> String?) {
    guard let folder = SettingsStore.folder(environment: environment) else { return nil }
    path = "\(folder)/identity.pem"
  }

  /// Reads the key.
  ///
  /// - Throws: `KeyFileError`.
  func load() throws(KeyFileError) -> Ed25519PrivateKey {
    let text: String
    do throws(BoundedFile.Failure) {
      text = try BoundedFile.text(at: path, limit: Self.limit, privately: true)
    } catch {
      throw switch error {
      case .notThere: .notThere(path)
      case .exposed: .exposed(path)
      case .failed(let reason): .unreadable(path, reason: reason)
      }
    }
    do throws(Ed25519KeyError) {
      return try Ed25519PrivateKey(pem: Array(text.utf8))
    } catch {
      throw switch error {
      case .noKey: .damaged(path)
      case .otherKind(let kind): .otherKind(path, kind: kind)
      }
    }
  }

  /// Reads the key, or makes one if the file is missing.
  ///
  /// - Throws: `KeyFileError`.
  func loadOrMake() throws(KeyFileError) -> Ed25519PrivateKey {
    do throws(KeyFileError) {
      return try load()
    } catch {
      guard case .notThere = error else { throw error }
      try make(Ed25519PrivateKey())
      // Another process may have made the file first.
      return try load()
    }
  }

  /// Writes a key to a new file; never replaces an existing one.
  ///
  /// - Throws: `KeyFileError.unwritable`; an existing file is unchanged.
  /// - Returns: whether the file was created with this key.
  @discardableResult
  func make(_ key: Ed25519PrivateKey) throws(KeyFileError) -> Bool {
    let folder = path.lastIndex(of: "/").map { String(path[..<$0]) } ?? "."
    PrivateFolder.make(folder)
    var name = Array("\(path).XXXXXX".utf8CString)
    // Only its owner may read or write it.
    let file = mkstemp(&name)
    guard file >= 0 else { throw failure() }
    defer { unlink(name) }
    var rest = Array(key.pem.utf8)[...]
    var isWritten = true
    while isWritten, !rest.isEmpty {
      let count = rest.withUnsafeBytes { write(file, $0.baseAddress, $0.count) }
      if count > 0 { rest = rest.dropFirst(count) } else { isWritten = count < 0 && errno == EINTR }
    }
    isWritten = isWritten && fsync(file) == 0
    let reason = errno
    isWritten = close(file) == 0 && isWritten
    guard isWritten else {
      errno = reason
      throw failure()
    }
    guard link(name, path) != 0 else { return true }
    guard errno == EEXIST else { throw failure() }
    return false
  }

  private func failure() -> KeyFileError {
    .unwritable(path, reason: String(cString: strerror(errno)))
  }
}

/// Creates folders with mode 0700, as the XDG Base Directory Specification requires for a user's
/// configuration.
enum PrivateFolder {
  /// Creates a folder and its missing parents; leaves existing folders unchanged.
  static func make(_ path: String) {
    guard !path.isEmpty, mkdir(path, 0o700) != 0, errno == ENOENT,
      let slash = path.lastIndex(of: "/")
    else { return }
    make(String(path[..<slash]))
    mkdir(path, 0o700)
  }
}
