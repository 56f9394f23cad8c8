// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Game
import MatchFixtures
import Protocol
import Replays
import Testing

@testable import Lobby

@Suite("Rated tables", .timeLimit(.minutes(1)))
struct RatedTableTests {
  private var lobby = ScriptedLobby()

  /// A number of people at one rated table.
  private mutating func table(
    _ count: Int, _ mode: MatchSettings.Mode = .memorize
  ) throws -> (people: [SessionID], code: RoomCode) {
    let people = ["ada", "bob", "cy", "dee"].prefix(count).map { lobby.open($0, id: "p-\($0)") }
    for person in people {
      lobby.ask(.quickMatch(QuickMatch(mode: mode, seats: count, isRated: true)), by: person)
    }
    let rooms = people.compactMap { lobby.clients[$0]?.room }
    #expect(Set(rooms.map(\.room)).count == 1)
    return (Array(people), try #require(rooms.first?.roomCode))
  }

  /// Draws a share of the deal for each, and makes everyone ready.
  private mutating func ready(_ people: [SessionID]) throws -> [SessionID: [UInt8]] {
    var shares: [SessionID: [UInt8]] = [:]
    for (index, person) in people.enumerated() {
      let share = Array(repeating: UInt8(index + 1), count: 32)
      let fair = FairDeal(matchID: lobby.view(of: person).matchID, hashing: .toy)
      lobby.want(
        .ready(entropyCommit: fair.entropyCommit(share, seat: try lobby.seat(of: person))),
        by: person)
      shares[person] = share
    }
    return shares
  }

  /// Starts the match, up to its first turn.
  private mutating func begin(_ people: [SessionID]) throws {
    for (person, share) in try ready(people) { lobby.want(.reveal(entropy: share), by: person) }
    lobby.want(.deal, by: people[0])
    lobby.advance(to: try #require(lobby.view(of: people[0]).deal?.playableAt))
    #expect(lobby.view(of: people[0]).phase == .playing)
  }

  /// Plays to the end; everyone remembers every card shown.
  private mutating func play(_ people: [SessionID]) throws {
    var seen: [CardID: Face] = [:]
    for _ in 0..<2_000 {
      let view = lobby.view(of: people[0])
      guard view.phase == .playing else { return }
      for case .flipped(let flip) in lobby.clients[people[0]]?.log.entries.map(\.event) ?? [] {
        seen[flip.card] = flip.face
      }
      if view.turn != nil {
        let down = view.cards.filter { $0.state == .down }.map(\.id)
        let open = view.faceUp.first.flatMap { seen[$0] }
        let mate = down.first { card in
          open.map { $0 == seen[card] }
            ?? down.contains { $0 != card && seen[$0] != nil && seen[$0] == seen[card] }
        }
        let card = try #require(mate ?? down.first { seen[$0] == nil } ?? down.first)
        lobby.want(.choose(card), by: try lobby.onTurn(people))
      }
      lobby.advance(by: .milliseconds(700))
    }
    Issue.record("The match has no end.")
  }

  /// Verifies each match in the journal.
  ///
  /// - Returns: the reasons why they ended.
  private func verified() -> Set<Event.Ended.Reason> {
    var reasons: Set<Event.Ended.Reason> = []
    for log in lobby.journal.values {
      var view = MatchView()
      for entry in log {
        view.apply(entry)
        guard case .ended(let ended) = entry.event else { continue }
        guard let record = MatchRecord(of: view.matchID, in: log) else {
          Issue.record("A match that ended is no whole one.")
          continue
        }
        let complaint = Verification(of: record, hashing: .toy).complaint
        #expect(complaint == nil)
        reasons.insert(ended.reason)
      }
    }
    return reasons
  }

  @Test("leave a match that can be verified", arguments: MatchSettings.Mode.rated)
  mutating func verifiable(mode: MatchSettings.Mode) throws {
    let (people, _) = try table(2, mode)
    try begin(people)
    try play(people)
    #expect(lobby.view(of: people[0]).endReason == .finished)
    #expect(verified() == [.finished])
  }

  @Test(
    "leave a verifiable match even if a player resumes from another session",
    arguments: [true, false])
  mutating func takenOver(isRated: Bool) throws {
    var (people, code): ([SessionID], RoomCode)
    if isRated {
      (people, code) = try table(2)
    } else {
      people = ["ada", "bob"].map { lobby.open($0, id: "p-\($0)") }
      code = try lobby.create(by: people[0])
      lobby.join(code, by: people[1])
    }
    try begin(people)
    let seat = try lobby.seat(of: people[0])
    let again = lobby.open("ada again", id: "p-ada")
    lobby.join(code, by: again)
    #expect(try lobby.seat(of: again) == seat)
    #expect((lobby.view(of: again).owner == nil) == isRated)
    people[0] = again
    try play(people)
    #expect(verified() == [.finished])
  }

  @Test("have no owner, a limit to turns, and viewers behind by more than that")
  mutating func rules() throws {
    let (people, _) = try table(3)
    let view = lobby.view(of: people[2])
    #expect(view.owner == nil && view.settings.isRated)
    #expect(view.settings.spectatorDelay >= view.settings.turnLimit + .seconds(5))
    #expect(view.takenSeats.count == 3)
  }

  @Test("are reached only by quick match, can be watched, and seat no player twice")
  mutating func entering() throws {
    let ada = lobby.open("ada", id: "p-ada")
    lobby.ask(.quickMatch(QuickMatch(mode: .classic, seats: 2, isRated: true)), by: ada)
    let code = try #require(lobby.clients[ada]?.room?.roomCode)
    let bob = lobby.open("bob", id: "p-bob")
    #expect(lobby.join(code, by: bob).refusals.map(\.code) == [.roomRated])
    let guest = lobby.open("guest")
    #expect(lobby.join(code, as: .spectator, by: guest).joined.count == 1)
    let other = lobby.open("ada elsewhere", id: "p-ada")
    lobby.ask(.quickMatch(QuickMatch(mode: .classic, seats: 2, isRated: true)), by: other)
    #expect(lobby.clients[other]?.room?.roomCode != code)
  }

  @Test("players cannot change opponents, rules or whether the match counts")
  mutating func noSay() throws {
    let (people, _) = try table(2)
    let wishes: [Intent] = [
      .configure(MatchSettings()), .removeSeat(SeatIndex(1)), .addBot(level: "easy"), .restart,
      .rematch,
    ]
    for wish in wishes {
      #expect(lobby.want(wish, by: people[0]).refusals.map(\.code) == [.roomRated])
    }
    try begin(people)
    for wish in wishes {
      #expect(lobby.want(wish, by: people[0]).refusals.map(\.code) == [.roomRated])
    }
  }

  @Test("everyone has a share of the deal")
  mutating func shares() throws {
    let (people, _) = try table(2)
    let refusals = lobby.want(.ready(entropyCommit: []), by: people[0]).refusals
    #expect(refusals.map(\.code) == [.settingsOutOfRange])
  }

  @Test("a player who withholds a committed share loses the seat, and the others get ready again")
  mutating func unopened() throws {
    let (people, _) = try table(3)
    let shares = try ready(people)
    let first = lobby.view(of: people[0]).matchID
    for person in people.dropFirst() {
      lobby.want(.reveal(entropy: try #require(shares[person])), by: person)
    }
    let outputs = lobby.advance(by: .seconds(6))
    #expect(outputs.departures == [people[0]: .unready])
    let ends = outputs.sent.compactMap { entry in
      if case .ended(let ended) = entry.event { ended } else { nil }
    }
    #expect(ends.map(\.reason) == [.aborted])
    #expect(ends.first?.seed.count == 32)
    let view = lobby.view(of: people[1])
    #expect(view.phase == .waiting && view.matchID != first && view.settings.isRated)
    #expect(view.takenSeats == [1, 2].map(SeatIndex.init) && view.owner == nil)
    // The player who withheld the share gets no rated table for a while, over any session.
    let again = lobby.open("ada again", id: "p-ada")
    let refusals = lobby.ask(
      .quickMatch(QuickMatch(mode: .memorize, seats: 3, isRated: true)), by: again
    ).refusals
    #expect(refusals.map(\.code) == [.roomShareWithheld])
    #expect(refusals.first?.fact("wait_us") != nil)
    #expect(
      lobby.ask(.quickMatch(QuickMatch(mode: .memorize, seats: 3, isRated: false)), by: again)
        .joined.count == 1)
    // The free seat goes to the next player who requests such a match.
    let dee = lobby.open("dee", id: "p-dee")
    lobby.ask(.quickMatch(QuickMatch(mode: .memorize, seats: 3, isRated: true)), by: dee)
    #expect(lobby.clients[dee]?.room?.seat == SeatIndex(0))
    try begin([dee, people[1], people[2]])
    #expect(verified().contains(.aborted))
  }

  @Test("the third expired turn in a row resigns, and so does a long absence")
  mutating func leavers() throws {
    let (people, _) = try table(3, .classic)
    try begin(people)
    lobby.setConnected(false, people[2])
    lobby.advance(by: .seconds(121))
    let seat = try #require(lobby.view(of: people[0]).seats.firstIndex { $0.hasResigned })
    #expect(lobby.view(of: people[0]).seats[seat].player?.name == "cy")
    lobby.advance(by: .seconds(200))
    let view = lobby.view(of: people[0])
    #expect(view.phase == .ended && view.endReason == .resigned)
    #expect(view.seats.allSatisfy { !$0.isSkipped })
    // Players who left rank last.
    #expect(view.standings.map { $0.player.name }.contains("cy"))
    #expect(view.standings.first { $0.player.name == "cy" }?.rank != 1)
    #expect(verified().contains(.resigned))
  }

  @Test("resume after a crash while a match is being aborted")
  mutating func crash() throws {
    let (people, _) = try table(2)
    let shares = try ready(people)
    lobby.want(.reveal(entropy: try #require(shares[people[1]])), by: people[1])
    lobby.isJournalWaiting = true
    lobby.advance(by: .seconds(6))
    #expect(lobby.pending.count == 1)
    lobby.isJournalWaiting = false
    #expect(lobby.crash(key: 9, landing: 1) == [])
    // The player who owed the share was removed at once.
    #expect(lobby.clients[people[0]]?.room == nil)
    _ = try lobby.comeBack(people[1])
    let view = lobby.view(of: people[1])
    #expect(view.phase == .waiting && view.takenSeats == [SeatIndex(1)])
  }
}
