// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Cells
import TerminalUI

/// Why a key cannot be used.
enum KeyFileError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The environment names no folder.
  case nowhere
  /// There is no such file.
  case notThere(String)
  /// Other users have access to the file.
  case exposed(String)
  /// The file cannot be read.
  case unreadable(String, reason: String)
  /// The file cannot be made.
  case unwritable(String, reason: String)
  /// The file holds no readable key.
  case damaged(String)
  /// The file holds another kind of key.
  case otherKind(String, kind: String)

  /// Whether no key ever existed, so that playing as a guest loses none.
  var isAbsence: Bool {
    switch self {
    case .nowhere, .unwritable: true
    case .notThere, .exposed, .unreadable, .damaged, .otherKind: false
    }
  }

  /// The problem and its remedy, as a sentence.
  var description: String {
    switch self {
    case .nowhere: "There is nowhere to keep your key: set HOME or XDG_CONFIG_HOME to a folder."
    case .notThere(let path):
      "There is no key in \(Self.shown(path)): make one with"
        + "  facedown identity --make FILE  or play as a guest with --guest."
    case .exposed(let path):
      "Other users can read the key in \(Self.shown(path)): run  chmod 600  on it, or play as a "
        + "guest with --guest."
    case .unreadable(let path, let reason):
      "The key in \(Self.shown(path)) cannot be read (\(reason)): check the file, or play "
        + "as a guest with --guest."
    case .unwritable(let path, let reason):
      "Your key cannot be saved in \(Self.shown(path)) (\(reason)): use a folder you can write "
        + "to."
    case .damaged(let path):
      "The key in \(Self.shown(path)) is damaged or has a passphrase: restore a copy of it, or "
        + "move it away to get a new one."
    case .otherKind(let path, let kind):
      "The key in \(Self.shown(path)) is of the wrong kind (\(kind)): it must be an Ed25519 key, "
        + "as made by  facedown identity --make FILE."
    }
  }

  private static func shown(_ path: String) -> String { path.harmless(limit: 200) }
}
