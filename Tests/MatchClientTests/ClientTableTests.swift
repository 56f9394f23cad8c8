// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Game
import Protocol
import Testing
import Wire

@testable import MatchClient

@Suite("A client's table", .timeLimit(.minutes(1)))
struct ClientTableTests {
  private let now = LocalTime(microseconds: 1_000_000)

  private func joined(
    _ room: String = "r", as actor: UInt32? = 1, base: MatchView? = MatchView()
  ) -> Joined {
    Joined(
      code: "K7QF2", roomID: room, actor: actor.map { ActorNumber($0) },
      role: actor == nil ? .spectator : .player, base: base)
  }

  private func entry(_ seq: UInt64, _ event: Event) -> Entry {
    Entry(seq: seq, at: ServerTime(microseconds: 1_000_000), event: event)
  }

  private var opened: Entry {
    entry(
      1, .opened(Event.Opened(matchID: "m", settings: MatchSettings(seats: 1), theme: "animals")))
  }

  @Test("has its log from the server's base, and without one only if it is the same room")
  func bases() throws {
    #expect(ClientTable(joined(base: nil), after: nil) == nil)
    var table = try #require(ClientTable(joined(), after: nil))
    #expect(table.add(opened, at: now) == .new)
    #expect(ClientTable(joined("other", base: nil), after: table) == nil)
    let resumed = try #require(ClientTable(joined(as: 7, base: nil), after: table))
    #expect(resumed.log == table.log && resumed.actor == ActorNumber(7))
  }

  @Test("tells new entries from those that it knows, and from those known behind a new base")
  func additions() throws {
    var table = try #require(ClientTable(joined(), after: nil))
    #expect(table.add(entry(2, .ownerChanged(nil)), at: now) == .rejected)
    #expect(table.add(opened, at: now) == .new)
    #expect(table.add(opened, at: now) == .known)
    table = try #require(ClientTable(joined(), after: table))
    #expect(table.add(opened, at: now) == .retold)
    #expect(table.add(entry(2, .ownerChanged(nil)), at: now) == .new)
    table = try #require(ClientTable(joined("other"), after: table))
    #expect(table.add(opened, at: now) == .new)
  }

  @Test("forgets all but the last two matches, and never grows without end")
  func forgets() throws {
    var table = try #require(ClientTable(joined(), after: nil))
    var openings: [UInt64] = []
    func add(_ event: Event, keeping count: Int? = nil) {
      #expect(table.add(entry(table.log.latest.seq + 1, event), at: now) == .new)
      if case .opened = event { openings.append(table.log.latest.seq) }
      table.forget(keeping: count)
    }
    let open = opened.event
    for _ in 0..<300 {
      add(open)
      for _ in 0..<4 { add(.ownerChanged(nil)) }
      #expect(table.log.entries.count <= 512 + 32)
      #expect(table.log.base.seq < openings[max(openings.count - 2, 0)])
    }
    #expect(table.log.base.seq > 0)
    // Both matches stay whole however long they take.
    add(open)
    for _ in 0..<900 { add(.ownerChanged(nil)) }
    add(open)
    for _ in 0..<900 { add(.ownerChanged(nil)) }
    #expect(table.log.base.seq < openings[max(openings.count - 2, 0)])
    #expect(table.log.entries.count < 2 * 1900)
    // But not forever.
    for _ in 0..<20_000 { add(.ownerChanged(nil)) }
    #expect(table.log.entries.count <= 2 * 8192)
    for _ in 0..<200 { add(.ownerChanged(nil), keeping: 40) }
    #expect(table.log.entries.count <= 80 + 32)
    #expect(table.log.latest.seq == table.log.entries.last?.seq)
  }

  @Test("counts faces that match their commitments, and what was forged")
  func counts() throws {
    var table = try #require(ClientTable(joined(), after: nil))
    let leaf = FairDeal.leaf(slot: 0, face: Face(4), salt: [1], hashing: .openSSL)
    _ = table.add(opened, at: now)
    _ = table.add(
      entry(
        2,
        .dealt(
          Event.Dealt(
            generation: 1, slots: [0], rows: 1, columns: 1, turnOrder: [], leaves: [leaf],
            stagger: .zero, duration: .zero, playableAt: .zero))), at: now)
    func flip(_ slot: Int, _ face: Int) -> Event.Flipped {
      Event.Flipped(
        seat: SeatIndex(0), card: CardID(generation: 1, slot: slot), face: Face(face), salt: [1],
        revealAt: .zero, judgedAt: .zero, bonus: Bonus(remainingMilliseconds: 0), outcome: .first)
    }
    #expect(table.check(flip(0, 4), hashing: .openSSL) == nil)
    #expect(
      table.check(flip(0, 5), hashing: .openSSL)
        == .brokenCommitment(CardID(generation: 1, slot: 0)))
    #expect(table.check(flip(9, 4), hashing: .openSSL) == nil, "No commitment, no check.")
    #expect(table.provenFlips == 1 && table.brokenFlips == 1)
    table.count(.shareForged(SeatIndex(1)))
    table.count(.shareLost(.broken))
    table.count(.shareLost(.unopened))
    #expect(table.brokenShares == 2)
  }
}
