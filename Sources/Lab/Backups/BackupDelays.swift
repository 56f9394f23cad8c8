// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import ArgumentParser
import Dispatch
import Game
import Journal
import JournalSQLite
import Lobby
import MatchServer

/// The latency of commits to one journal, with and without a backup in progress.
struct BackupDelays {
  struct Outcome {
    /// Latencies in milliseconds without a backup, ascending.
    var alone: [Double] = []
    /// Latencies in milliseconds during a backup, ascending.
    var during: [Double] = []
    /// The backup's last line but one: pages, bytes, seconds.
    var backup = ""
  }

  /// Measures commits of one entry each, every two milliseconds, to a journal in `folder` of about
  /// `megabytes` MiB: `commits` of them alone, then as many as a backup takes.
  static func measure(megabytes: Int, commits: Int, in folder: String) async throws -> Outcome {
    let directory = try DataDirectory(path: folder)
    let store = try JournalStore(path: folder + "/journal.sqlite")
    for part in 0..<(megabytes * 1024 / 8 / 64) {
      let steps = (0..<64).map { step(1, of: part * 64 + $0) }
      guard let report = store.write(steps), report.outcomes.allSatisfy(Self.isLanded) else {
        throw ValidationError("The journal cannot be filled.")
      }
    }
    let writer = JournalWriter(store: store, directory: directory)
    var outcome = Outcome()
    var next: UInt64 = 2
    for _ in 0..<commits {
      outcome.alone.append(try await commit(next, to: writer))
      next += 1
    }
    let (answers, feed) = AsyncStream.makeStream(of: BackupProgress.self)
    let ended = Ended()
    writer.backUp(to: folder + "/copy.sqlite", replaces: true) { answer in
      feed.yield(answer)
      if case .copied = answer { return }
      ended.queue.sync { ended.isSo = true }
      feed.finish()
    }
    while !ended.queue.sync(execute: { ended.isSo }) {
      outcome.during.append(try await commit(next, to: writer))
      next += 1
    }
    for await answer in answers {
      switch answer {
      case .copied: continue
      case .failed(let error): throw ValidationError(error.description)
      case .finished(let backup):
        outcome.backup =
          "\(backup.pages) pages, \(backup.bytes) bytes, \(backup.seconds.fixed(2)) s"
      }
    }
    await writer.close()
    outcome.alone.sort()
    outcome.during.sort()
    return outcome
  }

  /// Whether a backup has ended; accessed on its queue only.
  private final class Ended: @unchecked Sendable {
    let queue = DispatchQueue(label: "ended")
    var isSo = false
  }

  /// Milliseconds from appending an entry until it has landed.
  private static func commit(_ number: UInt64, to writer: JournalWriter) async throws -> Double {
    try await Task.sleep(for: .milliseconds(2))
    let begin = ContinuousClock.now
    let isThere = await withCheckedContinuation { done in
      writer.write([step(number, of: 0)]) {
        done.resume(returning: $0.outcomes.allSatisfy(isLanded))
      }
    }
    guard isThere else { throw ValidationError("The journal cannot be written.") }
    return (ContinuousClock.now - begin) / .milliseconds(1)
  }

  private static func isLanded(_ outcome: JournalOutcome) -> Bool {
    if case .room(.landed) = outcome { true } else { false }
  }

  private static func step(_ number: UInt64, of room: Int) -> JournalRecord {
    // The first entry of each room fills the file; the others are as long as a flip.
    let theme = String(repeating: "x", count: number == 1 ? 8000 : 60)
    let opened = Event.Opened(matchID: "match", settings: MatchSettings(), theme: theme)
    let entry = Entry(
      seq: number, at: ServerTime(microseconds: Int64(number)), event: .opened(opened))
    return .step(
      Batch(
        room: RoomID("room \(room)"), code: RoomCode("R\(room)"), expectedLastSeq: number - 1,
        entries: [entry]))
  }
}
