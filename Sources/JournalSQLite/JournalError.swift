// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

package import Game
import Protocol

/// Why a journal cannot be opened or read.
package enum JournalError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The file is not a journal.
  case foreign(path: String)
  /// The file exists but is empty, which no server leaves behind.
  case empty(path: String)
  /// A later version's schema.
  case newer(path: String)
  /// An earlier version's schema, which has not been migrated.
  case older(path: String)
  /// The file is corrupt; `reason` is SQLite's message.
  case damaged(path: String, reason: String)
  /// The file is readable but inconsistent; `reason` is SQLite's message.
  case inconsistent(path: String, reason: String)
  /// It lacks commits the heartbeat knows of; `asOf` is the heartbeat's time.
  case incomplete(path: String, JournalLoss, asOf: ServerTime?)
  /// It belongs to another user, or is not writable.
  case forbidden(path: String)
  /// Another program has it locked.
  case inUse(path: String)
  /// The file or its folder cannot be used; `reason` is the system's message.
  case unusable(path: String, reason: String)

  /// A sentence with what is wrong and what to do about it.
  package var description: String {
    switch self {
    case .foreign(let path):
      "\(path) is not a facedown-server journal: move it away, or choose another --data."
    case .empty(let path):
      "\(path) is empty, and a journal never is: restore a backup, or remove the file if nothing "
        + "was ever kept there."
    case .newer(let path):
      "\(path) was written by a newer facedown-server: use that version, or choose another --data."
    case .older(let path):
      "\(path) was written by an older facedown-server: restore it into a folder, which migrates "
        + "and checks it."
    case .damaged(let path, let reason):
      "\(path) is damaged (\(reason)): restore a backup, or choose another --data."
    case .inconsistent(let path, let reason):
      "\(path) is inconsistent (\(reason)): restore a backup, or start with what can be read, "
        + "using --accept-loss."
    case .incomplete(let path, let loss, let time):
      "\(loss.clause(about: path))\(time.map { " (as of \($0.utcText))" } ?? ""): put the missing "
        + "file back, restore a backup, or start without what is missing, "
        + "using --accept-loss."
    case .forbidden(let path):
      "This user may not write to \(path): give the file to the server's user (chown), or choose "
        + "another --data."
    case .inUse(let path):
      "\(path) is in use by another program: stop that program, or choose another --data."
    case .unusable(let path, let reason):
      "\(path) cannot be used (\(reason)): check its permissions and its disk, or choose another "
        + "--data."
    }
  }
}
