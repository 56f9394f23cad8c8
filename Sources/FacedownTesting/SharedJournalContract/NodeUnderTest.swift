// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Game
import Journal
import Lobby

/// A node's journal as the contract's cases use it: calls begin without waiting, and are awaited.
package final class NodeUnderTest {
  let id: NodeID
  private let access: SharedStoreUnderTest.Access
  private let listener: NodeListener
  private let store: SharedStoreUnderTest

  init(
    _ id: NodeID, _ access: SharedStoreUnderTest.Access, _ listener: NodeListener,
    _ store: SharedStoreUnderTest
  ) {
    self.id = id
    self.access = access
    self.listener = listener
    self.store = store
  }

  /// Its notifications so far.
  var told: NodeListener.Told { listener.told }

  /// Ends the node without a word.
  func stop() async throws { try await access.stop() }

  // MARK: Calls

  /// Makes a call that is answered once.
  func begin<Value: Sendable>(
    _ call:
      @escaping @Sendable (any SharedJournal, @escaping @Sendable (Value) -> Void) -> Void
  ) async throws -> PendingAnswer<Value> {
    let pending = PendingAnswer<Value>()
    try await access.perform { journal in call(journal) { pending.answer($0) } }
    return pending
  }

  /// Waits for an answer.
  func answer<Value>(_ pending: PendingAnswer<Value>) async throws -> Value {
    let value = try await store.until("answer to a call of \(id)") { pending.value }
    try expect(pending.count == 1, "A call is answered \(pending.count) times.")
    return value
  }

  /// Makes a call, and waits for its answer.
  func ask<Value: Sendable>(
    _ call:
      @escaping @Sendable (any SharedJournal, @escaping @Sendable (Value) -> Void) -> Void
  ) async throws -> Value {
    try await answer(begin(call))
  }

  // MARK: Rooms

  /// Begins to append records of rooms.
  func begin(_ records: RoomRecord...) async throws -> PendingAnswer<[RoomOutcome]> {
    try await begin { $0.append(records, $1) }
  }

  /// Appends a step; its outcome, without the bytes as which it is stored.
  func append(_ step: Batch) async throws -> RoomOutcome {
    try await outcome(begin(.step(step)))
  }

  /// The only outcome of an append, without the bytes as which its step is stored.
  func outcome(_ pending: PendingAnswer<[RoomOutcome]>) async throws -> RoomOutcome {
    let outcomes = try await answer(pending)
    guard let outcome = outcomes.first, outcomes.count == 1 else {
      throw ContractViolation(description: "\(outcomes) are the outcomes of one step.")
    }
    return outcome.bare
  }

  /// Appends records that have to land.
  func land(_ records: RoomRecord...) async throws {
    let outcomes: [RoomOutcome] = try await ask { $0.append(records, $1) }
    let awaited = records.filter(\.isAwaited)
    try expect(
      outcomes.count == awaited.count
        && zip(awaited, outcomes).allSatisfy { $0.isThere(by: $1) },
      "\(awaited) do not land at \(id): \(outcomes)")
  }

  /// Appends a step that has to land.
  func land(_ step: Batch) async throws { try await land(.step(step)) }

  /// Begins to claim a room.
  func beginClaim(
    _ code: RoomCode, from gone: [NodeID: ServerTime] = [:], now: ServerTime
  ) async throws -> PendingClaim {
    let claim = RoomClaim(code: code, from: gone, now: now)
    return PendingClaim(claim: claim, answer: try await begin { $0.claim(claim, $1) })
  }

  /// Waits for the outcome of a claim, which is made again while the journal cannot tell.
  func answer(_ pending: PendingClaim) async throws -> ClaimOutcome {
    var outcome = try await answer(pending.answer)
    for _ in 0..<10 where outcome == .unavailable {
      outcome = try await ask { $0.claim(pending.claim, $1) }
    }
    return outcome
  }

  /// Claims a room; the outcome.
  func claim(
    _ code: RoomCode, from gone: [NodeID: ServerTime] = [:], now: ServerTime
  ) async throws -> ClaimOutcome {
    try await answer(beginClaim(code, from: gone, now: now))
  }

  /// Claims a room, which this node has to own then.
  func take(
    _ code: RoomCode, from gone: [NodeID: ServerTime] = [:], now: ServerTime
  ) async throws -> (room: StoredRoom, aliveUntil: ServerTime) {
    var outcome = try await claim(code, from: gone, now: now)
    for _ in 0..<10 where store.readsStale && outcome.isElsewhere {
      outcome = try await claim(code, from: gone, now: now)
    }
    guard case .owned(let room, let aliveUntil) = outcome else {
      throw ContractViolation(description: "\(id) does not own \(code.rawValue): \(outcome)")
    }
    return (room, aliveUntil)
  }

  /// Hands a room over; the outcome.
  func handOver(_ room: RoomID, to node: NodeID) async throws -> RoomOutcome {
    try await ask { $0.release(room, to: node, $1) }
  }

  /// Hands a room over, which has to succeed.
  func release(_ room: RoomID, to node: NodeID) async throws {
    let outcome = try await handOver(room, to: node)
    try expect(outcome == .landed(room), "\(room) is not handed over: \(outcome)")
  }

  // MARK: Registry

  /// Puts records; the outcomes.
  func put(_ records: RegistryRecord...) async throws -> [RegistryOutcome] {
    try await ask { $0.put(records, $1) }
  }

  /// Puts a session that has to land; its revision.
  func land(
    _ record: SessionRecord, expecting revision: Revision? = nil
  ) async throws -> Revision {
    let outcomes = try await put(
      .session(record, expecting: revision, for: CorrelationID(1)))
    guard case .kept(CorrelationID(1), let landed)? = outcomes.first else {
      throw ContractViolation(description: "\(record) does not land at \(id): \(outcomes)")
    }
    return landed
  }

  /// A session as stored; nil if none is.
  func find(_ session: SessionID) async throws -> RegisteredSession? {
    let answer: RegistryAnswer = try await ask { $0.get(session, $1) }
    guard case .found(let found) = answer else {
      throw ContractViolation(description: "\(id) cannot read \(session.rawValue).")
    }
    return found
  }

  // MARK: Nodes

  /// Writes what it tells about itself; whether it is stored.
  func announce(rooms: Int) async throws -> Bool {
    let record = record(rooms: rooms)
    return try await ask { $0.announce(record, $1) }
  }

  /// What it tells about itself.
  func record(rooms: Int) -> NodeRecord {
    NodeRecord(
      id: id, url: "wss://\(id.name).test", version: "test", rooms: rooms,
      at: ServerTime(microseconds: Int64(rooms)))
  }

  /// Withdraws its announcement.
  func withdraw() async throws { try await access.perform { $0.withdraw() } }
}

