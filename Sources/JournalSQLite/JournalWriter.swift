// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Dispatch
import Game
import Glibc
package import Journal
import Lobby
import Synchronization

/// The journal's own queue: writes one group after the other while the loop runs on.
///
/// Unchecked: the store is only used on the queue once it has started.
package final class JournalWriter: @unchecked Sendable {
  let queue = DispatchQueue(label: "journal")
  /// Encodes replay answers, so that writes do not wait for them.
  let backgroundQueue = DispatchQueue(label: "replays", qos: .utility)
  let store: JournalStore
  private let directory: DataDirectory
  /// Whether to stop waiting for a commit with an unclear outcome.
  private let hasGivenUp = Atomic(false)
  /// When the store was last pruned.
  private var prunedAt: ServerTime?
  /// The last heartbeat.
  private var lastBeat: ServerTime?
  /// Interval between prunings.
  private static let pruningInterval = Duration.seconds(3600)
  /// Pause between attempts to reread a file.
  private static let pause = Duration.milliseconds(250)

  /// A writer to an open store in its directory.
  package init(store: JournalStore, directory: DataDirectory) {
    self.store = store
    self.directory = directory
    lastBeat = directory.lastBeat
  }

  /// Size of the file and its write-ahead log in bytes; from any thread.
  var byteCount: Int {
    // `stat` of open files does not wait for the disk.
    ["", "-wal"].reduce(0) { sum, ending in
      var information = stat()
      return sum + (stat(store.path + ending, &information) == 0 ? Int(information.st_size) : 0)
    }
  }

  /// Writes a group and reports its outcome, on the queue, once it is certain.
  package func write(
    _ records: [JournalRecord], _ done: @escaping @Sendable (JournalStore.Report) -> Void
  ) {
    queue.async { [self] in
      if let report = store.write(records) { done(report) } else { find(records, done) }
    }
  }

  /// Rereads until the group's outcome is certain or `giveUp` is called; later groups wait.
  private func find(
    _ records: [JournalRecord], _ done: @escaping @Sendable (JournalStore.Report) -> Void
  ) {
    while !hasGivenUp.load(ordering: .relaxed) {
      usleep(UInt32(Self.pause.wholeMicroseconds))
      let report = store.reread(records, because: "a commit did not complete")
      if let report { return done(report) }
      store.close()
    }
  }

  /// Reads a session after all earlier writes.
  func get(_ session: SessionID, _ done: @escaping @Sendable (RegistryAnswer) -> Void) {
    queue.async { [self] in done(store.registered(session)) }
  }

  /// Runs a replay query after all earlier writes.
  func query(
    _ query: ReplayQuery, _ done: @escaping @Sendable (ReplayAnswer) -> Void
  ) {
    queue.async { [self] in
      let finding = store.look(for: query)
      backgroundQueue.async { done(finding.answer) }
    }
  }

  /// Records the journal's mark, at start and end.
  func noteMark() {
    queue.async { [self] in
      directory.beat(at: lastBeat, mark: store.durableMark)
      directory.syncBeat()
    }
  }

  /// Writes a heartbeat after all earlier writes.
  func beat(at time: ServerTime) {
    queue.async { [self] in
      lastBeat = time
      directory.beat(at: time, mark: store.durableMark)
      // Not on the queue: no commit waits for it.
      backgroundQueue.async { [directory] in directory.syncBeat() }
      if let prunedAt, time - prunedAt < Self.pruningInterval { return }
      prunedAt = time
      // Pruning that fails is retried later.
      try? store.prune(now: time)
    }
  }

  /// Stops waiting for a commit with an unclear outcome, whose group is then never reported; from
  /// any thread.
  func giveUp() { hasGivenUp.store(true, ordering: .relaxed) }

  /// Closes the file after all earlier writes and reports on the queue.
  func close(_ done: @escaping @Sendable () -> Void) {
    queue.async { [self] in
      store.runningBackup?.stop()
      store.close()
      directory.beat(at: lastBeat, mark: store.durableMark)
      directory.syncBeat()
      done()
    }
  }

  /// Closes the file after all earlier writes.
  package func close() async {
    await withCheckedContinuation { closed in close { closed.resume() } }
  }
}
