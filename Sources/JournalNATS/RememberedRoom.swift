// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Game
import Journal
import Lobby
import Wire

/// A room as its node has it in memory, to be compared with what the servers have of its log.
struct RememberedRoom: Sendable {
  /// What a log lacks.
  enum Lack: Hashable {
    /// Nothing: it ends so.
    case nothing(RoomEnd)
    /// These records behind its end, which have so many entries.
    case records([WorldRecord.Room.Content], behind: RoomEnd?, entries: Int)
    /// It is another node's.
    case elsewhere(NodeID)
    /// It has what is not in memory.
    case ahead
    /// It cannot be told, or is not this room's; the sentence says why.
    case stuck(String)
  }

  /// The room.
  let room: StoredRoom
  /// The result of its last match; nil for none.
  let result: WorldRecord.Result?
  /// Where its log ended, as this node knew it; nil if nobody can tell whose the room is.
  private let end: RoomEnd?
  private let node: NodeID

  /// A room of the server's memory, with what its journal remembers.
  init(_ room: StoredRoom, end: RoomEnd?, result: WorldRecord.Result?, node: NodeID) {
    let present = Set(room.members.map(\.actor))
    var room = room
    room.former = (end?.sessions ?? [:]).filter { !present.contains($0.key) }
      .map { Membership(session: $0.value, actor: $0.key) }
      .sorted { $0.actor < $1.actor }
    self.room = room
    self.end = end
    self.result = result
    self.node = node
  }

  /// The number of the ownership by which this node had the room.
  var epoch: UInt64 { end?.epoch ?? 1 }

  /// Where its log ends now that it is whole.
  func end(of log: RoomEnd) -> RoomEnd {
    end.map { log.remembering($0) } ?? log
  }

  /// What is missing in a log.
  ///
  /// Records of this node, and of ownerships before its own, are what the servers had before: it goes
  /// on behind them. Any other owner has claimed the room since, and keeps it.
  ///
  /// - Parameters:
  ///   - log: the log under the room's code, with its last record; nil for none.
  ///   - rest: how long the code of a closed room rests.
  ///   - now: the current time.
  /// - Returns: what is to be written, or why nothing is.
  func lack(
    of log: (log: RoomLog, last: WorldRecord.Room?)?, rest: Duration, now: ServerTime
  ) -> Lack {
    guard end != nil else {
      return .stuck("This node does not know whose the room is: restart it to give the room up.")
    }
    guard let (log, last) = log else { return everything }
    guard let last, let owner = RoomLookup.owner(by: last), let writer = NodeID(last.node) else {
      return .stuck(Self.damaged(.unreadable))
    }
    guard last.room == room.id.rawValue else {
      if case .closed(let time) = last.content, (room.entries.first?.at ?? .zero) - time >= rest {
        return everything
      }
      return .stuck("Another room has its code by now.")
    }
    if case .closed = last.content { return .elsewhere(writer) }
    let isOwn = owner == node && writer == node
    guard isOwn || last.epoch < epoch else { return .elsewhere(owner) }
    guard log.damage == nil, let there = log.room, let logEnd = log.end else {
      return .stuck(Self.damaged(log.damage ?? .empty))
    }
    guard room.entries.starts(with: there.entries) else {
      return isOwn ? .ahead : .elsewhere(owner)
    }
    let claim = WorldRecord.Room.Content.claim(
      previous: owner.description, aliveUntil: room.entries.last?.at ?? .zero, at: now)
    let records = (isOwn ? [] : [claim]) + ImportedRoom(KeptRoom(room), behind: there).contents
    guard !records.isEmpty else { return .nothing(logEnd) }
    return .records(
      records, behind: logEnd, entries: room.entries.count - there.entries.count)
  }

  /// The whole log, as a new one.
  private var everything: Lack {
    .records(ImportedRoom(KeptRoom(room)).contents, behind: nil, entries: room.entries.count)
  }

  private static func damaged(_ damage: StoredRoomError) -> String {
    "Its log on the servers is damaged: \(damage) Purge its subject, and run this again."
  }
}
