// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Game
import Journal
import Lobby

extension SharedJournalContract {
  /// A room is claimed as it was written.
  static let rooms = [
    Case("a room is claimed whole: entries, sealed records, members and former members") { store in
      let (owner, other) = (try await store.node("a"), try await store.node("b"))
      var first = step(1...3)
      first.sealed = SealedRecord(matchID: "match", seed: [UInt8](repeating: 7, count: 32))
      first.entering = [1, 2].map {
        Membership(session: SessionID("\($0)"), actor: ActorNumber($0))
      }
      first.requests = [Origin(session: SessionID("1"), request: RequestID(1))]
      var second = step(4...4)
      second.leaving = [ActorNumber(2)]
      try await owner.land(.step(first), .step(second))
      var expected = StoredRoom(openedBy: first)
      expected.append(second)
      let (found, _) = try await other.take(code, from: [owner.id: seen], now: later)
      try expect(found == expected, "The room is \(expected), and \(found) is owned.")
    },
    Case("a room is claimed with the spectators who have not left") { store in
      let (owner, other) = (try await store.node("a"), try await store.node("b"))
      let (staying, leaving) = (
        SpectatorRecord(session: SessionID("eve"), firstSeq: 1),
        SpectatorRecord(session: SessionID("kim"), firstSeq: 1)
      )
      try await owner.land(step(1...1))
      try await owner.land(.spectator(staying, of: room), .spectator(leaving, of: room))
      try await owner.land(.spectatorLeft(leaving.session, of: room), .step(step(2...2)))
      let (found, _) = try await other.take(code, from: [owner.id: seen], now: later)
      try expect(
        found.spectators == [staying] && found.entries.count == 2, "\(found) is owned.")
    },
    Case("a room of 300 steps is claimed whole, among others") { store in
      let (owner, other) = (try await store.node("a"), try await store.node("b"))
      var expected: [Entry] = []
      for number in UInt64(1)...300 {
        let step = step(number...number, theme: "step \(number)")
        try await owner.land(.step(step), .step(Self.step(number...number, of: RoomID("other"))))
        expected += step.entries
      }
      let (found, _) = try await other.take(code, from: [owner.id: seen], now: later)
      try expect(
        found.entries == expected, "\(found.entries.count) entries are owned, or others.")
      try await other.land(step(301...301))
      try await owner.land(step(301...301, of: RoomID("other")))
    },
    Case("a room that cannot be folded is damaged", needs: [.damage]) { store in
      let (owner, other) = (try await store.node("a"), try await store.node("b"))
      for number in UInt64(1)...3 { try await owner.land(step(number...number)) }
      try await owner.stop()
      try await store.damage?(code)
      let found = try await other.claim(code, from: [owner.id: seen], now: later)
      guard case .damaged(room, _) = found else {
        throw ContractViolation(description: "The room is \(found).")
      }
    },
  ]

  /// What becomes of records while the store does not answer.
  static let faults = [
    Case("nothing is said of a step until its outcome is known", needs: [.stopping]) { store in
      let (owner, other) = (try await store.node("a"), try await store.node("b"))
      try await owner.land(step(1...1))
      try await store.setStopped?(true)
      let begun = try await owner.begin(.step(step(2...2)))
      try await store.settle()
      let early = begun.all
      try await store.setStopped?(false)
      let outcome = try await owner.outcome(begun)
      try expect(
        early.isEmpty || early.map { $0.map(\.bare) } == [[.failed(room)]],
        "\(early) is said before it can be known.")
      let (found, _) = try await other.take(code, from: [owner.id: seen], now: later)
      let hasLanded = found.entries.count == 2
      try expect(
        outcome == (hasLanded ? .landed(room) : .failed(room)),
        "The outcome is \(outcome), and \(found) is stored.")
    },
    Case("a step that fails for certain never lands", needs: [.stopping]) { store in
      let owner = try await store.node("a")
      try await owner.land(step(1...1))
      for round in 0..<4 {
        let room = RoomID("room \(round)")
        try await owner.land(step(1...1, of: room))
        let first = try await owner.begin(.step(step(2...2, of: room, theme: "first")))
        for _ in 0..<round { try await store.pass() }
        try await store.setStopped?(true)
        try await store.settle()
        try await store.setStopped?(false)
        let outcome = try await owner.outcome(first)
        let next: UInt64 = outcome == .landed(room) ? 3 : 2
        try await owner.land(step(next...next, of: room, theme: "second"))
        try await store.settle()
        let other = try await store.node("b", run: "\(round)")
        let (found, _) = try await other.take(
          RoomCode(room.rawValue), from: [owner.id: seen], now: later)
        let expected =
          (next == 3 ? step(2...2, of: room, theme: "first").entries : [])
          + step(next...next, of: room, theme: "second").entries
        try expect(
          Array(found.entries.dropFirst()) == expected, "\(found) is stored after \(outcome).")
      }
    },
    Case("a claim that was begun while the store was stopped comes to an end", needs: [.stopping]) {
      store in
      let (owner, other) = (try await store.node("a"), try await store.node("b"))
      try await owner.land(step(1...1))
      try await owner.stop()
      try await store.setStopped?(true)
      let begun = try await other.beginClaim(code, from: [owner.id: seen], now: later)
      try await store.settle()
      try await store.setStopped?(false)
      guard case .owned = try await other.answer(begun) else {
        throw ContractViolation(description: "\(other.id) does not own the room.")
      }
      try await other.land(step(2...2))
    },
    Case("a node is told whether it has the journal", needs: [.stopping]) { store in
      let node = try await store.node("a")
      try expect(try await node.announce(rooms: 1), "It does not have a journal that answers.")
      try await store.setStopped?(true)
      let record = node.record(rooms: 2)
      let begun = try await node.begin { (journal, answer: @escaping @Sendable (Bool) -> Void) in
        journal.announce(record, answer)
      }
      try await store.settle()
      try expect(begun.all != [true], "It has a journal that does not answer.")
      try await store.setStopped?(false)
      _ = try await node.answer(begun)
      try expect(try await node.announce(rooms: 3), "It never has the journal again.")
    },
  ]
}
