// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Game
import Journal
import Lobby

extension SharedJournalContract {
  /// Who may own a room.
  static let claims = [
    Case("no open room is unknown") { store in
      let node = try await store.node("a")
      let found = try await node.claim(code, now: later)
      try expect(found == .unknown, "A room that was never opened is \(found).")
    },
    Case("the room of a living node is elsewhere") { store in
      let (owner, other) = (try await store.node("a"), try await store.node("b"))
      try await owner.land(step(1...1))
      let stranger = NodeID(name: "c", run: "1")
      let found = try await other.claim(code, from: [stranger: seen], now: later)
      try expect(found == .elsewhere(room, owner.id), "The room is \(found).")
      try await owner.land(step(2...2))
    },
    Case("the room of a node that is gone is owned, as of when that was last alive") { store in
      let (owner, other) = (try await store.node("a"), try await store.node("b"))
      try await owner.land(step(1...2))
      try await owner.stop()
      let (found, aliveUntil) = try await other.take(code, from: [owner.id: seen], now: later)
      try expect(found.entries == step(1...2).entries, "\(found) is owned.")
      try expect(aliveUntil == seen, "Its owner was alive until \(aliveUntil).")
      try await other.land(step(3...3))
    },
    Case("an owner was alive when it wrote its last entry, whoever says what") { store in
      let (owner, other) = (try await store.node("a"), try await store.node("b"))
      var last = step(1...1)
      last.entries[0].at = seen
      try await owner.land(last)
      let early = ServerTime(microseconds: 3)
      let (_, aliveUntil) = try await other.take(code, from: [owner.id: early], now: later)
      try expect(aliveUntil == seen, "Its owner was alive until \(aliveUntil).")
    },
    Case("the room of a former run of the same node is owned") { store in
      let (former, other) = (try await store.node("a"), try await store.node("b"))
      try await former.land(step(1...1))
      try await former.stop()
      let found = try await other.claim(code, now: later)
      try expect(found == .elsewhere(room, former.id), "The room is \(found).")
      let again = try await store.node("a", run: "2")
      let (room, aliveUntil) = try await again.take(code, now: later)
      try expect(room.entries == step(1...1).entries, "\(room) is owned.")
      try expect(
        room.entries[0].at...later ~= aliveUntil, "Its owner was alive until \(aliveUntil).")
      try await again.land(step(2...2))
    },
    Case("of two claims at once, one owns the room, and the other is told so") { store in
      for round in 0..<6 {
        let room = RoomID("room \(round)")
        let old = try await store.node("a", run: "\(round)")
        let nodes = [
          try await store.node("b", run: "\(round)"), try await store.node("c", run: "\(round)"),
        ]
        try await old.land(step(1...1, of: room))
        try await old.stop()
        let code = RoomCode(room.rawValue)
        var claims: [PendingClaim] = []
        for node in nodes {
          claims.append(try await node.beginClaim(code, from: [old.id: seen], now: later))
          for _ in 0..<(round / 2) { try await store.pass() }
        }
        let outcomes = [
          try await nodes[0].answer(claims[0]), try await nodes[1].answer(claims[1]),
        ]
        guard
          let winner = outcomes.firstIndex(where: { if case .owned = $0 { true } else { false } })
        else { throw ContractViolation(description: "The outcomes are \(outcomes).") }
        try expect(
          outcomes[1 - winner] == .elsewhere(room, nodes[winner].id),
          "The outcomes are \(outcomes).")
        try await nodes[winner].land(step(2...2, of: room))
      }
    },
    Case("a room that is claimed again and again goes on numbered without gaps") { store in
      var owner = try await store.node("a")
      try await owner.land(step(1...2))
      var steps = [step(1...2)]
      for round in UInt64(1)...9 {
        let next = try await store.node(["a", "b", "c"][Int(round) % 3], run: "\(round)")
        let (found, _) = try await next.take(code, from: [owner.id: seen], now: later)
        try expect(found.entries == steps.flatMap(\.entries), "\(found) is owned.")
        steps.append(step((2 + round)...(2 + round), theme: next.id.name))
        try await next.land(steps[steps.count - 1])
        owner = next
      }
    },
    Case("an owner that decides nothing leaves its room as of when the one before was alive") {
      store in
      let nodes = [
        try await store.node("a"), try await store.node("b"), try await store.node("c"),
        try await store.node("d"),
      ]
      try await nodes[0].land(step(1...1))
      let (first, second) = (seen + .seconds(1), seen + .seconds(2))
      _ = try await nodes[1].take(code, from: [nodes[0].id: seen], now: first)
      let (_, idle) = try await nodes[2].take(code, from: [nodes[1].id: first], now: second)
      try expect(idle == seen, "An owner is said to have decided until \(idle).")
      try await nodes[2].land(step(2...2))
      let (_, busy) = try await nodes[3].take(code, from: [nodes[2].id: second], now: later)
      try expect(busy == second, "An owner is said to have decided until \(busy).")
    },
  ]

  /// A living owner hands its room over.
  static let handovers = [
    Case("a room that is handed over is owned by the one it is handed to") { store in
      let (old, new) = (try await store.node("a"), try await store.node("b"))
      let other = try await store.node("c")
      try await old.land(step(1...1))
      try await old.release(room, to: new.id)
      let refused = try await other.claim(code, now: later)
      try expect(refused == .elsewhere(room, new.id), "The room is \(refused).")
      let (found, aliveUntil) = try await new.take(code, now: later)
      try expect(found.entries == step(1...1).entries, "\(found) is owned.")
      try expect(
        found.entries[0].at...later ~= aliveUntil, "Its owner was alive until \(aliveUntil).")
      try await new.land(step(2...2))
    },
    Case("a node that has handed a room over decides nothing in it") { store in
      let (old, new) = (try await store.node("a"), try await store.node("b"))
      try await old.land(step(1...1))
      try await old.release(room, to: new.id)
      let outcome = try await old.append(step(2...2, theme: "old"))
      try expect(outcome == .lost(room, to: new.id), "The outcome is \(outcome).")
      let (found, _) = try await new.take(code, now: later)
      try expect(found.entries.count == 1, "\(found) is owned.")
    },
    Case("a room that is handed to a node that is gone is owned by the next") { store in
      let (old, new) = (try await store.node("a"), try await store.node("b"))
      let other = try await store.node("c")
      try await old.land(step(1...1))
      try await old.release(room, to: new.id)
      try await new.stop()
      let (found, _) = try await other.take(code, from: [new.id: seen], now: later)
      try expect(found.entries == step(1...1).entries, "\(found) is owned.")
      try await other.land(step(2...2))
    },
    Case("a room is not handed over by a node that does not own it any more") { store in
      let (old, new) = (try await store.node("a"), try await store.node("b"))
      try await old.land(step(1...1))
      _ = try await new.take(code, from: [old.id: seen], now: later)
      let outcome = try await old.handOver(room, to: NodeID(name: "c", run: "1"))
      try expect(outcome == .lost(room, to: new.id), "The outcome is \(outcome).")
      try await new.land(step(2...2))
    },
  ]
}
