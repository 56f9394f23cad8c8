// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import JournalSQLite

// A backup's progress as answers to an operator.

extension AdminAnswer {
  /// The answer that reports progress.
  init(_ progress: BackupProgress) {
    switch progress {
    case .copied(let pages, let total, let seconds):
      self = [.backup(AdminReply.Backup(pages: pages, of: total, seconds: seconds))]
    case .finished(let backup): self = backup.replies
    case .failed(let error): self = .refused(AdminRefusal(error))
    }
  }
}

extension FinishedBackup {
  /// The lines that report it.
  var replies: AdminAnswer {
    [
      .backup(
        AdminReply.Backup(
          pages: pages, of: pages, bytes: bytes, rooms: rooms, entries: entries, seconds: seconds)),
      .done("The journal is backed up to \(path)."),
    ]
  }
}

extension AdminRefusal {
  /// The refusal that reports an error.
  init(_ error: BackupError) {
    let code: Code =
      switch error.kind {
      case .badPath: .badValue
      case .unwritable: .unwritable
      case .unavailable: .unavailable
      }
    self.init(code, error.description)
  }
}
