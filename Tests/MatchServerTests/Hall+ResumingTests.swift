// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import FacedownTesting
import Game
import MatchServer
import Protocol
import Testing

@Suite("What a client is told to go on by", .timeLimit(.minutes(1)))
struct HallResumingTests {
  @Test("joined names the request it answers, the second time too")
  func joined() throws {
    var hall = ScriptedHall()
    let ana = hall.open("Ana")
    let create = ClientMessage.createRoom(id: RequestID(7), settings: MatchSettings())
    hall.say(create, over: ana)
    let first = try #require(hall.joined(ana))
    #expect(first.id == RequestID(7))
    hall.feed(.closed(ana))
    let back = hall.open("Ana", token: hall.welcome(ana)?.resumeToken)
    hall.say(create, over: back)
    #expect(hall.joined(back)?.id == RequestID(7))
    hall.say(
      .joinRoom(
        JoinRoom(
          id: RequestID(9), code: first.code, role: .player, roomID: first.roomID, afterSeq: 3)),
      over: back)
    #expect(hall.joined(back)?.id == RequestID(9))

    let ben = hall.open("Ben")
    hall.say(
      .quickMatch(QuickMatch(id: RequestID(4), mode: .classic, seats: 2, isRated: false)),
      over: ben)
    #expect(hall.joined(ben)?.id == RequestID(4))
    let eve = hall.open("Eve")
    hall.say(
      .joinRoom(JoinRoom(id: RequestID(2), code: first.code, role: .spectator)), over: eve)
    #expect(hall.joined(eve)?.id == RequestID(2))
  }

  @Test("a welcome has the session's highest number, also of another process")
  func highest() throws {
    let journal = FaultyJournal()
    var hall = ScriptedHall(journal: journal)
    let ana = hall.open("Ana")
    #expect(hall.welcome(ana)?.highestRequestID == nil)
    hall.say(.createRoom(id: RequestID(7), settings: MatchSettings()), over: ana)
    hall.say(.leaderboard(id: RequestID(12), mode: .zen), over: ana)
    hall.feed(.closed(ana))
    let back = hall.open("Ana", token: hall.welcome(ana)?.resumeToken)
    let highest = hall.welcome(back)?.highestRequestID
    #expect(highest == RequestID(7), "A question about past matches uses no number.")
    hall.restart(with: journal.contents)
    let again = hall.open("Ana", token: hall.welcome(back)?.resumeToken)
    #expect(hall.welcome(again)?.highestRequestID == RequestID(7))
  }
}
