// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

package import Game
package import Lobby

/// All that a server keeps: the logs of rooms, the registry of sessions and bans, the archive of
/// finished matches.
package typealias Journal = RoomJournal & Registry & Archive

/// What a journal on this machine's disk does besides.
///
/// A protocol of its own, because a journal elsewhere has none of it, and one in memory no use for
/// it: who is alive is known there by other means, and its size and health are not this process's.
/// The server writes heartbeats and outages if it has such a journal, and its pages show the rest.
package protocol LocalJournal: AnyObject {
  /// Writes a heartbeat; it survives the process, though not always the machine.
  func beat(at time: ServerTime)

  /// Replaces the outages not refunded yet; best effort. Until they are written, no heartbeat is.
  func keep(_ outages: [RoomDirectory.Outage])

  /// Why the last write failed; nil if it did not.
  var problem: String? { get }

  /// Bytes on disk.
  var byteCount: Int { get }
}

/// A journal that writes records of all parts in one order, and those of one turn together.
package protocol CombinedJournal: RoomJournal, Registry, Archive, LocalJournal {
  /// Writes records, and calls back once with the outcomes of the awaited ones, in order; possibly
  /// before it returns.
  func write(_ records: [JournalRecord], _ outcome: @escaping ([JournalOutcome]) -> Void)
}

extension CombinedJournal {
  /// Appends records of rooms.
  package func append(_ records: [RoomRecord], _ outcome: @escaping ([RoomOutcome]) -> Void) {
    write(records.map { .room($0) }) { outcomes in
      outcome(outcomes.compactMap { if case .room(let outcome) = $0 { outcome } else { nil } })
    }
  }

  /// Stores records of sessions and bans.
  package func put(
    _ records: [RegistryRecord], _ outcome: @escaping ([RegistryOutcome]) -> Void
  ) {
    write(records.map { .registry($0) }) { outcomes in
      outcome(outcomes.compactMap { if case .registry(let outcome) = $0 { outcome } else { nil } })
    }
  }

  /// Replaces the outages not refunded yet.
  package func keep(_ outages: [RoomDirectory.Outage]) { write([.outages(outages)]) { _ in } }
}
