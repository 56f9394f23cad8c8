// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Dispatch
import Game

/// A backup while matches are played: some pages at a time, on the journal's own thread, between
/// the groups of records that are written; all else is done on another one.
///
/// Unchecked, because its parts are handed from one queue to the other and never used on both.
final class RunningBackup: @unchecked Sendable {
  /// How many bytes are copied before they are sent to the disk: a commit that comes behind them
  /// would wait for all that is left to write.
  private static let bytesPerSync: Int64 = 1 << 20
  /// How often is told how far it has come.
  private static let tellingInterval = Duration.seconds(1)

  private let store: JournalStore
  private let journal: DispatchQueue
  private let desk: DispatchQueue
  private let tell: @Sendable (AdminAnswer) -> Void
  private let file: BackupFile
  private let copy: SQLiteCopy
  private let begin = ContinuousClock.now
  private var toldAt = ContinuousClock.now
  private var unsynced: Int64 = 0
  /// Whether the copy is whole, and the journal's queue has nothing to do with it any more.
  private var isWhole = false

  /// Begins; on the journal's queue.
  ///
  /// - Throws: `AdminRefusal` if it cannot.
  init(
    of store: JournalStore, to path: String, replaces: Bool, journal: DispatchQueue,
    desk: DispatchQueue, _ tell: @escaping @Sendable (AdminAnswer) -> Void
  ) throws(AdminRefusal) {
    self.store = store
    self.journal = journal
    self.desk = desk
    self.tell = tell
    try BackupFile.check(path, apartFrom: store.path)
    file = try BackupFile(path, replaces: replaces, bytes: try store.size().bytes)
    copy = try store.beginCopy(to: file.partialPath)
  }

  /// Copies some pages; on the journal's queue.
  func step() {
    do throws(AdminRefusal) {
      let progress = try copy.step(pages: JournalStore.pagesPerStep)
      isWhole = progress.isWhole
      desk.async { [self] in
        if progress.isWhole { finish(progress.pages) } else { goOn(progress) }
      }
    } catch {
      fail(error)
    }
  }

  /// Sees to the disk, and comes back to the journal's queue, behind what waits there.
  private func goOn(_ progress: SQLiteCopy.Progress) {
    unsynced += Int64(JournalStore.pagesPerStep) * 4096
    if unsynced >= Self.bytesPerSync {
      file.sync()
      unsynced = 0
    }
    if ContinuousClock.now - toldAt >= Self.tellingInterval {
      toldAt = .now
      tell(
        AdminAnswer([
          AdminReply(
            backup: AdminReply.Backup(
              pages: progress.pages - progress.remaining, of: progress.pages, seconds: seconds))
        ]))
    }
    journal.async { [self] in step() }
  }

  private func finish(_ pages: Int) {
    let answer: AdminAnswer
    do throws(AdminRefusal) {
      answer = AdminAnswer(try file.finish(pages: pages, since: begin))
    } catch {
      answer = .refused(error)
    }
    journal.async { [self] in
      leave()
      tell(answer)
    }
  }

  /// Gives up, unless there is nothing left to copy; on the journal's queue.
  func stop() {
    guard !isWhole else { return }
    fail(AdminRefusal(.unavailable, "The server is stopping."))
  }

  private func fail(_ refusal: AdminRefusal) {
    // It has failed already, if another is under way.
    guard store.runningBackup.map({ $0 === self }) ?? false else { return }
    copy.end()
    file.discard()
    leave()
    tell(.refused(refusal))
  }

  private func leave() {
    store.runningBackup = nil
    store.beforeClosing = {}
  }

  private var seconds: Double { (ContinuousClock.now - begin) / .seconds(1) }
}

extension JournalWriter {
  /// Copies the file to another one, one backup at a time, and tells how it goes.
  package func backUp(
    to path: String, replaces: Bool, _ tell: @escaping @Sendable (AdminAnswer) -> Void
  ) {
    queue.async { [self] in
      guard store.runningBackup == nil else {
        return tell(
          .refused(AdminRefusal(.unavailable, "Another backup is running: wait until it is done.")))
      }
      do throws(AdminRefusal) {
        let backup = try RunningBackup(
          of: store, to: path, replaces: replaces, journal: queue, desk: desk, tell)
        store.runningBackup = backup
        backup.step()
      } catch {
        tell(.refused(error))
      }
    }
  }
}

extension BackupFile {
  /// Makes a backup of a whole copy.
  ///
  /// - Returns: what there is to say of it.
  /// - Throws: `AdminRefusal` if it cannot be kept; then nothing is left of it.
  func finish(pages: Int, since begin: ContinuousClock.Instant) throws(AdminRefusal) -> [AdminReply]
  {
    let backup: AdminReply.Backup
    do throws(AdminRefusal) {
      try standAlone()
      let contents = try JournalStore.contents(of: partialPath)
      let bytes = byteCount
      try keep()
      backup = AdminReply.Backup(
        pages: pages, of: pages, bytes: bytes, rooms: contents.rooms, entries: contents.entries,
        seconds: (ContinuousClock.now - begin) / .seconds(1))
    } catch {
      discard()
      throw error
    }
    return [AdminReply(backup: backup), .done("The journal is backed up to \(path).")]
  }
}
