// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Dispatch
import Game
import Glibc
import Synchronization

/// The journal's own thread: writes one group after the other while the loop goes on.
///
/// Unchecked, because the store is touched on the queue alone, but for the time before it begins.
package final class JournalWriter: @unchecked Sendable {
  let queue = DispatchQueue(label: "journal")
  /// Makes answers of what was found in the file, so that nothing that is to be written waits for it.
  let desk = DispatchQueue(label: "replays", qos: .utility)
  let store: JournalStore
  private let directory: DataDirectory
  /// Whether nobody waits any more for a commit whose fate is unclear.
  private let hasGivenUp = Atomic(false)
  /// When rooms that were closed long ago were last thrown away.
  private var prunedAt: ServerTime?
  /// The beat that was noted last.
  private var lastBeat: ServerTime?
  /// How often that is done.
  private static let pruningInterval = Duration.seconds(3600)
  /// How long a file that cannot even be read is left alone.
  private static let pause = Duration.milliseconds(250)

  package init(store: JournalStore, directory: DataDirectory) {
    self.store = store
    self.directory = directory
    lastBeat = directory.lastBeat
  }

  /// What the file and what is yet to be put into it take on the disk; on any thread.
  var byteCount: Int {
    // The system knows that of files which are open: no disk is waited for.
    ["", "-wal"].reduce(0) { sum, ending in
      var information = stat()
      return sum + (stat(store.path + ending, &information) == 0 ? Int(information.st_size) : 0)
    }
  }

  /// Writes a group and tells, on the queue, what became of it, once that is known.
  package func write(
    _ records: [JournalRecord], _ done: @escaping @Sendable (JournalStore.Report) -> Void
  ) {
    queue.async { [self] in
      if let report = store.write(records) { done(report) } else { find(records, done) }
    }
  }

  /// Looks again what became of a group, until the file can be read or `giveUp` is called; what comes
  /// later waits.
  private func find(
    _ records: [JournalRecord], _ done: @escaping @Sendable (JournalStore.Report) -> Void
  ) {
    while !hasGivenUp.load(ordering: .relaxed) {
      usleep(UInt32(Self.pause.wholeMicroseconds))
      if let report = store.reread(records, because: "a commit did not end") { return done(report) }
      store.close()
    }
  }

  /// Looks for what is asked about matches that have ended, behind what came before, and tells.
  func query(
    _ query: ReplayQuery, _ done: @escaping @Sendable (ReplayAnswer) -> Void
  ) {
    queue.async { [self] in
      let finding = store.look(for: query)
      desk.async { done(finding.answer) }
    }
  }

  /// Notes how far the journal has come, at a start and at an end.
  func noteMark() {
    queue.async { [self] in
      directory.beat(at: lastBeat, mark: store.durableMark)
      directory.syncBeat()
    }
  }

  /// Notes that the server was alive at `time`, once what came before is written.
  func beat(at time: ServerTime) {
    queue.async { [self] in
      lastBeat = time
      directory.beat(at: time, mark: store.durableMark)
      // No commit waits for that.
      desk.async { [directory] in directory.syncBeat() }
      if let prunedAt, time - prunedAt < Self.pruningInterval { return }
      prunedAt = time
      // What cannot be thrown away now is thrown away another time.
      try? store.prune(now: time)
    }
  }

  /// Ends the search for what became of a commit, whose group is then never told of; on any thread.
  func giveUp() { hasGivenUp.store(true, ordering: .relaxed) }

  /// Closes the file once all that came before is written, and tells on the queue.
  func close(_ done: @escaping @Sendable () -> Void) {
    queue.async { [self] in
      store.runningBackup?.stop()
      store.close()
      directory.beat(at: lastBeat, mark: store.durableMark)
      directory.syncBeat()
      done()
    }
  }

  /// Closes the file once all that came before is written.
  package func close() async {
    await withCheckedContinuation { closed in close { closed.resume() } }
  }
}
