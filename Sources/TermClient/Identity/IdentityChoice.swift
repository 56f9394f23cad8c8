// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Crypto
import Protocol
import Wire

/// The identity a person wants to play with.
enum IdentityChoice: Hashable, Sendable {
  /// The user's own key, made when it is first needed.
  case own
  /// A guest, without a key.
  case guest
  /// The key in a file.
  case file(String)

  /// Parses a setting's value: `own`, `guest`, or else a path.
  init(word: String) {
    switch word {
    case "own": self = .own
    case "guest": self = .guest
    default: self = .file(word)
    }
  }

  /// The setting's value.
  var word: String {
    switch self {
    case .own: "own"
    case .guest: "guest"
    case .file(let path): path
    }
  }

  /// The key's file; nil for a guest.
  ///
  /// - Throws: `KeyFileError.nowhere`.
  func file(environment: (String) -> String?) throws(KeyFileError) -> KeyFile? {
    switch self {
    case .guest: return nil
    case .own:
      guard let file = KeyFile(environment: environment) else { throw .nowhere }
      return file
    case .file(let path): return KeyFile(path: path.wholePath(environment: environment))
    }
  }

  /// The key; nil for a guest.
  ///
  /// - Throws: `KeyFileError`.
  func key(
    environment: (String) -> String? = environmentVariable
  ) throws(KeyFileError) -> Ed25519PrivateKey? {
    guard let file = try file(environment: environment) else { return nil }
    return self == .own ? try file.loadOrMake() : try file.load()
  }

  /// The key to play with.
  ///
  /// If the user's own key never existed and cannot be made, a guest plays instead, and `notice`
  /// says why.
  ///
  /// - Throws: `KeyFileError` if a key exists, or was named, and cannot be used.
  func keyToPlay(
    environment: (String) -> String? = environmentVariable
  ) throws(KeyFileError) -> (key: Ed25519PrivateKey?, notice: String?) {
    do throws(KeyFileError) {
      return (try key(environment: environment), nil)
    } catch {
      guard self == .own, error.isAbsence else { throw error }
      return (nil, "\(error.description) You play as a guest.")
    }
  }
}

extension String {
  /// The path with a leading `~/` replaced by the user's home.
  func wholePath(environment: (String) -> String? = environmentVariable) -> String {
    guard hasPrefix("~/"), let home = environment("HOME") else { return self }
    return home + dropFirst()
  }
}

extension Preferences {
  /// This player's ID at servers; nil for a guest, or if there is no key yet.
  func ownPlayerID(environment: (String) -> String? = environmentVariable) -> String? {
    let file = try? identity.file(environment: environment)
    let key = file.flatMap { try? $0.load() }
    return key.map { KeyProof.playerID(of: $0.publicKey) }
  }
}
