// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Game

/// The entries that answered a request: when it is repeated they are its answer again.
struct Answer: Sendable {
  let origin: Origin
  let room: RoomID
  /// Their numbers in the room's log.
  let entries: ClosedRange<UInt64>

  init(origin: Origin, room: RoomID, entries: ClosedRange<UInt64>) {
    self.origin = origin
    self.room = room
    self.entries = entries
  }

  /// What `entries` say of a request; nil where none was caused by it.
  ///
  /// Whoever came in by it is answered by being let in, and has no use for that once it has left.
  init?(_ entries: [Entry], to origin: Origin, in room: RoomID) {
    let own = entries.filter { $0.cause?.request == origin.request }
    guard let first = own.first, let last = own.last, !own.contains(where: \.entersByCause) else {
      return nil
    }
    self.init(origin: origin, room: room, entries: first.seq...last.seq)
  }
}

extension Entry {
  /// Whether whoever caused it came into the room by it.
  var entersByCause: Bool {
    if case .seated(let seated) = event { seated.actor == cause?.actor } else { false }
  }
}
