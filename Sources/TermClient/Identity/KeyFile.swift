// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Crypto
import Glibc

/// A file with a player's key: PKCS #8 in PEM form, for its owner's eyes alone.
///
/// A new one is written whole beside its place and then linked there, which only one of several
/// processes can do: all of them end with the same key.
struct KeyFile: Hashable, Sendable {
  /// The most bytes such a file may have.
  static let limit = 4096

  /// Where it is.
  let path: String

  /// The file at `path`.
  init(path: String) {
    self.path = path
  }

  /// The file of the user whose environment this is, beside the file of settings; nil where the
  /// system names no folder for it.
  init?(environment: (String) -> String?) {
    guard let folder = SettingsStore.folder(environment: environment) else { return nil }
    path = "\(folder)/identity.pem"
  }

  /// Reads the key.
  ///
  /// - Throws: why it is not taken.
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

  /// Reads the key, after making one where there is none yet.
  ///
  /// - Throws: why it is not taken or cannot be made.
  func loadOrMake() throws(KeyFileError) -> Ed25519PrivateKey {
    do throws(KeyFileError) {
      return try load()
    } catch {
      guard case .notThere = error else { throw error }
      try make(Ed25519PrivateKey())
      // What is there now may be another process's.
      return try load()
    }
  }

  /// Writes a key to a file that is not there yet; one that is there stays.
  ///
  /// - Throws: why that failed; there is no file then, or the one before.
  /// - Returns: whether it is this key that is there.
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

/// Folders that only their owner may look into, as the XDG Base Directory Specification wants those
/// of a user's configuration.
enum PrivateFolder {
  /// Makes a folder, with those above it, where it is not there; one that is there stays as it is.
  static func make(_ path: String) {
    guard !path.isEmpty, mkdir(path, 0o700) != 0, errno == ENOENT,
      let slash = path.lastIndex(of: "/")
    else { return }
    make(String(path[..<slash]))
    mkdir(path, 0o700)
  }
}
