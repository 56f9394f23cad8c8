// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Game
import Journal
import Lobby

extension JournalContract {
  /// Changes stored for everyone are reported, once and in order.
  static let told = [
    Case("results are told once each, in the order in which they are stored") { journal in
      let (first, second, third) = (
        result(1, ["ana", "ben"]), result(2, ["ben", "cyd"]), result(3, ["cyd", "ana"])
      )
      try await journal.land(end(first, in: RoomID("a")))
      // A match may have ended later and be stored before.
      try await journal.land(end(third, in: RoomID("c")), end(second, in: RoomID("b")))
      try await journal.land(end(third, in: RoomID("c")), end(first, in: RoomID("a")))
      let told = try await journal.told().results
      try expect(told == [first, third, second], "The results told are \(told).")
    },
    Case("the result of a refused step is not told") { journal in
      try await journal.land(end(result(1, ["ana", "ben"]), in: room))
      try await journal.refuse(end(result(2, ["ben", "ana"]), in: room, theme: "rival"))
      let told = try await journal.told().results
      try expect(told == [result(1, ["ana", "ben"])], "The results told are \(told).")
    },
    Case("the results that are told are those that a restart counts", needs: [.contents]) {
      journal in
      let pairs = [["ana", "ben"], ["ben", "cyd"], ["cyd", "ana"], ["ben", "ana"]]
      _ = try await journal.append(
        pairs.enumerated().reversed().map { number, ids in
          end(result(number, ids), in: RoomID("\(number)"))
        })
      var told = RatingTable()
      for result in try await journal.told().results { try told.fold(result) }
      var restored = try await journal.restored().ratings
      let (best, again) = (
        told.leaderboard(.memorize, limit: 9), restored.leaderboard(.memorize, limit: 9)
      )
      try expect(best == again, "\(best) is told, and \(again) is restored.")
    },
    Case("changes to the bans are told in their order") { journal in
      var other = ban
      other.reason = "more noise"
      let changes = [BanChange.set(ban), .set(other), .lift(ban.target), .set(ban)]
      try await journal.land(.ban(changes[0], for: CorrelationID(1)))
      _ = try await journal.append(changes[1...].map { .ban($0, for: CorrelationID(2)) })
      let told = try await journal.told().bans
      try expect(told == changes, "The changes told are \(told).")
    },
  ]
}
