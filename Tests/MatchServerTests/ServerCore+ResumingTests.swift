// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import FacedownTesting
import Game
import MatchServer
import Protocol
import Testing

@Suite("What a resuming client receives", .timeLimit(.minutes(1)))
struct ServerCoreResumingTests {
  @Test("joined names the request it answers, the second time too")
  func joined() throws {
    var server = ScriptedServer()
    let ana = server.open("Ana")
    let create = ClientMessage.request(id: RequestID(7), .createRoom(MatchSettings()))
    server.say(create, over: ana)
    let first = try #require(server.joined(ana))
    #expect(first.id == RequestID(7))
    server.feed(.closed(ana))
    let back = server.open("Ana", token: server.welcome(ana)?.resumeToken)
    server.say(create, over: back)
    #expect(server.joined(back)?.id == RequestID(7))
    server.say(
      .request(
        id: RequestID(9),
        .joinRoom(
          JoinRoom(
            code: first.code, role: .player, roomID: first.roomID, afterSeq: 3))),
      over: back)
    #expect(server.joined(back)?.id == RequestID(9))

    let ben = server.open("Ben")
    server.say(
      .request(id: RequestID(4), .quickMatch(QuickMatch(mode: .classic, seats: 2, isRated: false))),
      over: ben)
    #expect(server.joined(ben)?.id == RequestID(4))
    let eve = server.open("Eve")
    server.say(
      .request(id: RequestID(2), .joinRoom(JoinRoom(code: first.code, role: .spectator))), over: eve
    )
    #expect(server.joined(eve)?.id == RequestID(2))
  }

  @Test("a welcome has the session's highest request number, even from an earlier process")
  func highest() throws {
    let journal = FaultyJournal()
    var server = ScriptedServer(journal: journal)
    let ana = server.open("Ana")
    #expect(server.welcome(ana)?.highestRequestID == nil)
    server.say(.request(id: RequestID(7), .createRoom(MatchSettings())), over: ana)
    server.say(.leaderboard(id: RequestID(12), mode: .zen), over: ana)
    server.feed(.closed(ana))
    let back = server.open("Ana", token: server.welcome(ana)?.resumeToken)
    let highest = server.welcome(back)?.highestRequestID
    #expect(highest == RequestID(7), "A question about past matches uses no number.")
    server.restart(with: journal.contents)
    let again = server.open("Ana", token: server.welcome(back)?.resumeToken)
    #expect(server.welcome(again)?.highestRequestID == RequestID(7))
  }

  @Test("a superseded token is good until its successor is used, and never afterwards")
  func supersededTokens() throws {
    var server = ScriptedServer()
    func tokenAndSession(_ connection: ServerConnectionID) throws -> ([UInt8], String) {
      let welcome = try #require(server.welcome(connection))
      return (welcome.resumeToken, welcome.sessionID)
    }
    let ana = server.open("Ana")
    let (first, session) = try tokenAndSession(ana)
    server.feed(.closed(ana))
    let unanswered = server.open("Ana", token: first)
    server.feed(.closed(unanswered))
    let back = server.open("Ana", token: first)
    let (second, sameSession) = try tokenAndSession(back)
    #expect(sameSession == session, "The answer that brought its successor may have been lost.")
    server.feed(.closed(back))
    let again = server.open("Ana", token: second)
    #expect(try tokenAndSession(again).1 == session)
    server.feed(.closed(again))
    let thief = server.open("Ana", token: first)
    #expect(try tokenAndSession(thief).1 != session, "Its successor has been used.")
  }
}
