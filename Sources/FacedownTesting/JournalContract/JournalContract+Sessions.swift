// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Game
import Journal
import Lobby

extension JournalContract {
  /// Sessions are read, and put by revision.
  static let sessions = [
    Case("a session is read as it was put last, and no other is") { journal in
      let first = try await journal.land(session)
      var found = try await journal.find(session.id)
      try expect(
        found == RegisteredSession(session, revision: first), "\(found as Any) is read.")
      let second = try await journal.land(renewed, expecting: first)
      found = try await journal.find(session.id)
      try expect(
        found == RegisteredSession(renewed, revision: second) && first != second,
        "\(found as Any) is read.")
      let other = try await journal.find(SessionID("nobody"))
      try expect(other == nil, "\(other as Any) is read.")
    },
    Case("a read comes after everything that was put before") { journal in
      let first = try await journal.land(session)
      var last = first
      for number in UInt8(1)...9 {
        var record = session
        record.tokenHashes = [[UInt8](repeating: number, count: 32)]
        last = try await journal.land(record, expecting: last)
      }
      let found = try await journal.find(session.id)
      try expect(found?.record.tokenHashes.first?.first == 9, "\(found as Any) is read.")
      try expect(found?.revision == last, "The revision is \(found as Any), not \(last).")
    },
    Case("of two writers who have read the same, one is refused and learns the other's") {
      journal in
      let first = try await journal.land(session)
      let outcomes = try await journal.append([
        .session(renewed, expecting: first, for: CorrelationID(1)),
        .session(rivalling, expecting: first, for: CorrelationID(2)),
      ])
      guard case .registry(.kept(CorrelationID(1), let second))? = outcomes.first,
        case .registry(.conflict(CorrelationID(2), let standing))? = outcomes.last
      else { throw ContractViolation(description: "The outcomes are \(outcomes).") }
      try expect(
        standing == RegisteredSession(renewed, revision: second),
        "\(standing as Any) is said to stand there.")
      let found = try await journal.find(session.id)
      try expect(found == standing, "\(found as Any) is read.")
      _ = try await journal.land(rivalling, expecting: second)
    },
    Case("a session that is there is not begun again, and one that is not is not replaced") {
      journal in
      let first = try await journal.land(session)
      var outcome = try await journal.put(renewed)
      try expect(
        outcome == .conflict(CorrelationID(1), RegisteredSession(session, revision: first)),
        "The outcome is \(outcome).")
      try await journal.land(.forgotten(session.id))
      outcome = try await journal.put(renewed, expecting: first)
      try expect(outcome == .conflict(CorrelationID(1), nil), "The outcome is \(outcome).")
      let found = try await journal.find(session.id)
      try expect(found == nil, "\(found as Any) is read.")
    },
    Case("a session that is forgotten and begun again has another revision") { journal in
      let first = try await journal.land(session)
      try await journal.land(.forgotten(session.id))
      let second = try await journal.land(session)
      try expect(first != second, "The revision is \(second) again.")
    },
    Case("a put that was unclear is settled by a read", needs: [.faults]) { journal in
      var last = try await journal.land(session)
      for (number, hasLanded) in [true, false].enumerated() {
        var next = renewed
        next.tokenHashes = [session.tokenHashes[0], [UInt8](repeating: UInt8(number), count: 32)]
        try await journal.set(.unclear(landed: hasLanded))
        let outcome = try await journal.put(next, expecting: last)
        try await journal.set(.none)
        let found = try await journal.find(session.id)
        try expect(
          (found?.record == next) == hasLanded && (found?.revision == last) != hasLanded,
          "\(found as Any) is read.")
        switch outcome {
        case .kept: try expect(hasLanded, "It has not landed.")
        case .unclear: break
        default: try expect(!hasLanded, "The outcome is \(outcome).")
        }
        // Whoever does not read learns it here.
        if hasLanded {
          let refused = try await journal.put(renewed, expecting: last)
          try expect(
            refused == .conflict(CorrelationID(1), found), "The outcome is \(refused).")
        }
        guard let found else { throw ContractViolation(description: "It is gone.") }
        last = try await journal.land(renewed, expecting: found.revision)
      }
    },
    Case("a put that fails for certain changes nothing", needs: [.faults]) { journal in
      let first = try await journal.land(session)
      try await journal.set(.full)
      let outcome = try await journal.put(renewed, expecting: first)
      try expect(outcome == .notKept(CorrelationID(1)), "The outcome is \(outcome).")
      let found = try await journal.find(session.id)
      try expect(
        found == RegisteredSession(session, revision: first), "\(found as Any) is read.")
      try await journal.set(.none)
      _ = try await journal.land(renewed, expecting: first)
    },
    Case("a session's highest request only rises") { journal in
      var record = session
      var last: Revision?
      for (highest, expected) in [(UInt64(7), UInt64(7)), (4, 7), (9, 9)] {
        record.highest = RequestID(highest)
        last = try await journal.land(record, expecting: last)
        let found = try await journal.find(session.id)?.record.highest
        try expect(found == RequestID(expected), "The highest request is \(found as Any).")
      }
    },
    Case("a session that has ended is forgotten") { journal in
      _ = try await journal.land(session)
      try await journal.land(.forgotten(session.id))
      let found = try await journal.find(session.id)
      try expect(found == nil, "\(found as Any) is read.")
    },
    Case("an unloaded session is kept for its time, and dropped after it") { journal in
      var old = session
      old.detachedAt = ServerTime(microseconds: 5)
      var last = try await journal.land(old)
      var found = try await journal.find(old.id)
      try expect(found?.record == old, "\(found as Any) is read.")
      for (number, time) in [
        LobbyLimits.sessionKeptFor - .microseconds(1), LobbyLimits.sessionKeptFor,
      ].enumerated() {
        var next = session
        next.id = SessionID("next \(number)")
        next.detachedAt = ServerTime(microseconds: 5) + time
        _ = try await journal.land(next)
        found = try await journal.find(old.id)
        try expect((found != nil) == (number == 0), "\(found as Any) is read.")
      }
      // In use it stays, however long.
      last = try await journal.land(session)
      var late = session
      late.id = SessionID("late")
      late.detachedAt = ServerTime(microseconds: 5) + LobbyLimits.sessionKeptFor * 9
      _ = try await journal.land(late)
      found = try await journal.find(session.id)
      try expect(found?.revision == last, "\(found as Any) is read.")
    },
    Case("a start loads the sessions of open rooms, and no others", needs: [.contents]) {
      journal in
      var (member, former, watcher) = (session, session, session)
      (member.id, former.id) = (SessionID("member"), SessionID("former"))
      watcher.id = watching.session
      for record in [session, member, former, watcher] { _ = try await journal.land(record) }
      var opening = batch(1...1)
      opening.entering = [
        Membership(session: member.id, actor: ActorNumber(1)),
        Membership(session: former.id, actor: ActorNumber(2)),
      ]
      opening.requests = [Origin(session: member.id, request: RequestID(7))]
      var leaving = batch(2...2)
      leaving.leaving = [ActorNumber(2)]
      try await journal.land(.step(opening), .step(leaving), .spectator(watching, of: room))
      let taken = try await journal.restored().sessions
      try expect(
        Set(taken.map(\.record.id)) == [member.id, former.id, watcher.id],
        "\(taken) are restored.")
      let highest = taken.first { $0.record.id == member.id }?.record.highest
      try expect(highest == RequestID(7), "The highest request is \(highest as Any).")
      let found = try await journal.find(session.id)
      try expect(found?.record.tokenHashes == session.tokenHashes, "\(found as Any) is read.")
      try await journal.land(.closed(room, at: ServerTime(microseconds: 9)))
      let rest = try await journal.restored().sessions
      try expect(rest.isEmpty, "\(rest) are restored.")
    },
  ]

  /// The session with another token.
  private static let renewed = with(2)
  /// The session with yet another.
  private static let rivalling = with(3)

  private static func with(_ byte: UInt8) -> SessionRecord {
    var record = session
    record.player.id = "key"
    record.tokenHashes.append([UInt8](repeating: byte, count: 32))
    return record
  }
}
