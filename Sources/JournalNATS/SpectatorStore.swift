// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import JetStream
import Journal
import Lobby
import Wire

/// The spectators of each room: a key for each spectator, under the room, so that a claim reads
/// them with one filter.
///
/// Not in the room's log: a room decides nothing about who watches. Used on the loop only.
final class SpectatorStore {
  /// Spectators are read within this time.
  private static let patience = Duration.seconds(5)

  private let context: JournalContext

  init(_ context: JournalContext) { self.context = context }

  /// A session starts watching a room; calls back once with whether that is stored.
  func add(_ record: SpectatorRecord, to room: RoomID, _ outcome: @escaping (Bool) -> Void) {
    guard !context.hasStopped else { return outcome(false) }
    let (key, bucket) = (key(record.session, room), context.names.spectators)
    let bytes = WorldRecord.Spectator(
      session: record.session.rawValue, firstSeq: record.firstSeq
    ).bytes
    context.connection.put(key, in: bucket, bytes) { [self] result in
      switch result {
      case .stored: outcome(true)
      case .refused, .noResponders: outcome(false)
      case .unclear:
        context.connection.get(key, in: bucket) { found in
          outcome((try? found.get())??.value == bytes)
        }
      }
    }
  }

  /// A session stops watching a room; best effort.
  func remove(_ session: SessionID, from room: RoomID) {
    context.connection.delete(key(session, room), in: context.names.spectators) { _ in }
  }

  /// Nobody watches a room any more, because it has closed; best effort.
  func forget(_ room: RoomID) {
    let bucket = context.names.spectators
    context.connection.purge(
      "$KV.\(bucket).\(WorldNames.token(room.rawValue)).>", from: "KV_\(bucket)"
    ) { _ in }
  }

  /// Reads who watches a room, by session, and calls back once; nil if nobody can tell now.
  func read(_ room: RoomID, _ completion: @escaping ([SpectatorRecord]?) -> Void) {
    context.connection.entries(
      under: WorldNames.token(room.rawValue), in: context.names.spectators, within: Self.patience
    ) { found in
      let records = (try? found.get())?.compactMap { entry -> SpectatorRecord? in
        guard let value = entry.value, let record = try? WorldRecord.Spectator(value) else {
          return nil
        }
        return SpectatorRecord(session: SessionID(record.session), firstSeq: record.firstSeq)
      }
      completion(records?.sorted { $0.session.rawValue < $1.session.rawValue })
    }
  }

  private func key(_ session: SessionID, _ room: RoomID) -> String { Self.key(session, room) }

  /// The key of a session that watches a room.
  static func key(_ session: SessionID, _ room: RoomID) -> String {
    "\(WorldNames.token(room.rawValue)).\(WorldNames.token(session.rawValue))"
  }
}
