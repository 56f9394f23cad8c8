// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Game
import Protocol
import Testing

@testable import Lobby

@Suite("Repeated requests", .timeLimit(.minutes(1)))
struct SessionTests {
  private func table() throws -> (
    lobby: ScriptedLobby, ada: SessionID, bob: SessionID, code: RoomCode
  ) {
    var lobby = ScriptedLobby()
    let (ada, bob) = (lobby.open("ada"), lobby.open("bob"))
    let code = try lobby.create(by: ada)
    lobby.join(code, by: bob)
    return (lobby, ada, bob, code)
  }

  private let ready = RoomRequest.intent(
    IntentRequest(seenSeq: 99, intent: .ready(entropyCommit: [])))

  @Test("get their entry again, and it happens once")
  func entryAgain() throws {
    var (lobby, ada, bob, _) = try table()
    let first = lobby.ask(ready, by: ada).sent
    let seq = lobby.view(of: bob).seq
    let again = lobby.ask(ready, by: ada, id: RequestID(2))
    #expect(again == [.entries(first, to: [ada])])
    #expect(lobby.view(of: bob).seq == seq)
  }

  @Test("get their refusal again, though it would be granted by now")
  func refusalAgain() throws {
    var (lobby, ada, bob, _) = try table()
    let rematch = RoomRequest.intent(IntentRequest(seenSeq: 99, intent: .rematch))
    let first = lobby.ask(rematch, by: ada)
    #expect(first.refusals.map(\.code) == [.roomNotEnded])
    let id = try #require(lobby.clients[ada]).lastRequest
    try lobby.begin([ada, bob])
    lobby.want(.resign, by: bob)
    let again = lobby.ask(rematch, by: ada, id: id)
    #expect(again == first)
    #expect(lobby.view(of: ada).phase == .ended)
  }

  @Test("get no second answer while the first is on its way")
  func onItsWay() throws {
    var (lobby, ada, bob, _) = try table()
    lobby.isJournalWaiting = true
    lobby.ask(ready, by: ada)
    lobby.ask(ready, by: bob)
    #expect(lobby.ask(ready, by: ada, id: RequestID(2)).isEmpty)
    #expect(lobby.ask(ready, by: bob, id: RequestID(2)).isEmpty)
    lobby.land()
    lobby.land()
    #expect(lobby.pending.isEmpty)
    #expect(lobby.view(of: ada).phase == .undealt)
  }

  @Test("to create or join are answered with the room again, players and spectators alike")
  func joinAgain() throws {
    var (lobby, ada, bob, code) = try table()
    let eve = lobby.open("eve")
    lobby.join(code, as: .spectator, by: eve)
    let created = lobby.ask(.createRoom(MatchSettings()), by: ada, id: RequestID(1))
    #expect(created.joined.map(\.seat) == [SeatIndex(0)])
    let join = RoomRequest.joinRoom(JoinRoom(code: code.rawValue, role: .player))
    #expect(lobby.ask(join, by: bob, id: RequestID(1)).joined.map(\.seat) == [SeatIndex(1)])
    #expect(lobby.ask(join, by: eve, id: RequestID(1)).joined.map(\.role) == [.spectator])
    #expect(lobby.directory.roomCount == 1)
  }

  @Test("to join are answered with the room, though another has been refused since")
  func joinAgainBehindRefused() throws {
    var (lobby, _, bob, code) = try table()
    let eve = lobby.open("eve")
    lobby.join(code, as: .spectator, by: eve)
    #expect(lobby.join(code, as: .spectator, by: bob).refusals.map(\.code) == [.roomAlreadyIn])
    #expect(lobby.join(code, as: .player, by: eve).refusals.map(\.code) == [.roomAlreadyIn])
    let join = RoomRequest.joinRoom(JoinRoom(code: code.rawValue, role: .player))
    #expect(lobby.ask(join, by: bob, id: RequestID(1)).joined.map(\.seat) == [SeatIndex(1)])
    let watch = RoomRequest.joinRoom(JoinRoom(code: code.rawValue, role: .spectator))
    #expect(lobby.ask(watch, by: eve, id: RequestID(1)).joined.map(\.role) == [.spectator])
  }

  @Test("to leave are answered with the leave again")
  func leaveAgain() throws {
    var (lobby, _, bob, _) = try table()
    lobby.ask(.leaveRoom, by: bob)
    let again = lobby.ask(.leaveRoom, by: bob, id: RequestID(2))
    #expect(again == [.left(bob, RequestID(2), reason: .asked)])
  }

