// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Game
import JetStream
import Journal
import Lobby
import Wire

/// Removes the logs of rooms whose rest is over, for one node at a time.
///
/// Which rooms have closed is in the table of open rooms, the earliest first. A log is removed only
/// up to a `closed` record that has rested: what a newer room of the same code has written stands
/// behind that. Of several nodes the one that writes the world's record of sweeps first does it, and
/// whoever dies half-way leaves the rest to the next one. Used on the loop only.
package final class RoomSweep {
  /// Once in this time some node sweeps.
  package static let interval = Duration.seconds(60)
  /// Maximum number of rooms at a time; more wait for the next.
  static let mostRooms = 20_000
  /// Maximum number of rooms that the servers are asked about at the same time.
  private static let mostAsked = 16
  /// The table is read as long as something comes at least this often.
  private static let patience = Duration.seconds(5)

  /// A place in the table whose room's rest is over.
  private struct Due {
    let code: RoomCode
    let revision: UInt64
  }

  /// One sweep on its way.
  private final class Run {
    let limit: ServerTime
    let outcome: (Int?) -> Void
    var due: [Due] = []
    var asked = 0
    var swept = 0
    var isOver = false

    init(limit: ServerTime, _ outcome: @escaping (Int?) -> Void) {
      (self.limit, self.outcome) = (limit, outcome)
    }
  }

  private let context: JournalContext
  private var isRunning = false

  init(_ context: JournalContext) { self.context = context }

  /// Sweeps, unless another node has just done so; calls back once.
  func sweep(now: ServerTime, _ outcome: @escaping (Int?) -> Void) {
    guard !isRunning, !context.hasStopped else { return outcome(nil) }
    isRunning = true
    let finish = { [self] (count: Int?) in
      isRunning = false
      outcome(count)
    }
    let bucket = WorldNames.world(context.names.world)
    context.connection.get(WorldNames.worldKey, in: bucket) { [self] found in
      guard case .success(let entry?) = found, let value = entry.value,
        let world = try? WorldRecord.World(value)
      else { return finish(nil) }
      context.rest = world.rest
      take(bucket, now: now, finish)
    }
  }

  /// Writes that this node sweeps now.
  private func take(
    _ bucket: String, now: ServerTime, _ finish: @escaping (Int?) -> Void
  ) {
    let key = WorldNames.sweepKey
    context.connection.get(key, in: bucket) { [self] found in
      guard case .success(let entry) = found else { return finish(nil) }
      if let former = entry?.value.flatMap({ try? WorldRecord.Sweep($0) }),
        (now - Self.interval * 0.75...now + Self.interval).contains(former.at)
      {
        return finish(nil)
      }
      let record = WorldRecord.Sweep(node: context.node.description, at: now)
      context.connection.put(key, in: bucket, record.bytes, expecting: entry?.revision ?? 0) {
        [self] outcome in
        guard case .stored = outcome else { return finish(nil) }
        find(Run(limit: now - context.rest, finish))
      }
    }
  }

  /// Finds the places whose rooms have rested.
  private func find(_ run: Run) {
    let bucket = context.names.open
    context.connection.read("KV_\(bucket)", "$KV.\(bucket).>", patience: Self.patience) { message in
      guard run.due.count < Self.mostRooms else { return false }
      guard let entry = KeyEntry(message, in: bucket),
        let text = WorldNames.text(of: entry.key),
        let place = entry.value.flatMap({ try? WorldRecord.Place($0) }),
        let time = place.closedAt
      else { return true }
      // The others have closed later.
      guard time <= run.limit else { return false }
      run.due.append(Due(code: RoomCode(text), revision: entry.revision))
      return true
    } _: { [self] _ in
      run.due.reverse()
      processNext(run)
    }
  }

  private func processNext(_ run: Run) {
    while run.asked < Self.mostAsked, !context.hasStopped, let due = run.due.popLast() {
      run.asked += 1
      sweep(due, run) { [self] isSwept in
        run.asked -= 1
        if isSwept { run.swept += 1 }
        // Not within the answer to the one before, however many there are.
        context.connection.call(after: .zero) { [self] in processNext(run) }
      }
    }
    guard run.asked == 0, run.due.isEmpty || context.hasStopped, !run.isOver else { return }
    run.isOver = true
    run.outcome(run.swept)
  }

  private func sweep(_ due: Due, _ run: Run, _ done: @escaping (Bool) -> Void) {
    let (stream, subject) = (
      context.names.roomStream(due.code), context.names.room(due.code)
    )
    context.connection.last(of: subject, in: stream) { [self] found in
      guard case .success(let last) = found else { return done(false) }
      guard let last else { return forget(due) { done(false) } }
      // A code that was used again, or a record that cannot be read, stays.
      guard let record = try? WorldRecord.Room(last.bytes),
        case .closed(let time) = record.content, time <= run.limit
      else { return done(false) }
      context.connection.purge(subject, from: stream, before: last.sequence + 1) { [self] purged in
        guard case .success = purged else { return done(false) }
        forget(due) { done(true) }
      }
    }
  }

  /// Removes a place from the table, if it is still the one that was read.
  private func forget(_ due: Due, _ done: @escaping () -> Void) {
    let bucket = context.names.open
    context.connection.purge(
      "$KV.\(bucket).\(WorldNames.token(due.code.rawValue))", from: "KV_\(bucket)",
      before: due.revision + 1
    ) { _ in done() }
  }
}
