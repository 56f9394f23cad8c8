// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Game

/// The log entries that answered a request, so that a retry gets the same answer.
struct Answer: Sendable {
  let origin: Origin
  let room: RoomID
  /// The numbers of the entries in the room's log.
  let entries: ClosedRange<UInt64>

  init(origin: Origin, room: RoomID, entries: ClosedRange<UInt64>) {
    assert(entries.lowerBound > 0, "Entries are numbered from 1.")
    self.origin = origin
    self.room = room
    self.entries = entries
  }

  /// Collects the entries that a request caused; nil if there are none.
  ///
  /// Nil also for a request to enter: its answer is `joined`, which is useless after leaving.
  init?(_ entries: [Entry], to origin: Origin, in room: RoomID) {
    assert(
      zip(entries, entries.dropFirst()).allSatisfy { $0.seq + 1 == $1.seq },
      "The entries of one step are numbered without gaps.")
    let own = entries.filter { $0.cause?.request == origin.request }
    guard let first = own.first, let last = own.last, !own.contains(where: \.entersByCause) else {
      return nil
    }
    self.init(origin: origin, room: room, entries: first.seq...last.seq)
  }
}

extension Entry {
  /// Whether the request behind this entry seated its sender.
  var entersByCause: Bool {
    if case .seated(let seated) = event { seated.actor == cause?.actor } else { false }
  }
}