/// A claim that was begun.
struct PendingClaim {
  /// What is claimed.
  let claim: RoomClaim
  /// Its first outcome.
  let answer: PendingAnswer<ClaimOutcome>
}

extension NodeUnderTest {
  /// The same for the cases that every journal keeps.
  package var alone: JournalUnderTest {
    JournalUnderTest(
      appendAll: { groups in
        let pending = PendingAnswer<[JournalOutcome]>()
        try await self.access.perform { journal in
          let parts = JournalParts(journal, disk: nil)
          for group in groups { parts.write(group) { pending.answer($0) } }
        }
        try await self.store.until("answers to all groups") { pending.count >= groups.count }
        return pending.all
      },
      get: { session in try await self.ask { $0.get(session, $1) } },
      told: {
        try await self.store.settle()
        var changes = JournalChanges()
        (changes.results, changes.bans) = (self.told.results, self.told.bans)
        return changes
      })
  }
}

extension ClaimOutcome {
  /// Whether another node is said to own the room.
  fileprivate var isElsewhere: Bool { if case .elsewhere = self { true } else { false } }
}

extension RoomOutcome {
  /// The outcome without the bytes as which a step is stored.
  var bare: RoomOutcome { if case .landed(let room, _) = self { .landed(room) } else { self } }
}
