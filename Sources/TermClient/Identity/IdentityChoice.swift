// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Crypto

/// As whom a person wants to play.
enum IdentityChoice: Hashable, Sendable {
  /// With a key of their own, which is made when it is first needed.
  case own
  /// As a guest, without a key.
  case guest
  /// With the key in a file.
  case file(String)

  /// The choice by a word of the settings: `own`, `guest`, or else a path.
  init(word: String) {
    switch word {
    case "own": self = .own
    case "guest": self = .guest
    default: self = .file(word)
    }
  }

  /// The word for it.
  var word: String {
    switch self {
    case .own: "own"
    case .guest: "guest"
    case .file(let path): path
    }
  }

  /// Where the key is; nil for a guest.
  ///
  /// - Throws: that there is no place for one.
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
  /// - Throws: why there is none.
  func key(
    environment: (String) -> String? = environmentVariable
  ) throws(KeyFileError) -> Ed25519PrivateKey? {
    guard let file = try file(environment: environment) else { return nil }
    return self == .own ? try file.loadOrMake() : try file.load()
  }

  /// The key to play with, or word of why a guest plays instead: where none was asked for and none
  /// can be made, that is nobody's loss.
  ///
  /// - Throws: why a key that is there, or was asked for, is not taken.
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
  /// A path as a person writes it, with their home in place of `~`.
  func wholePath(environment: (String) -> String? = environmentVariable) -> String {
    guard hasPrefix("~/"), let home = environment("HOME") else { return self }
    return home + dropFirst()
  }
}
