// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Game
import Protocol

/// The rooms that a directory decides for, and the ways to find them: by code, by the request that
/// opened them, by a player's daily deal, in the public list and for a quick match.
///
/// All of these, and the totals, follow from the rooms themselves: `update` brings them up to date
/// with a room that has changed.
struct RoomTable: Sendable {
  /// Where a room is; valid until a room is added or removed.
  typealias Place = Dictionary<RoomID, Room>.Index

  private var rooms: [RoomID: Room] = [:]
  /// The rooms in the journal, by code; one that is being opened is not yet among them.
  private(set) var codes: [RoomCode: RoomID] = [:]
  /// The same rooms by the requests that opened them.
  private var openers: [Origin: RoomID] = [:]
  /// Those of them where a daily deal is played.
  private var dailyRooms: [DailySeat: RoomID] = [:]
  /// Those where a quick match may find a seat.
  private var quickTables: Set<RoomID> = []
  private var publicList = PublicList()
  /// The totals over all rooms.
  private(set) var counts = LobbyCounts()

  // MARK: Finding

  /// Every room, in no order.
  var all: Dictionary<RoomID, Room>.Values { rooms.values }

  /// The latest public rooms, at most `LobbyLimits.roomsListed`, in the order of opening.
  var list: [RoomSummary] { publicList.latest }

  /// The rooms where a quick match may find a seat, in no order.
  var tables: [Room] { quickTables.compactMap { rooms[$0] } }

  /// The room with an id, or nil.
  subscript(_ id: RoomID) -> Room? { rooms[id] }

  /// The open room with a code; nil for an unknown code, and while its room is being opened.
  subscript(_ code: RoomCode) -> RoomID? { codes[code] }

  /// The room that a request has opened, or nil.
  func room(openedBy origin: Origin) -> RoomID? { openers[origin] }

  /// The room where a player plays a day's deal, or nil.
  func room(of seat: DailySeat) -> RoomID? { dailyRooms[seat] }

  /// Where a room is, or nil.
  func place(of id: RoomID) -> Place? { rooms.index(forKey: id) }

  // MARK: Changing

  /// Adds a room, which is found by its id alone until it is updated.
  mutating func add(_ room: Room) {
    precondition(rooms[room.id] == nil, "Room \(room.id.rawValue) is here already.")
    rooms[room.id] = room
  }

  /// Changes a room where it is, without copying it; `update` follows.
  mutating func change<Result>(
    at place: Place, _ body: (inout Room) -> Result
  ) -> Result {
    rooms.change(at: place, body)
  }

  /// Brings everything up to date with a room that has changed.
  ///
  /// - Parameters:
  ///   - place: where the room is.
  ///   - lead: how far ahead it announces its own events.
  /// - Returns: its state, and whether its line in the public list is another one now.
  mutating func update(
    at place: Place, lead: Duration
  ) -> (state: RoomState, isListChanged: Bool) {
    let id = rooms.keys[place]
    let (former, state) = rooms.change(at: place) { $0.updateState(lead: lead) }
    counts.count(state.counts, insteadOf: former?.counts)
    if state.isQuickTable != former?.isQuickTable {
      if state.isQuickTable { quickTables.insert(id) } else { quickTables.remove(id) }
    }
    if state.hasEntries, former?.hasEntries != true {
      assert(codes[state.code] == nil, "The journal opens no room under another's code.")
      codes[state.code] = id
      if let opener = rooms[id]?.opener { openers[opener] = id }
      if let seat = rooms[id]?.dailySeat { dailyRooms[seat] = id }
    }
    guard state.summary != former?.summary else { return (state, false) }
    if let summary = state.summary {
      publicList.put(summary, for: id)
    } else {
      publicList.remove(id)
    }
    return (state, true)
  }

  /// Removes a room, and every way to it.
  mutating func remove(_ id: RoomID) -> Room? {
    guard let room = rooms.removeValue(forKey: id) else { return nil }
    counts.count(nil, insteadOf: room.state?.counts)
    if let opener = room.opener { openers[opener] = nil }
    if codes[room.code] == id { codes[room.code] = nil }
    if let seat = room.dailySeat, dailyRooms[seat] == id { dailyRooms[seat] = nil }
    publicList.remove(id)
    quickTables.remove(id)
    return room
  }
}
