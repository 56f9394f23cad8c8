// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Game
import Journal
import Lobby

/// Records for a room.
enum Samples {
  static let room = RoomID("room")
  static let code = RoomCode("K7QF2")

  static func time(_ microseconds: Int64) -> ServerTime { ServerTime(microseconds: microseconds) }

  /// A step of entries numbered as given, each at its number as its time.
  static func batch(
    _ numbers: ClosedRange<UInt64>, of room: RoomID = room, code: RoomCode = code,
    theme: String = "animals"
  ) -> Batch {
    Batch(
      room: room, code: code, expectedLastSeq: numbers.lowerBound - 1,
      entries: numbers.map { number in
        Entry(
          seq: number, at: time(Int64(number)),
          event: .opened(
            Event.Opened(matchID: "match", settings: MatchSettings(), theme: theme)))
      })
  }

  static func step(_ numbers: ClosedRange<UInt64>, theme: String = "animals") -> RoomRecord {
    .step(batch(numbers, theme: theme))
  }

  static func result(_ match: String) -> MatchResult {
    MatchResult(
      matchID: match, mode: .memorize, isRated: true, endedAt: time(9), reason: .finished,
      standings: ["ana", "ben"].enumerated().map { place, id in
        Standing(
          rank: place + 1, seat: SeatIndex(place), player: Player(name: id, id: id),
          score: 2 - place, pairs: 1)
      })
  }

  static func node(_ id: NodeID, rooms: Int = 0) -> NodeRecord {
    NodeRecord(id: id, url: "wss://\(id.name).example.org", version: "1", rooms: rooms, at: .zero)
  }
}

extension [RoomOutcome] {
  /// The outcomes without the bytes as which steps are stored.
  var bare: Self {
    map { outcome in if case .landed(let room, _) = outcome { .landed(room) } else { outcome } }
  }
}
