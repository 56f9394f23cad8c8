// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Game
import MatchFixtures
import Protocol
import Testing

@testable import Lobby

@Suite("Opening a room", .timeLimit(.minutes(1)))
struct RoomDirectoryOpeningTests {
  /// The codes of the first request of a session, in the order in which they are tried.
  private func codes(
    of session: SessionID, _ audience: MatchSettings.Audience = .public
  ) -> [RoomCode] {
    let derivation = CodeDerivation(key: ScriptedJournal().codeKey, hashing: .toy)
    return Array(
      derivation.codes(for: audience, of: Origin(session: session, request: RequestID(1))))
  }

  @Test("gives the same request the same code at every server of one journal")
  func derived() throws {
    for key: UInt8 in [1, 2] {
      var lobby = ScriptedLobby(key: key)
      let ada = lobby.open("ada")
      #expect(try lobby.create(by: ada) == codes(of: ada)[0])
    }
    // Without a journal's key, the directory has its own.
    var lobby = ScriptedLobby()
    lobby.directory = RoomDirectory(
      random: RandomStream(key: [9], hashing: .toy), dealer: .fair(.toy),
      leastLead: ScriptedLobby.lead)
    let ada = lobby.open("ada")
    #expect(try lobby.create(by: ada) != codes(of: ada)[0])
  }

  @Test("tries the next code if the journal says that one is taken")
  func next() throws {
    var lobby = ScriptedLobby()
    let ada = lobby.open("ada")
    let codes = self.codes(of: ada, .unlisted)
    lobby.kept.resting = Set(codes.prefix(2))
    lobby.isJournalWaiting = true
    lobby.ask(.createRoom(MatchSettings(audience: .unlisted)), by: ada)
    let room = try #require(lobby.pending.first?.room)
    // She does not wait for the answer.
    lobby.ask(.intent(IntentRequest(seenSeq: 3, intent: .ready(entropyCommit: []))), by: ada)
    for code in codes.prefix(3) {
      #expect(lobby.pending.map(\.code) == [code])
      #expect(lobby.pending.map(\.room) == [room])
      lobby.land()
    }
    #expect(lobby.clients[ada]?.room?.roomCode == codes[2])
    lobby.land()
    #expect(lobby.view(of: ada).seats[0].isReady)
    #expect(lobby.directory.roomCount == 1)
    #expect(lobby.directory.rooms.codes == [codes[2]: room])
  }

  @Test("lets nobody in by a code before it is the room's")
  func notYet() throws {
    var lobby = ScriptedLobby()
    let (ada, eve) = (lobby.open("ada"), lobby.open("eve"))
    let codes = self.codes(of: ada)
    lobby.kept.resting = [codes[0]]
    lobby.isJournalWaiting = true
    lobby.ask(.createRoom(MatchSettings()), by: ada)
    // Eve has an old link.
    #expect(lobby.join(codes[0], by: eve).refusals.map(\.code) == [.roomUnknownCode])
    lobby.land()
    #expect(lobby.join(codes[1], by: eve).refusals.map(\.code) == [.roomUnknownCode])
    lobby.land()
    lobby.isJournalWaiting = false
    #expect(lobby.join(codes[1], by: eve).joined.map(\.seat) == [SeatIndex(1)])
  }

  @Test("is refused if all its codes are taken, and may be asked for again")
  func allTaken() throws {
    var lobby = ScriptedLobby()
    let ada = lobby.open("ada")
    lobby.kept.resting = Set(codes(of: ada))
    let outputs = lobby.ask(.createRoom(MatchSettings()), by: ada)
    #expect(outputs.refusals.map(\.code) == [.journalUnavailable])
    #expect(lobby.directory.roomCount == 0)
    lobby.kept.resting = []
    let again = lobby.ask(.createRoom(MatchSettings()), by: ada, id: RequestID(1))
    #expect(again.joined.map(\.roomCode) == [codes(of: ada)[0]])
  }

