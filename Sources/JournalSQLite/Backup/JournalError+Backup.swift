// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Protocol

extension JournalError {
  /// The error in terms of a named backup.
  ///
  /// - Parameter file: the path as given.
  /// - Returns: a sentence with the remedy.
  package func sentence(ofBackup file: String) -> String {
    let shown = file.printable(limit: 300)
    return switch self {
    case .foreign:
      "\(shown) is not a backup: name a file written by facedown-server backup."
    case .empty, .incomplete:
      "\(shown) is empty: make another backup."
    case .newer:
      "\(shown) was written by a newer facedown-server: use that version, or a newer one."
    case .older:
      "\(shown) was written by an older facedown-server: restore it into a folder (facedown-server "
        + "restore \(shown) --data FOLDER), which migrates and checks it."
    case .damaged(_, let reason), .inconsistent(_, let reason):
      "\(shown) is damaged (\(reason)): make another backup."
    case .forbidden:
      "\(shown) belongs to another user: run this as its owner or as root (sudo)."
    case .inUse:
      "\(shown) is in use by a server: copy it with facedown-server backup, and name that copy."
    case .unusable(_, let reason):
      "\(shown) cannot be used (\(reason)): check its permissions and disk, or make another backup."
    }
  }
}
