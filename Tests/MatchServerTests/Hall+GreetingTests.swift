// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import FacedownTesting
import Game
import Lobby
import MatchServer
import Protocol
import Testing

@Suite("Hellos that wait for the journal", .timeLimit(.minutes(1)))
struct HallGreetingTests {
  @Test("nobody is welcomed before the token is kept, and what was said meanwhile is heard then")
  func waits() throws {
    let journal = FaultyJournal()
    var hall = ScriptedHall(journal: journal)
    journal.fault = .stalled
    let link = hall.open("Ana")
    hall.say(.ping(Ping(id: 1, t0: 5)), over: link)
    hall.say(.createRoom(id: RequestID(1), settings: MatchSettings()), over: link)
    #expect(hall.received[link]?.count == 1)
    #expect(hall.pong(link) != nil, "Clocks are told at any time.")
    hall.pass(.milliseconds(1999))
    #expect(hall.closed == [], "It is not its fault.")
    journal.fault = .none
    hall.hearJournal()
    #expect(hall.welcome(link) != nil)
    #expect(hall.joined(link) != nil)
  }

  @Test("a journal that does not answer for two seconds turns away who is new, for a while")
  func unanswered() throws {
    let journal = FaultyJournal()
    var hall = ScriptedHall(journal: journal)
    journal.fault = .stalled
    let link = hall.open("Ana")
    hall.pass(.seconds(2))
    let closing = try #require(hall.closing(link))
    #expect(closing.code == "journal/unavailable")
    #expect(closing.retryAfter == .seconds(2))
    #expect(hall.closed == [link])
    journal.fault = .none
    hall.hearJournal()
    #expect(hall.welcome(link) == nil, "It was told to come back.")
    #expect(journal.contents.lobby.sessions == [], "Nobody would come back to that session.")
    let again = hall.open("Ana")
    #expect(hall.welcome(again) != nil)
  }

  @Test("a journal that does not answer for two seconds lets who is known go on by the same token")
  func unansweredReturn() throws {
    let journal = FaultyJournal()
    var hall = ScriptedHall(journal: journal)
    let ana = hall.open("Ana")
    let code = hall.create(MatchSettings(), over: ana)
    let token = try #require(hall.welcome(ana)?.resumeToken)
    hall.feed(.closed(ana))
    journal.fault = .stalled
    let back = hall.open("Ana", token: token)
    hall.join(code, .player, over: back)
    #expect(hall.welcome(back) == nil)
    hall.pass(.seconds(2))
    #expect(hall.welcome(back)?.resumeToken == token)
    #expect(hall.joined(back)?.seat == SeatIndex(0), "What was said meanwhile is heard.")
    journal.fault = .none
    hall.hearJournal()
    #expect(hall.count(back) { if case .welcome = $0 { true } else { false } } == 1)
    hall.restart(with: journal.contents)
    let next = hall.open("Ana", token: token)
    #expect(hall.welcome(next)?.sessionID == hall.welcome(ana)?.sessionID)
  }

  @Test("each hello has its own two seconds, and one that was answered costs nobody anything")
  func answeredInTime() throws {
    let journal = FaultyJournal()
    var hall = ScriptedHall(journal: journal)
    let first = hall.open("Ana")
    #expect(hall.welcome(first) != nil)
    hall.pass(.seconds(1))
    journal.fault = .stalled
    let second = hall.open("Ben")
    hall.pass(.milliseconds(1999))
    #expect(hall.closed == [])
    hall.pass(.milliseconds(1))
    #expect(hall.closed == [second])
    #expect(hall.hall.nextWake.map { $0 > hall.now } ?? true, "Nothing is due twice.")
  }

  @Test("who says too much before the welcome is let go")
  func tooMuch() {
    let journal = FaultyJournal()
    var hall = ScriptedHall(journal: journal)
    journal.fault = .stalled
    let link = hall.open("Ana")
    for _ in 0..<32 { hall.say(.listRooms(watch: false), over: link) }
    #expect(hall.closed == [])
    hall.say(.listRooms(watch: false), over: link)
    #expect(hall.closed == [link])
  }

  @Test("while nothing can be kept, someone new is asked to come back and someone known goes on")
  func full() throws {
    let journal = FaultyJournal()
    var hall = ScriptedHall(journal: journal)
    let ana = hall.open("Ana")
    let code = hall.create(MatchSettings(), over: ana)
    let token = try #require(hall.welcome(ana)?.resumeToken)
    hall.feed(.closed(ana))
    journal.fault = .full
    let ben = hall.open("Ben")
    #expect(hall.welcome(ben) == nil)
    #expect(hall.closed == [ben])
    let closing = try #require(hall.closing(ben))
    #expect(closing.code == "journal/unavailable")
    #expect(closing.retryAfter == .seconds(2))
    let back = hall.open("Ana", token: token)
    #expect(hall.welcome(back)?.resumeToken == token, "The token it has stays good.")
    hall.join(code, .player, over: back)
    #expect(hall.joined(back)?.seat == SeatIndex(0))
    journal.fault = .none
    let again = hall.open("Ana", token: token)
    #expect(hall.closed == [ben, back], "The newest connection wins.")
    #expect(hall.welcome(again).map { $0.resumeToken != token } == true)
  }

  @Test("of two hellos by one token the later wins, though neither was welcomed yet")
  func overtaken() throws {
    let journal = FaultyJournal()
    var hall = ScriptedHall(journal: journal)
    let ana = hall.open("Ana")
    let token = try #require(hall.welcome(ana)?.resumeToken)
    journal.fault = .stalled
    let second = hall.open("Ana", token: token)
    let third = hall.open("Ana", token: token)
    #expect(hall.closed == [ana, second])
    hall.feed(.closed(ana))
    hall.feed(.closed(second))
    journal.fault = .none
    hall.hearJournal()
    #expect(hall.welcome(second) == nil)
    let welcome = try #require(hall.welcome(third))
    #expect(welcome.sessionID == hall.welcome(ana)?.sessionID)
    let fourth = hall.open("Ana", token: welcome.resumeToken)
    #expect(hall.welcome(fourth)?.sessionID == welcome.sessionID)
  }

  @Test("a link that goes before its welcome leaves nothing behind")
  func gone() throws {
    let journal = FaultyJournal()
    var hall = ScriptedHall(journal: journal)
    journal.fault = .stalled
    let link = hall.open("Ana")
    hall.feed(.closed(link))
    journal.fault = .none
    hall.hearJournal()
    #expect(hall.received[link] == nil)
    #expect(journal.contents.lobby.sessions == [])
  }

  @Test("the next server knows a session by its token, and never has the token itself")
  func nextServer() throws {
    let journal = FaultyJournal()
    var hall = ScriptedHall(journal: journal)
    let ana = hall.open("Ana")
    let code = hall.create(MatchSettings(), over: ana)
    let welcome = try #require(hall.welcome(ana))
    let hashes = journal.contents.tokenHashes.values.flatMap { $0 }
    #expect(!hashes.isEmpty && !hashes.contains(welcome.resumeToken))
    hall.restart(with: journal.contents)
    let back = hall.open("Ana", token: welcome.resumeToken)
    #expect(hall.welcome(back)?.sessionID == welcome.sessionID)
    #expect(hall.welcome(back).map { $0.clockEpoch != welcome.clockEpoch } == true)
    hall.join(code, .player, room: hall.joined(ana)?.roomID, after: 3, over: back)
    #expect(hall.joined(back)?.seat == SeatIndex(0))
    #expect(hall.joined(back)?.base == nil)
    #expect(hall.joined(back)?.tail == [])
  }
}
