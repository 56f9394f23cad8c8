// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Game

/// Consecutive entries of a room, by their numbers.
///
/// The log of a room that is decided here is whole: it starts after entry 0. That of a relayed room
/// starts after the base that the relay was given, and drops its oldest entries in time.
struct RoomLog: Equatable, Sendable {
  /// The number of the last entry before the first one held; 0 for a whole log.
  private(set) var start: UInt64 = 0
  /// The entries held; entry `start + 1` is the first.
  private(set) var entries: [Entry] = []

  /// An empty log that begins after entry `start`.
  init(after start: UInt64 = 0) { self.start = start }

  /// A whole log.
  init(_ entries: [Entry]) { append(entries) }

  /// The number of the last entry; `start` for an empty log.
  var lastSeq: UInt64 { start + UInt64(entries.count) }

  /// Whether no entry is held.
  var isEmpty: Bool { entries.isEmpty }

  /// The entry with a number; it must be held.
  subscript(seq: UInt64) -> Entry { entries[index(after: seq - 1)] }

  /// The entries after `seq`, up to `last` or to the end; all must be held.
  func entries(after seq: UInt64, through last: UInt64? = nil) -> ArraySlice<Entry> {
    entries[index(after: seq)..<(last.map(index(after:)) ?? entries.endIndex)]
  }

  /// Adds entries, which must follow the last one.
  mutating func append(_ more: [Entry]) {
    precondition(
      more.first.map { $0.seq == lastSeq + 1 } ?? true, "An entry follows the one before it.")
    entries += more
    assert(entries.last.map { $0.seq == lastSeq } ?? true, "Entries are numbered without gaps.")
  }

  /// Removes the entries after `seq`.
  mutating func removeEntries(after seq: UInt64) {
    entries.removeLast(entries.count - index(after: seq))
  }

  /// Drops the entries up to `seq`, which must be held: the log begins after it from now on.
  mutating func drop(through seq: UInt64) {
    entries.removeFirst(index(after: seq))
    start = seq
  }

  /// The index of the entry that follows `seq`.
  private func index(after seq: UInt64) -> Int {
    precondition(
      start <= seq && seq <= lastSeq, "A log is asked for entries that it holds only.")
    return Int(seq - start)
  }
}