  @Test("passes over the codes of other rooms here, without asking the journal")
  func here() throws {
    var lobby = ScriptedLobby()
    let ada = lobby.open("ada")
    let codes = self.codes(of: ada)
    var other = ScriptedLobby()
    _ = try other.create(by: other.open("bob"))
    var room = try #require(other.stored.values.first)
    room.id = RoomID("another")
    room.code = codes[0]
    try lobby.adopt(room, aliveUntil: lobby.now)
    lobby.isJournalWaiting = true
    lobby.ask(.createRoom(MatchSettings()), by: ada)
    #expect(lobby.pending.map(\.code) == [codes[1]])
    // If all are rooms here, the journal is not asked.
    let eve = lobby.open("eve")
    for code in self.codes(of: eve) {
      room.id = RoomID("room \(code.rawValue)")
      room.code = code
      try lobby.adopt(room, aliveUntil: lobby.now)
    }
    let outputs = lobby.ask(.createRoom(MatchSettings()), by: eve)
    #expect(outputs.refusals.map(\.code) == [.journalUnavailable])
    #expect(lobby.pending.count == 1)
  }

  /// Another server, which has a room and sessions, but not their requests.
  private func other(
    with room: StoredRoom, of sessions: [SessionID], since time: ServerTime
  ) throws -> ScriptedLobby {
    var lobby = ScriptedLobby(key: 2)
    for session in sessions {
      lobby.directory.adopt(
        StoredSession(id: session, player: Player(name: session.rawValue)), now: lobby.now)
    }
    try lobby.adopt(room, aliveUntil: time)
    return lobby
  }

  @Test("leads back to the room that the same request opened, where that was forgotten")
  func idempotent() throws {
    var first = ScriptedLobby()
    let (ada, bob) = (first.open("ada"), first.open("bob"))
    first.kept.resting = [codes(of: ada)[0]]
    let code = try first.create(by: ada)
    first.join(code, by: bob)
    let room = try #require(first.stored.values.first)
    var second = try other(with: room, of: [ada, bob], since: first.now)
    for session in [ada, bob] { second.setConnected(true, session) }
    let outputs = second.ask(.createRoom(MatchSettings()), by: ada, id: RequestID(1))
    #expect(outputs.joined.map(\.room) == [room.id])
    #expect(outputs.joined.map(\.seat) == [SeatIndex(0)])
    #expect(outputs.joined.map(\.id) == [RequestID(1)])
    #expect(second.directory.roomCount == 1)
    // Bob's first request opened no room.
    let refused = second.ask(.createRoom(MatchSettings()), by: bob, id: RequestID(2))
    #expect(refused.refusals.map(\.code) == [.roomAlreadyIn])
  }

  @Test("leads back to it even after the session has lost its seat")
  func idempotentOutside() throws {
    var first = ScriptedLobby()
    let (ada, bob) = (first.open("ada"), first.open("bob"))
    let code = try first.create(by: ada)
    first.join(code, by: bob)
    let room = try #require(first.stored.values.first)
    var second = try other(with: room, of: [ada, bob], since: first.now)
    second.setConnected(true, bob)
    #expect(second.advance(by: LobbyLimits.absenceLimit).departures == [ada: .gone])
    second.setConnected(true, ada)
    let outputs = second.ask(.createRoom(MatchSettings()), by: ada, id: RequestID(1))
    #expect(outputs.joined.map(\.room) == [room.id])
    #expect(second.directory.roomCount == 1)
  }

  @Test("frees the code here once the room has closed")
  func closed() throws {
    var lobby = ScriptedLobby()
    let ada = lobby.open("ada")
    let code = try lobby.create(by: ada)
    let room = try #require(lobby.clients[ada]?.room?.room)
    #expect(lobby.directory.rooms.codes == [code: room])
    lobby.ask(.leaveRoom, by: ada)
    lobby.advance(by: LobbyLimits.emptyLimit + .seconds(1))
    #expect(lobby.directory.roomCount == 0)
    #expect(lobby.directory.rooms.codes == [:])
    #expect(lobby.kept.resting == [code])
  }
}
