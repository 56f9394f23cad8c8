// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Dispatch
import Game

/// A backup while matches run: a few pages at a time on the journal's queue, between groups of
/// records; everything else happens on another queue.
///
/// Unchecked: its parts are handed from one queue to the other and never used on both at once.
final class RunningBackup: @unchecked Sendable {
  /// Bytes copied between syncs: a later commit would have to wait for all unsynced pages.
  private static let bytesPerSync: Int64 = 1 << 20
  /// Interval between progress reports.
  private static let tellingInterval = Duration.seconds(1)

  private let store: JournalStore
  private let journal: DispatchQueue
  private let backgroundQueue: DispatchQueue
  private let completion: @Sendable (BackupProgress) -> Void
  private let file: BackupFile
  private let copy: SQLiteCopy
  private let begin = ContinuousClock.now
  private var toldAt = ContinuousClock.now
  private var unsynced: Int64 = 0
  /// Whether the copy is complete and the journal's queue is done with it.
  private var isWhole = false

  /// Begins a backup; on the journal's queue.
  ///
  /// - Throws: `BackupError` if it cannot.
  init(
    of store: JournalStore, to path: String, replaces: Bool, journal: DispatchQueue,
    backgroundQueue: DispatchQueue, _ completion: @escaping @Sendable (BackupProgress) -> Void
  ) throws(BackupError) {
    precondition(store.runningBackup == nil, "One backup runs at a time.")
    self.store = store
    self.journal = journal
    self.backgroundQueue = backgroundQueue
    self.completion = completion
    try BackupFile.check(path, apartFrom: store.path)
    file = try BackupFile(path, replaces: replaces, bytes: try store.size().bytes)
    copy = try store.beginCopy(to: file.partialPath)
  }

  /// Copies a step; on the journal's queue.
  func step() {
    precondition(!isWhole, "A complete copy has no further step.")
    do throws(BackupError) {
      let progress = try copy.step(pages: JournalStore.pagesPerStep)
      isWhole = progress.isWhole
      backgroundQueue.async { [self] in
        if progress.isWhole { finish(progress.pages) } else { goOn(progress) }
      }
    } catch {
      fail(error)
    }
  }

  /// Syncs if due, reports progress, and queues the next step behind waiting writes.
  private func goOn(_ progress: SQLiteCopy.Progress) {
    unsynced += Int64(JournalStore.pagesPerStep) * 4096
    if unsynced >= Self.bytesPerSync {
      file.sync()
      unsynced = 0
    }
    if ContinuousClock.now - toldAt >= Self.tellingInterval {
      toldAt = .now
      completion(
        .copied(
          pages: progress.pages - progress.remaining, of: progress.pages, seconds: seconds))
    }
    journal.async { [self] in step() }
  }

  private func finish(_ pages: Int) {
    let outcome: BackupProgress
    do throws(BackupError) {
      outcome = .finished(try file.finish(pages: pages, since: begin))
    } catch {
      outcome = .failed(error)
    }
    journal.async { [self] in
      leave()
      completion(outcome)
    }
  }

  /// Stops an incomplete backup; on the journal's queue.
  func stop() {
    guard !isWhole else { return }
    fail(BackupError(.unavailable, "The server is stopping."))
  }

  private func fail(_ error: BackupError) {
    // Already failed if another backup is running.
    guard store.runningBackup.map({ $0 === self }) ?? false else { return }
    copy.end()
    file.discard()
    leave()
    completion(.failed(error))
  }

  private func leave() {
    store.runningBackup = nil
    store.beforeClosing = {}
  }

  private var seconds: Double { (ContinuousClock.now - begin) / .seconds(1) }
}

extension JournalWriter {
  /// Backs up the journal, one backup at a time, and reports progress.
  package func backUp(
    to path: String, replaces: Bool, _ completion: @escaping @Sendable (BackupProgress) -> Void
  ) {
    queue.async { [self] in
      guard store.runningBackup == nil else {
        return completion(
          .failed(BackupError(.unavailable, "Another backup is running: wait until it is done.")))
      }
      do throws(BackupError) {
        let backup = try RunningBackup(
          of: store, to: path, replaces: replaces, journal: queue, backgroundQueue: backgroundQueue,
          completion)
        store.runningBackup = backup
        backup.step()
      } catch {
        completion(.failed(error))
      }
    }
  }
}
