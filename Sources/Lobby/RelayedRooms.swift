// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Game
import Protocol

/// The rooms of another server, their owner, that are watched through a directory.
struct RelayedRooms: Sendable {
  /// The rooms, by their names here.
  private var rooms: [RoomID: RelayedRoom] = [:]
  private var codes: [RoomCode: RoomID] = [:]
  /// The owner's public list, each room under its code.
  private var publicList = PublicList()
  /// The totals over all rooms.
  private(set) var counts = LobbyCounts()
  /// How far the owner's time is ahead of the directory's.
  var ahead = Duration.zero
  /// The most rooms followed at once.
  var limit: Int
  /// The codes of the rooms in the public list.
  private var listed: Set<String> = []
  /// Rooms that could not be followed lately, and why: a code that many ask for costs the owner one
  /// refusal.
  private var refused: [RoomCode: (refusal: Refusal, until: ServerTime)] = [:]

  /// No rooms, of `limit` at most.
  init(limit: Int) { self.limit = limit }

  /// The number of rooms.
  var count: Int { rooms.count }

  /// The owner's latest public rooms.
  var list: [RoomSummary] { publicList.latest }

  /// The room with an id, or nil.
  subscript(_ id: RoomID) -> RelayedRoom? { rooms[id] }

  /// The room with a code, or nil.
  subscript(_ code: RoomCode) -> RoomID? { codes[code] }

  /// Adds a room, which is followed from now on.
  mutating func add(_ room: RelayedRoom) {
    precondition(codes[room.code] == nil, "A room is followed once.")
    rooms[room.id] = room
    codes[room.code] = room.id
  }

  /// Changes a room where it is; nil if it is not here.
  @discardableResult
  mutating func change<Result>(
    _ id: RoomID, _ body: (inout RelayedRoom) -> Result
  ) -> Result? {
    rooms.index(forKey: id).map { rooms.change(at: $0, body) }
  }

  /// Brings the totals up to date with a room that has changed, and returns it.
  mutating func update(_ id: RoomID) -> RelayedRoom? {
    guard let room = rooms[id] else { return nil }
    counts.count(room.counts, insteadOf: room.counted)
    rooms[id]?.counted = room.counts
    return room
  }

  /// Removes a room that is followed no more, and remembers why if it could not be followed.
  mutating func remove(_ room: RelayedRoom, now: ServerTime) {
    if let end = room.end { remember(end, of: room.code, now: now) }
    rooms[room.id] = nil
    codes[room.code] = nil
  }

  /// The owner's public list has changed, or this is all of it; what that changes here.
  mutating func list(_ update: RoomsUpdate, isWhole: Bool) -> [LobbyOutput] {
    var outputs: [LobbyOutput] = []
    let gone = isWhole ? listed.subtracting(update.rooms.map(\.code)).sorted() : update.removed
    for code in gone where listed.remove(code) != nil {
      publicList.remove(RoomID(code))
      outputs.append(.unlisted(RoomCode(code)))
    }
    let known = isWhole ? Set(publicList.latest) : []
    for room in update.rooms where !known.contains(room) {
      guard listed.contains(room.code) || listed.count < LobbyLimits.roomsListed else { continue }
      listed.insert(room.code)
      publicList.put(room, for: RoomID(room.code))
      outputs.append(.listed(room))
    }
    return outputs
  }

  /// Why a room could not be followed lately; nil if that is not known.
  mutating func refusal(of code: RoomCode, now: ServerTime) -> Refusal? {
    guard let known = refused[code] else { return nil }
    guard known.until > now else {
      refused[code] = nil
      return nil
    }
    return known.refusal
  }

  /// Remembers for a while why a room could not be followed.
  private mutating func remember(_ refusal: Refusal, of code: RoomCode, now: ServerTime) {
    if refused.count >= LobbyLimits.roomsRefusedKept { refused = [:] }
    refused[code] = (refusal, now + LobbyLimits.refusalKeptFor)
  }
}
