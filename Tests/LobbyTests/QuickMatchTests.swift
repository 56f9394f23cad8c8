// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Game
import Protocol
import Testing

@testable import Lobby

@Suite("Quick matches", .timeLimit(.minutes(1)))
struct QuickMatchTests {
  private var lobby = ScriptedLobby()

  /// Requests a table, and returns the room that was joined.
  private mutating func ask(
    _ session: SessionID, _ mode: MatchSettings.Mode = .memorize, seats: Int = 2,
    isRated: Bool = false
  ) -> Joined? {
    let outputs = lobby.ask(
      .quickMatch(QuickMatch(mode: mode, seats: seats, isRated: isRated)), by: session)
    return outputs.joined.last
  }

  @Test("lead equal requests to one table, and open the next when it is full")
  mutating func meet() throws {
    let people = ["ada", "bob", "cy", "dee"].map { lobby.open($0) }
    let rooms = try people.map { try #require(ask($0)) }
    #expect(rooms[0].room == rooms[1].room && rooms[2].room == rooms[3].room)
    #expect(rooms[0].room != rooms[2].room)
    #expect(rooms.map(\.seat) == [0, 1, 0, 1].map(SeatIndex.init))
    #expect(lobby.view(of: people[1]).settings.pairs == 12)
    #expect(lobby.view(of: people[1]).owner == ActorNumber(1))
  }

  @Test("do not mix modes, sizes, or rated with unrated matches")
  mutating func apart() throws {
    let people = ["ada", "bob", "cy", "dee"].map { lobby.open($0, id: "p-\($0)") }
    let rooms = [
      try #require(ask(people[0])), try #require(ask(people[1], .classic)),
      try #require(ask(people[2], seats: 3)), try #require(ask(people[3], isRated: true)),
    ]
    #expect(Set(rooms.map(\.room)).count == 4)
  }

  @Test("lead to a public room of just these rules, but to none that is unlisted or under way")
  mutating func publicRooms() throws {
    let settings = try MatchSettings.quick(mode: .classic, seats: 3, isRated: false)
    var unlisted = settings
    unlisted.audience = .unlisted
    let people = ["ada", "bob", "cy", "dee", "eve"].map { lobby.open($0) }
    _ = try lobby.create(unlisted, by: people[0])
    let code = try lobby.create(settings, by: people[1])
    #expect(ask(people[2], .classic, seats: 3)?.roomCode == code)
    #expect(ask(people[3], .classic, seats: 3)?.roomCode == code)
    try lobby.begin([people[1], people[2], people[3]])
    #expect(ask(people[4], .classic, seats: 3)?.seat == SeatIndex(0))
  }

  @Test("lead to the table at which the fewest seats are free, and to none whose people are gone")
  mutating func fullest() throws {
    let people = ["ada", "bob", "cy", "dee"].map { lobby.open($0) }
    let first = try #require(ask(people[0], seats: 4))
    _ = lobby.setConnected(false, people[0])
    let second = try #require(ask(people[1], seats: 4))
    #expect(second.room != first.room)
    #expect(try #require(ask(people[2], seats: 4)).room == second.room)
    _ = lobby.setConnected(true, people[0])
    #expect(try #require(ask(people[3], seats: 4)).room == second.room)
  }

  @Test("count pending requests: two at once meet, three do not overfill")
  mutating func atOnce() throws {
    lobby.isJournalWaiting = true
    let people = ["ada", "bob", "cy"].map { lobby.open($0) }
    for person in people {
      lobby.ask(.quickMatch(QuickMatch(mode: .blitz, seats: 2, isRated: false)), by: person)
    }
    while !lobby.pending.isEmpty { lobby.land() }
    let rooms = people.compactMap { lobby.clients[$0]?.room }
    #expect(rooms.count == 3)
    #expect(rooms[0].room == rooms[1].room && rooms[2].room != rooms[0].room)
  }

  @Test(
    "are refused out of range, to players in a room, and rated to guests",
    arguments: [
      (MatchSettings.Mode.classic, 1, false, RefusalCode.settingsOutOfRange),
      (.classic, 9, false, .settingsOutOfRange),
      (.classic, 6, true, .settingsOutOfRange),
      (.zen, 2, true, .settingsOutOfRange),
      (.teams, 2, false, .settingsOutOfRange),
      (.teams, 5, false, .settingsOutOfRange),
      (.teams, 4, true, .settingsOutOfRange),
      (.classic, 2, true, .sessionNotProven),
    ])
  mutating func refused(
    _ mode: MatchSettings.Mode, _ seats: Int, _ isRated: Bool, _ code: RefusalCode
  ) throws {
    let guest = lobby.open("ada")
    let outputs = lobby.ask(
      .quickMatch(QuickMatch(mode: mode, seats: seats, isRated: isRated)), by: guest)
    #expect(outputs.refusals.map(\.code) == [code])
    #expect(lobby.directory.roomCount == 0)
    _ = try #require(ask(guest))
    let again = lobby.ask(
      .quickMatch(QuickMatch(mode: .memorize, seats: 2, isRated: false)), by: guest)
    #expect(again.refusals.map(\.code) == [.roomAlreadyIn])
  }

  @Test("asked for again under its number are answered again")
  mutating func again() throws {
    let ada = lobby.open("ada")
    let room = try #require(ask(ada))
    let outputs = lobby.ask(
      .quickMatch(QuickMatch(mode: .memorize, seats: 2, isRated: false)), by: ada, id: RequestID(1))
    #expect(outputs.joined.map(\.room) == [room.room])
    #expect(lobby.directory.roomCount == 1)
  }

  @Test("do not lead back to a table that one had a seat at, until some minutes later")
  mutating func elsewhere() throws {
    let people = ["ada", "bob", "cy"].map { lobby.open($0) }
    let rooms = try people.map { try #require(ask($0, seats: 4)) }
    lobby.want(.ready(entropyCommit: []), by: people[0])
    lobby.want(.ready(entropyCommit: []), by: people[1])
    let outputs = lobby.advance(by: .seconds(60))
    #expect(outputs.departures == [people[2]: .unready])
    let next = try #require(ask(people[2], seats: 4))
    #expect(next.room != rooms[0].room)
    // A player who has left voluntarily is not returned to it either.
    lobby.ask(.leaveRoom, by: people[1])
    #expect(try #require(ask(people[1], seats: 4)).room == next.room)
    lobby.ask(.leaveRoom, by: people[1])
    #expect(lobby.join(rooms[0].roomCode, by: people[1]).refusals.isEmpty, "A code leads anywhere.")
    lobby.ask(.leaveRoom, by: people[1])
    lobby.advance(by: LobbyLimits.quickMatchPause)
    #expect([rooms[0].room, next.room].contains(try #require(ask(people[1], seats: 4)).room))
  }

  @Test("know a player by the key over another session, and forget in time")
  func pauses() {
    var pauses = QuickMatchPauses()
    let time = ServerTime(microseconds: 1)
    let room = RoomID("r")
    let key = Player(name: "ada", id: "p-ada")
    let before = QuickMatchPauses.Person(key, SessionID("one"))
    pauses.begin(.table(room, before), at: time)
    let after = QuickMatchPauses.Person(key, SessionID("two"))
    #expect(pauses.rest(of: .table(room, after), at: time) == LobbyLimits.quickMatchPause)
    #expect(pauses.rest(of: .table(RoomID("s"), after), at: time) == nil)
    let guest = QuickMatchPauses.Person(Player(name: "ada"), SessionID("one"))
    #expect(pauses.rest(of: .table(room, guest), at: time) == nil)
    pauses.begin(.table(room, before), at: time + .seconds(200))
    let later = time + LobbyLimits.quickMatchPause
    pauses.begin(.rated(playerID: "p-bob"), at: later)
    #expect(pauses.rest(of: .table(room, before), at: later) == .seconds(200))
    #expect(pauses.rest(of: .table(room, before), at: later + .seconds(200)) == nil)
  }

  @Test("have boards of at least four pairs a seat")
  func boards() throws {
    for seats in 2...8 {
      for mode in MatchSettings.Mode.accepted(seats: seats) {
        let settings = try MatchSettings.quick(mode: mode, seats: seats, isRated: false)
        #expect(settings.pairs >= 4 * seats && settings.pairs <= 32)
        #expect(throws: Never.self) { try settings.validate() }
      }
    }
  }
}
