// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

/// Why there is no key to play with.
enum KeyFileError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The system names no folder for it.
  case nowhere
  /// There is no such file.
  case notThere(String)
  /// Others than its owner may read or change it.
  case exposed(String)
  /// It cannot be read.
  case unreadable(String, reason: String)
  /// It cannot be made.
  case unwritable(String, reason: String)
  /// It holds no key that can be read.
  case damaged(String)
  /// It holds a key of another kind.
  case otherKind(String, kind: String)

  /// Whether a key was never there, so that playing as a guest loses nobody's.
  var isAbsence: Bool {
    switch self {
    case .nowhere, .unwritable: true
    case .notThere, .exposed, .unreadable, .damaged, .otherKind: false
    }
  }

  /// A sentence with what is wrong and what to do about it.
  var description: String {
    switch self {
    case .nowhere: "There is no place for your key: set HOME or XDG_CONFIG_HOME to a folder."
    case .notThere(let path):
      "There is no key in \(Self.shown(path)): make one there with"
        + "  facedown identity --make FILE  , or play as a guest with --guest."
    case .exposed(let path):
      "Others may read the key in \(Self.shown(path)): take that from them with  chmod 600  on it, "
        + "or play as a guest with --guest."
    case .unreadable(let path, let reason):
      "The key in \(Self.shown(path)) cannot be read (\(reason)): make it a file of yours, or play "
        + "as a guest with --guest."
    case .unwritable(let path, let reason):
      "No key can be kept in \(Self.shown(path)) (\(reason)): make that a folder you may write to."
    case .damaged(let path):
      "The key in \(Self.shown(path)) is damaged or has a passphrase: put a copy of it back, or "
        + "move it away and a new one is made."
    case .otherKind(let path, let kind):
      "The key in \(Self.shown(path)) is of another kind (\(kind)): it has to be an Ed25519 key, as"
        + "  facedown identity --make FILE  writes one."
    }
  }

  private static func shown(_ path: String) -> String { path.harmless(limit: 200) }
}