  @Test("whose result is not kept are expired, in a room and outside")
  func expired() throws {
    var (lobby, ada, bob, _) = try table()
    lobby.ask(ready, by: ada, id: RequestID(10))
    for id in [RequestID(0), RequestID(5), RequestID(9)] {
      let outputs = lobby.ask(ready, by: ada, id: id)
      #expect(outputs == [.refused(ada, id, Refusal(.intentExpired))])
    }
    lobby.ask(.leaveRoom, by: ada)
    let former = lobby.ask(ready, by: ada, id: RequestID(9))
    #expect(former.refusals.map(\.code) == [.intentExpired])
    #expect(!lobby.view(of: bob).seats[0].isReady)
  }

  @Test("get their entry again where their sender has left since, and none where it is elsewhere")
  func entryAfterLeaving() throws {
    var (lobby, ada, bob, code) = try table()
    let first = lobby.ask(ready, by: ada).sent
    lobby.ask(.leaveRoom, by: ada)
    #expect(lobby.ask(ready, by: ada, id: RequestID(2)) == [.entries(first, to: [ada])])
    let create = lobby.ask(.createRoom(MatchSettings()), by: ada, id: RequestID(1))
    #expect(create.refusals.map(\.code) == [.intentExpired])
    #expect(!lobby.view(of: bob).seats[0].isReady)
    lobby.join(code, by: ada)
    #expect(
      lobby.ask(ready, by: ada, id: RequestID(2)) == [.entries(first, to: [ada])],
      "It is another member of the same room.")
    lobby.ask(.leaveRoom, by: ada)
    let cy = lobby.open("cy")
    lobby.join(try lobby.create(by: cy), by: ada)
    // An entry of one room would be mistaken for one of the other.
    #expect(
      lobby.ask(ready, by: ada, id: RequestID(2)).refusals.map(\.code) == [.intentExpired])
  }

  @Test("keep the last 64 refusals")
  func bounded() {
    var session = Session(player: Player(name: "ada"))
    for id in UInt64(1)...100 {
      let isNew = session.accept(RequestID(id))
      #expect(isNew)
      session.remember(Refusal(.roomNotIn), of: RequestID(id))
    }
    #expect(session.refusal(of: RequestID(36)) == nil)
    #expect(session.refusal(of: RequestID(37)) == Refusal(.roomNotIn))
    #expect(session.refusal(of: RequestID(100)) == Refusal(.roomNotIn))
  }

  @Test("keep the last 64 answers, and find them without looking through a log")
  func boundedAnswers() {
    var session = Session(player: Player(name: "ada"))
    for id in UInt64(1)...100 {
      session.remember(
        Answer(
          origin: Origin(session: SessionID("ada"), request: RequestID(id)), room: RoomID("r"),
          entries: id...(id + 1)))
    }
    #expect(session.answer(to: RequestID(36)) == nil)
    #expect(session.answer(to: RequestID(37))?.entries == 37...38)
    session.enters(RoomID("other"), by: RequestID(101))
    #expect(session.answer(to: RequestID(37)) == nil)
  }

  @Test(
    "lose the answer to the lowest number, whichever was answered first",
    arguments: [[2, 1] + (3...66), (3...66) + [2, 1], (1...66).reversed()] as [[UInt64]])
  func lowestAnswers(_ requests: [UInt64]) {
    var session = Session(player: Player(name: "ada"))
    for (index, id) in requests.enumerated() {
      let origin = Origin(session: SessionID("ada"), request: RequestID(id))
      let seq = UInt64(index + 1)
      session.remember(Answer(origin: origin, room: RoomID("r"), entries: seq...seq))
    }
    for (index, id) in requests.enumerated() {
      let seq = UInt64(index + 1)
      #expect(session.answer(to: RequestID(id))?.entries == (id > 2 ? seq...seq : nil))
    }
  }

  @Test(
    "may use a number again that the journal's failure gave back, and no earlier one",
    arguments: [RefusalCode.journalUnavailable, .journalRegressed])
  func givenBack(code: RefusalCode) {
    var session = Session(player: Player(name: "ada"))
    let first = [4, 5].map { session.accept(RequestID($0)) }
    session.remember(Refusal(code), of: RequestID(4))
    #expect(session.refusal(of: RequestID(4)) == nil)
    let later = [3, 4, 3, 4, 5].map { session.accept(RequestID($0)) }
    #expect(first == [true, true])
    #expect(later == [false, true, false, false, false])
  }
}
