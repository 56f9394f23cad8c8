// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Game
import Journal
import Lobby
import Wire

/// A room of another journal as the records of a world's log.
///
/// The same room always becomes the same records, so an import that was interrupted goes on where it
/// ended. Steps are not those in which the room was decided, which the other journal does not keep:
/// one begins behind each entry that a sealed record follows, and where one would be too large. So is a
/// room that is written back from a node's memory.
struct ImportedRoom {
  /// Maximum number of entries of a step.
  static let mostEntries = 256
  /// Maximum bytes of the entries of a step; servers take messages of a mebibyte.
  static let mostBytes = 256 << 10

  /// The contents of its records, in order; none for a room without entries.
  let contents: [WorldRecord.Room.Content]

  /// The records of a room, or those that follow a log which has the first of its entries.
  init(_ kept: KeptRoom, behind log: StoredRoom? = nil) {
    let room = kept.room
    let known = Set(((log?.members ?? []) + (log?.former ?? [])).map(\.actor))
    let gone = Set((log?.former ?? []).map(\.actor))
    let entries = room.entries.dropFirst(log?.entries.count ?? 0)
    let seals = Dictionary(
      room.sealed.map { ($0.afterSeq, $0.record) }, uniquingKeysWith: { first, _ in first })
    var steps: [WorldRecord.Step] = []
    var bytes = 0
    for entry in entries {
      let encoded = WireEncoding.proto.encode(entry)
      let isFull =
        steps.last.map {
          $0.entries.count == Self.mostEntries || bytes + encoded.count > Self.mostBytes
        } ?? true
      if isFull || seals[entry.seq - 1] != nil {
        var step = WorldRecord.Step(
          code: room.code.rawValue, expectedLastSeq: entry.seq - 1, entries: [])
        step.sealed = seals[entry.seq - 1]
        steps.append(step)
        bytes = 0
      }
      steps[steps.count - 1].entries.append(encoded)
      bytes += encoded.count
    }
    if !steps.isEmpty {
      // In the order in which the room is read again: former members are told apart last.
      steps[0].entering = (room.members + room.former).filter { !known.contains($0.actor) }.map {
        WorldRecord.Step.Member(session: $0.session.rawValue, actor: $0.actor)
      }
      steps[steps.count - 1].leaving = room.former.map(\.actor).filter { !gone.contains($0) }
    }
    contents =
      steps.map { .step($0) } + (kept.closedAt.map { [.closed(at: $0)] } ?? [])
    assert(
      steps.reduce(0) { $0 + $1.entries.count } == entries.count,
      "Each entry is in one step.")
  }
}

extension WorldRecord.Result {
  /// The result of a match of another journal.
  ///
  /// - Parameters:
  ///   - kept: the result.
  ///   - place: the code of its room, and the stream's number of the room's first record; nil if the
  ///     room's log is no longer kept.
  init(_ kept: KeptResult, in place: (code: RoomCode, first: UInt64)?) {
    let result = kept.result
    // A code that no room has: nothing is read by it.
    self.init(
      room: kept.room.rawValue, code: place?.code.rawValue ?? "-", matchID: result.matchID,
      mode: result.mode, isRated: result.isRated, endedAt: result.endedAt, reason: result.reason,
      standings: result.standings)
    first = place?.first
    detail = result.detail
    guard place != nil, let replay = kept.replay else { return }
    self.replay = Replay(
      settings: replay.settings, publicFrom: replay.publicFrom, base: replay.base,
      entries: replay.entries, sessions: replay.sessions.map(\.rawValue))
  }

  /// The result for another journal.
  var kept: KeptResult {
    KeptResult(
      matchResult, of: RoomID(room),
      replay: replay.map {
        KeptResult.Replay(
          settings: $0.settings, publicFrom: $0.publicFrom, base: $0.base, entries: $0.entries,
          sessions: $0.sessions.map { SessionID($0) })
      })
  }
}
