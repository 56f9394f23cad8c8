// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Game
import Journal
import Lobby

/// What nodes share, as one value: the records of rooms, each behind the one it expects; sessions by
/// revision; bans, results, nodes and places, each in one order.
struct StreamStore: Sendable {
  /// The records of each code: of the room that has it, or had it last.
  private var rooms: [RoomCode: [NumberedRecord]] = [:]
  private var count: UInt64 = 0
  private var sessions = SessionTable()
  /// Results of matches, in the order in which they count.
  private(set) var results: [MatchResult] = []
  private var matches: Set<String> = []
  /// All changes to the bans.
  private(set) var bans: [BanChange] = []
  private var banNumbers: Set<BanNumber> = []
  /// All changes to the table of nodes.
  private(set) var nodes: [NodeChange] = []
  /// All changes to the table of open rooms.
  private(set) var places: [PlaceRow] = []
  /// The finished matches.
  private(set) var replays = ReplayCache()
  /// Whether a record is stored behind whatever stands there, as NATS 2.9 does.
  var acceptsTwo = false

  /// One change to the bans, however often it is sent.
  struct BanNumber: Hashable, Sendable {
    /// The node that makes it.
    var node: NodeID
    /// Which of its changes it is.
    var number: Int
  }

  // MARK: Rooms

  /// All records of a code, in order.
  func records(of code: RoomCode) -> [NumberedRecord] { rooms[code] ?? [] }

  /// Every code that a room has or had, in order.
  var codes: [RoomCode] { rooms.keys.sorted { $0.rawValue < $1.rawValue } }

  /// Appends a record behind the one with number `former`, or behind none at all (0).
  ///
  /// A room's first step behind a former room's last record replaces all records of that.
  ///
  /// - Returns: its number; nil if another record is the last, and nothing has changed.
  mutating func append(
    _ record: StreamRecord, to code: RoomCode, behind former: UInt64
  ) -> UInt64? {
    guard rooms[code]?.last?.number ?? 0 == former || acceptsTwo && former > 0 else { return nil }
    count += 1
    if record.step?.expectedLastSeq == 0 { rooms[code] = [] }
    rooms[code, default: []].append(NumberedRecord(number: count, record: record))
    switch record.content {
    case .step(let step):
      replays.note(step)
      for origin in step.requests { sessions.raise(origin.session, to: origin.request) }
    case .closed: replays.close(record.room)
    case .claim, .release, .spectator, .spectatorLeft: break
    }
    return count
  }

  /// Removes the entries of a room's second step, as a damaged disk may.
  mutating func damage(_ code: RoomCode) {
    let steps = records(of: code).indices.filter { rooms[code]?[$0].record.step != nil }
    guard steps.count > 2 else { return }
    rooms[code]?.remove(at: steps[1])
  }

  // MARK: Sessions

  /// A session as stored; nil if none is.
  func session(_ id: SessionID) -> RegisteredSession? { sessions[id] }

  /// Puts a session where a revision stands; its own revision, nil if another one stands there.
  mutating func put(_ record: SessionRecord, expecting former: Revision?) -> Revision? {
    sessions.put(record, expecting: former)
  }

  /// Removes a session.
  mutating func forget(_ session: SessionID) { sessions.forget(session) }

  // MARK: For everyone

  /// Adds a match's result, unless it is there.
  mutating func add(_ result: MatchResult) {
    if matches.insert(result.matchID).inserted { results.append(result) }
  }

  /// Changes the bans, unless this change is there.
  ///
  /// - Returns: the number of changes with it.
  mutating func change(_ change: BanChange, as number: BanNumber) -> Int {
    if banNumbers.insert(number).inserted { bans.append(change) }
    return bans.count
  }

  /// Changes the table of nodes.
  mutating func change(_ change: NodeChange) { nodes.append(change) }

  /// Changes the table of open rooms.
  mutating func change(_ row: PlaceRow) { places.append(row) }

  /// The nodes that are there, for one that comes late.
  var presentNodes: [NodeChange] {
    var changes: [NodeChange] = []
    for change in nodes {
      changes.removeAll { $0.node == change.node }
      if case .present = change { changes.append(change) }
    }
    return changes
  }

  /// The rooms that are open, for a node that comes late.
  var openPlaces: [PlaceRow] {
    var rows: [PlaceRow] = []
    for row in places {
      rows.removeAll { $0.change.code == row.change.code }
      if case .open = row.change { rows.append(row) }
    }
    return rows
  }
}

extension NodeChange {
  /// The node.
  fileprivate var node: NodeID {
    switch self {
    case .present(let record): record.id
    case .ended(let node): node
    }
  }
}

extension PlaceChange {
  /// The room's code.
  fileprivate var code: RoomCode {
    switch self {
    case .open(let code, _), .closed(let code): code
    }
  }
}
