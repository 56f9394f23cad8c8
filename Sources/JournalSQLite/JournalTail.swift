// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import DequeModule
import Game
import Lobby

/// Changes that are in the entries and not yet in the rows of their rooms and sessions.
///
/// A step appends its entries to the table `recent`, in the order of writing, and nothing else.
/// They are moved to `entry`, which is in the order of rooms, and the room's row is written, once
/// the room closes or `mostEntries` entries have followed the first one that the row lacks; the
/// highest requests of the room's members once it closes. Until then the row's contents and the
/// requests are folds of the room's log, remembered here.
struct JournalTail {
  /// The changes that a room's row does not have yet.
  private struct Lag {
    /// Where the log ends.
    private(set) var end: LogEnd
    /// The sum of the checksums of the entries that the row lacks.
    private(set) var sum: Int64
    /// The numbers of those entries in `recent`, rising; at least one.
    private(set) var numbers: [Int64]

    init(end: LogEnd, number: Int64) {
      (self.end, sum, numbers) = (end, end.checksum, [number])
    }

    mutating func append(_ end: LogEnd, number: Int64) {
      self.end = end
      sum &+= end.checksum
      numbers.append(number)
    }
  }

  /// Number of entries after which a room's row is written.
  ///
  /// Bounds what a starting server has to fold and what is remembered here; with it, the entries
  /// that are moved together, and so share a page.
  let mostEntries: Int64
  /// Number of rooms whose rows are written with one commit, unless that falls far behind.
  static let mostRooms = 16
  /// The sum of the checksums of all entries that their rooms' rows lack.
  ///
  /// It is stored with each commit. Such an entry, changed or missing, would break no chain that a
  /// row knows the end of, but the sum would differ.
  private(set) var sum: Int64 = 0
  /// What the stored sum differs by from that of the entries found; kept until it is accepted.
  private var difference: Int64 = 0
  private var lags: [RoomID: Lag] = [:]
  /// The rooms in the order of the first entries that their rows lack; some are up to date by now.
  private var order: Deque<(room: RoomID, since: Int64)> = []
  /// The number of the last entry in `recent`.
  private(set) var lastNumber: Int64 = 0
  /// The highest requests in the rooms whose whole log was appended here.
  private var requests: [RoomID: [ActorNumber: RequestID]] = [:]

  /// A tail of rows that lack nothing and are written after a number of entries.
  init(mostEntries: Int64 = 32_768) { self.mostEntries = mostEntries }

  /// The sum to be stored.
  var storedSum: Int64 { sum &+ difference }

  /// Whether entries are missing or have been altered.
  var isBroken: Bool { difference != 0 }

  /// Compares the sum of the entries found with the stored one.
  mutating func compare(with stored: Int64) { difference = stored &- sum }

  /// Takes the entries found for all there were.
  mutating func acceptLoss() { difference = 0 }

  /// Whether no row lacks anything.
  var isEmpty: Bool { lags.isEmpty }

  /// The rooms whose rows lack entries, in the order in which they are due.
  var rooms: [RoomID] { order.filter { isLate($0) }.map(\.room) }

  /// The number of the first entry in `recent` that is still needed.
  var firstNumber: Int64 { order.first { isLate($0) }?.since ?? lastNumber + 1 }

  private func isLate(_ place: (room: RoomID, since: Int64)) -> Bool {
    lags[place.room]?.numbers.first == place.since
  }

  /// The end of a room's log; nil if the room's row has it.
  subscript(room: RoomID) -> LogEnd? { lags[room]?.end }

  /// The numbers of a room's entries in `recent` that the room's row lacks.
  func numbers(of room: RoomID) -> [Int64] { lags[room]?.numbers ?? [] }

  /// Records the step that opens a room and writes its row.
  mutating func open(_ room: RoomID) {
    assert(lags[room] == nil, "A new row lacks nothing.")
    requests[room] = [:]
  }

  /// Records an entry that does not write its room's row.
  ///
  /// - Parameters:
  ///   - end: its last entry.
  ///   - number: the number of that entry in `recent`.
  ///   - room: the room.
  mutating func append(_ end: LogEnd, number: Int64, of room: RoomID) {
    assert(number > lastNumber, "Entries are numbered in the order of writing.")
    lastNumber = number
    sum &+= end.checksum
    if lags[room]?.append(end, number: number) == nil {
      lags[room] = Lag(end: end, number: number)
      order.append((room, number))
    }
  }

  /// Records that `recent` has entries up to `number`, needed or not.
  mutating func skip(to number: Int64) { lastNumber = max(lastNumber, number) }

  /// Records that a room's row is written.
  mutating func settle(_ room: RoomID) {
    guard let lag = lags.removeValue(forKey: room) else { return }
    sum &-= lag.sum
    assert(!lags.isEmpty || sum == 0, "The rows lack no entry.")
  }

  /// The room whose row is to be written next.
  ///
  /// - Parameter count: the number of rooms whose rows the commit has written already.
  /// - Returns: the room; nil if none is due.
  mutating func nextDue(after count: Int = 0) -> RoomID? {
    let patience = count < Self.mostRooms ? mostEntries : 2 * mostEntries
    while let first = order.first {
      if isLate(first) { return lastNumber - first.since >= patience ? first.room : nil }
      order.removeFirst()
    }
    return nil
  }

  /// Records the request of a step, if the whole log of its room is known here.
  mutating func note(_ request: RequestID, of actor: ActorNumber, in room: RoomID) {
    requests[room]?[actor, default: request].raise(to: request)
  }

  /// Forgets a room's requests.
  ///
  /// - Parameter room: the room.
  /// - Returns: each member's highest one; nil if its log has to be read.
  mutating func takeRequests(of room: RoomID) -> [ActorNumber: RequestID]? {
    requests.removeValue(forKey: room)
  }

  /// Each member's highest request in a log.
  static func requests(in entries: some Sequence<Entry>) -> [ActorNumber: RequestID] {
    entries.reduce(into: [:]) { highest, entry in
      guard let cause = entry.cause else { return }
      highest[cause.actor, default: cause.request].raise(to: cause.request)
    }
  }
}

extension RequestID {
  /// Replaces it by a higher one.
  mutating func raise(to other: Self) { self = max(self, other) }
}
