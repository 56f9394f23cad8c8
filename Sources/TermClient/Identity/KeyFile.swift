// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Crypto
import Files

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
    do throws(FileFailure) {
      text = try BoundedFile.text(at: path, limit: Self.limit, privately: true)
    } catch {
      throw error.isMissing
        ? .notThere(path)
        : error == .exposed ? .exposed(path) : .unreadable(path, reason: error.reason)
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
    PrivateFolder.make(folder(of: path))
    do throws(FileFailure) {
      return try AtomicFile.create(Array(key.pem.utf8), at: path, permissions: 0o600)
    } catch {
      throw .unwritable(path, reason: error.reason)
    }
  }
}
