// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

/// What a running backup reports; the last report is `finished` or `failed`.
package enum BackupProgress: Hashable, Sendable {
  /// So many pages of the total are copied.
  case copied(pages: Int, of: Int, seconds: Double)
  /// The backup is complete.
  case finished(FinishedBackup)
  /// There is no backup.
  case failed(BackupError)
}

/// A complete backup.
package struct FinishedBackup: Hashable, Sendable {
  /// Its path.
  package var path: String
  /// Pages copied.
  package var pages: Int
  /// Its size.
  package var bytes: Int64
  /// Rooms in it.
  package var rooms: Int
  /// Entries in it.
  package var entries: Int
  /// Seconds it took.
  package var seconds: Double
}
