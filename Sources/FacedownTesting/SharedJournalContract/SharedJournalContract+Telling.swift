// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Game
import Journal
import Lobby

extension SharedJournalContract {
  /// Every node is notified of results of matches.
  static let results = [
    Case("results are told to every node once each, in one order") { store in
      let nodes = [try await store.node("a"), try await store.node("b")]
      for match in 0..<12 {
        try await nodes[match % 2].land(end(1, of: RoomID("room \(match)"), match: match))
      }
      let late = try await store.node("c")
      for node in nodes + [late] {
        try await store.until("12th result at \(node.id)") { node.told.results.count >= 12 }
      }
      try await store.settle()
      let told = nodes[0].told.results
      try expect(
        Set(told.map(\.matchID)).count == 12 && told.count == 12, "\(told) are told.")
      for node in [nodes[1], late] {
        try expect(
          node.told.results == told, "\(node.told.results) are told at \(node.id), not \(told).")
      }
    },
    Case("a result whose owner died is told once its room is claimed, and only then counts") {
      store in
      let heir = try await store.node("heir")
      var expected: [String] = []
      for match in 0..<10 {
        let room = RoomID("room \(match)")
        let owner = try await store.node("owner", run: "\(match)")
        try await owner.land(step(1...1, of: room))
        _ = try await owner.begin(.step(end(2, of: room, match: match)))
        for _ in 0..<match { try await store.pass() }
        try await owner.stop()
        try await store.settle()
        let (found, _) = try await heir.take(
          RoomCode(room.rawValue), from: [owner.id: seen], now: later)
        if found.entries.count == 2 { expected.append("match \(match)") }
        try await store.until("result of match \(match)") {
          heir.told.results.count >= expected.count
        }
      }
      try await store.settle()
      let told = heir.told.results.map(\.matchID)
      try expect(told == expected, "\(told) are told, and \(expected) have ended.")
    },
  ]

  /// Every node is notified of everything else that is stored for all.
  static let telling = [
    Case("changes to the bans are told to every node in one order") { store in
      let nodes = [try await store.node("a"), try await store.node("b")]
      let ban = JournalContract.ban
      var expected: [BanChange] = []
      for number in 0..<6 {
        var next = ban
        next.since = ServerTime(microseconds: Int64(number))
        let change = number == 3 ? BanChange.lift(ban.target) : .set(next)
        expected.append(change)
        let outcomes = try await nodes[number % 2].put(.ban(change, for: CorrelationID(1)))
        try expect(outcomes == [.noted(CorrelationID(1))], "The outcomes are \(outcomes).")
        try expect(
          nodes[number % 2].told.bans == expected,
          "A change is stored before it is told: \(nodes[number % 2].told.bans)")
        try await store.until("change \(number)") {
          nodes.allSatisfy { $0.told.bans.count >= expected.count }
        }
      }
      try await store.settle()
      for node in nodes {
        try expect(node.told.bans == expected, "\(node.told.bans) are told at \(node.id).")
      }
      let late = try await store.node("c")
      let standing = nodes[0].told.standingBans
      try await store.until("bans at a late node") { late.told.standingBans == standing }
    },
    Case("nodes are told what each tells about itself, also a late one") { store in
      let nodes = [try await store.node("a"), try await store.node("b")]
      for rooms in 1...3 {
        for node in nodes {
          try expect(try await node.announce(rooms: rooms), "\(node.id) is not stored.")
        }
      }
      let expected = Dictionary(
        uniqueKeysWithValues: nodes.map { ($0.id, $0.record(rooms: 3)) })
      let late = try await store.node("c")
      for (node, other) in [(nodes[0], nodes[1]), (nodes[1], nodes[0])] {
        try await store.until("word of \(other.id)") {
          node.told.presentNodes[other.id] == expected[other.id]
        }
        let numbers = node.told.nodes.compactMap { change -> Int? in
          guard case .present(let record) = change, record.id == other.id else { return nil }
          return record.rooms
        }
        try expect(numbers == numbers.sorted(), "\(numbers) are told at \(node.id).")
      }
      try await store.until("word of all at a late node") { late.told.presentNodes == expected }
    },
    Case("a node that withdraws has ended, for every other and for late ones") { store in
      let (one, other) = (try await store.node("a"), try await store.node("b"))
      _ = try await one.announce(rooms: 1)
      try await store.until("word of it") { other.told.presentNodes[one.id] != nil }
      try await one.withdraw()
      try await store.until("end of it") { other.told.nodes.last == .ended(one.id) }
      let late = try await store.node("c")
      _ = try await other.announce(rooms: 2)
      try await store.until("word of the other") { late.told.presentNodes[other.id] != nil }
      try expect(late.told.presentNodes[one.id] == nil, "\(one.id) is told to be there.")
    },
    Case("places of rooms are told as they open, are claimed, and close, also to late nodes") {
      store in
      let (one, other) = (try await store.node("a"), try await store.node("b"))
      let second = RoomID("second")
      try await one.land(step(1...1))
      try await one.land(step(1...1, of: second))
      try await agree([code: one.id, RoomCode("second"): one.id], [one, other], store)
      _ = try await other.take(code, from: [one.id: seen], now: later)
      try await agree([code: other.id, RoomCode("second"): one.id], [one, other], store)
      try await one.land(.closed(second, at: later))
      let late = try await store.node("c")
      try await agree([code: other.id], [one, other, late], store)
    },
  ]

