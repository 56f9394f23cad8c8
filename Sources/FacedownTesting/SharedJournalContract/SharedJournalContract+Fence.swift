// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Game
import Journal
import Lobby

extension SharedJournalContract {
  /// A record lands only behind the one that its writer has read last.
  static let fence = [
    Case("of two owners who race for a step, the last to claim lands it") { store in
      for round in 0..<4 {
        let nodes = [
          try await store.node("a", run: "\(round)"), try await store.node("b", run: "\(round)"),
        ]
        try await race(nodes, in: RoomID("room \(round)"), round, store)
      }
    },
    Case("of three owners who race for a step, the last to claim lands it") { store in
      for round in 0..<6 {
        var nodes: [NodeUnderTest] = []
        for name in ["a", "b", "c"] {
          nodes.append(try await store.node(name, run: "\(round)"))
        }
        try await race(nodes, in: RoomID("room \(round)"), round, store)
      }
    },
    Case("an owner's step that lands before a claim is in the room that is claimed") { store in
      let (old, new) = (try await store.node("a"), try await store.node("b"))
      try await old.land(step(1...1))
      try await old.land(step(2...3))
      let (found, _) = try await new.take(code, from: [old.id: seen], now: later)
      try expect(found.entries.map(\.seq) == [1, 2, 3], "\(found) is owned.")
      try await new.land(step(4...4))
    },
    Case("an owner's step that comes after a claim is lost to the claimer") { store in
      let (old, new) = (try await store.node("a"), try await store.node("b"))
      try await old.land(step(1...1))
      _ = try await new.take(code, from: [old.id: seen], now: later)
      let outcome = try await old.append(step(2...2, theme: "old"))
      try expect(outcome == .lost(room, to: new.id), "The outcome is \(outcome).")
      try await new.land(step(2...2))
      let again = try await old.append(step(2...2, theme: "old"))
      try expect(again == .lost(room, to: new.id), "The outcome is \(again).")
      let third = try await store.node("c")
      let (found, _) = try await third.take(code, from: [new.id: seen], now: later)
      try expect(found.entries == step(1...1).entries + step(2...2).entries, "\(found) is stored.")
    },
    Case("an owner's step and a claim at once: the room has the step if it has landed") { store in
      for round in 0..<12 {
        let room = RoomID("room \(round)")
        let old = try await store.node("a", run: "\(round)")
        let new = try await store.node("b", run: "\(round)")
        try await old.land(step(1...1, of: room))
        let code = RoomCode(room.rawValue)
        let gone = [old.id: seen]
        let isClaimFirst = round.isMultiple(of: 2)
        var claim: PendingClaim?
        if isClaimFirst { claim = try await new.beginClaim(code, from: gone, now: later) }
        for _ in 0..<(isClaimFirst ? round / 2 : 0) { try await store.pass() }
        let step = try await old.begin(.step(step(2...2, of: room)))
        for _ in 0..<(isClaimFirst ? 0 : round / 2) { try await store.pass() }
        if !isClaimFirst { claim = try await new.beginClaim(code, from: gone, now: later) }
        guard let claim, case .owned(let found, _) = try await new.answer(claim) else {
          throw ContractViolation(description: "\(new.id) does not own the room.")
        }
        let outcome = try await old.outcome(step)
        let expected: RoomOutcome =
          found.entries.count == 2 ? .landed(room) : .lost(room, to: new.id)
        try expect(outcome == expected, "The outcome is \(outcome), and \(found) is owned.")
        let next = UInt64(found.entries.count + 1)
        try await new.land(Self.step(next...next, of: room))
      }
    },
  ]

  /// Nodes claim a room one from the other; each then appends the same step.
  private static func race(
    _ nodes: [NodeUnderTest], in room: RoomID, _ round: Int, _ store: SharedStoreUnderTest
  ) async throws {
    let code = RoomCode(room.rawValue)
    try await nodes[0].land(step(1...1, of: room))
    for (former, next) in zip(nodes, nodes.dropFirst()) {
      _ = try await next.take(code, from: [former.id: seen], now: later)
    }
    var pending: [(node: NodeUnderTest, PendingAnswer<[RoomOutcome]>)] = []
    for index in nodes.indices {
      let node = nodes[(index + round) % nodes.count]
      pending.append(
        (node, try await node.begin(.step(step(2...2, of: room, theme: node.id.name)))))
    }
    let winner = nodes[nodes.count - 1].id
    for (node, step) in pending {
      let outcome = try await node.outcome(step)
      // Of those who have claimed it since, a stale read may name an earlier one.
      let others = store.readsStale ? nodes.map(\.id).filter { $0 != node.id } : [winner]
      let possible: [RoomOutcome] =
        node.id == winner ? [.landed(room)] : others.map { .lost(room, to: $0) }
      try expect(possible.contains(outcome), "The outcome at \(node.id) is \(outcome).")
    }
  }

  /// A room is opened once, whoever opens it.
  static let openings = [
    Case("of two rooms that two nodes open under one code, one is opened") { store in
      for round in 0..<4 {
        let (one, other) = (
          try await store.node("a", run: "\(round)"), try await store.node("b", run: "\(round)")
        )
        var (first, second) = (
          opening(RoomID("one \(round)"), request: 1), opening(RoomID("two \(round)"), request: 2)
        )
        (first.code, second.code) = (RoomCode("R\(round)"), RoomCode("R\(round)"))
        let begun =
          round.isMultiple(of: 2)
          ? [try await one.begin(.step(first)), try await other.begin(.step(second))]
          : [try await other.begin(.step(second)), try await one.begin(.step(first))].reversed()
        let outcomes = [try await one.outcome(begun[0]), try await other.outcome(begun[1])]
        let possible: [[RoomOutcome]] = [
          [.landed(first.room), .taken(second.room, by: first.requests[0])],
          [.taken(first.room, by: second.requests[0]), .landed(second.room)],
        ]
        try expect(possible.contains(outcomes), "The outcomes are \(outcomes).")
      }
    },
    Case("a request to open a room that is repeated at another node finds its room") { store in
      let (one, other) = (try await store.node("a"), try await store.node("b"))
      let first = opening(RoomID("one"))
      try await one.land(first)
      let outcome = try await other.append(opening(RoomID("two")))
      try expect(
        outcome == .taken(RoomID("two"), by: first.requests[0]), "The outcome is \(outcome).")
      let place = try await other.claim(code, now: later)
      try expect(place == .elsewhere(RoomID("one"), one.id), "The room is \(place).")
    },
    Case("a closed room is unknown, and its code rests for thirty days at every node") { store in
      let (one, other) = (try await store.node("a"), try await store.node("b"))
      let end = ServerTime(microseconds: 9)
      try await one.land(opening(RoomID("one")))
      try await one.land(.closed(RoomID("one"), at: end))
      try await store.settle()
      let found = try await other.claim(code, from: [one.id: seen], now: later)
      try expect(found == .unknown, "The closed room is \(found).")
      let free = end + LobbyLimits.codeRest
      let early = opening(RoomID("two"), request: 2, at: free - .microseconds(1))
      guard case .taken = try await other.append(early) else {
        throw ContractViolation(description: "The code is free too early.")
      }
      try await other.land(opening(RoomID("three"), request: 3, at: free))
      let place = try await one.claim(code, now: free)
      try expect(place == .elsewhere(RoomID("three"), other.id), "The room is \(place).")
      let (room, _) = try await one.take(code, from: [other.id: free], now: free + .seconds(1))
      try expect(room.entries.count == 1 && room.id == RoomID("three"), "\(room) is owned.")
    },
  ]
}