  private static func agree(
    _ places: [RoomCode: NodeID], _ nodes: [NodeUnderTest], _ store: SharedStoreUnderTest
  ) async throws {
    for node in nodes {
      try await store.until("word at \(node.id) that rooms are at \(places)") {
        node.told.openRooms == places
      }
    }
  }

  /// Sessions are the same at every node.
  static let registry = [
    Case("a session that one node puts is read at another, with its revision") { store in
      let (one, other) = (try await store.node("a"), try await store.node("b"))
      let first = try await one.land(JournalContract.session)
      let found = try await other.find(JournalContract.session.id)
      try expect(
        found == RegisteredSession(JournalContract.session, revision: first),
        "\(found as Any) is read.")
      let second = try await other.land(session(2), expecting: first)
      let back = try await one.find(JournalContract.session.id)
      try expect(
        back == RegisteredSession(session(2), revision: second), "\(back as Any) is read.")
    },
    Case("of two nodes that put a session on one revision, one is refused and learns the other's") {
      store in
      let (one, other) = (try await store.node("a"), try await store.node("b"))
      var last: Revision?
      for round in UInt8(0)..<6 {
        let records = [session(2 * round + 2), session(2 * round + 3)]
        let expected = last
        var begun: [PendingAnswer<[RegistryOutcome]>] = []
        for (node, record) in zip([one, other], records) {
          let put = RegistryRecord.session(record, expecting: expected, for: CorrelationID(1))
          begun.append(try await node.begin { $0.put([put], $1) })
        }
        let outcomes = [try await one.answer(begun[0]), try await other.answer(begun[1])]
        var kept: RegisteredSession?
        for (record, outcome) in zip(records, outcomes) {
          guard case .kept(_, let revision)? = outcome.first else { continue }
          try expect(kept == nil, "Both land: \(outcomes)")
          kept = RegisteredSession(record, revision: revision)
        }
        guard let kept else { throw ContractViolation(description: "Neither lands: \(outcomes)") }
        try expect(
          outcomes.contains([.conflict(CorrelationID(1), kept)]), "The outcomes are \(outcomes).")
        let found = try await other.find(JournalContract.session.id)
        try expect(found == kept, "\(found as Any) is read.")
        last = kept.revision
      }
    },
    Case("a session that one node forgets is forgotten at every node") { store in
      let (one, other) = (try await store.node("a"), try await store.node("b"))
      let first = try await one.land(JournalContract.session)
      _ = try await other.find(JournalContract.session.id)
      let outcomes = try await one.put(.forgotten(JournalContract.session.id))
      try expect(outcomes.isEmpty, "The outcomes are \(outcomes).")
      try await store.settle()
      let found = try await other.find(JournalContract.session.id)
      try expect(found == nil, "\(found as Any) is read.")
      let refused = try await other.put(
        .session(session(2), expecting: first, for: CorrelationID(1)))
      try expect(refused == [.conflict(CorrelationID(1), nil)], "The outcomes are \(refused).")
    },
  ]

  /// The session with a token of its own.
  private static func session(_ token: UInt8) -> SessionRecord {
    var record = JournalContract.session
    record.tokenHashes.append([UInt8](repeating: token, count: 32))
    return record
  }
}
