// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Game
import Testing

@testable import Lobby

@Suite("Those who watch, over the end of a process", .timeLimit(.minutes(1)))
struct RestoringViewersTests {
  /// Ada's match of one, with eve who watches from the beginning.
  private struct Table {
    var lobby = ScriptedLobby()
    let ada: SessionID
    let eve: SessionID
    let code: RoomCode
    let room: RoomID

    init(delay: Duration = .zero) throws {
      (ada, eve) = (lobby.open("ada"), lobby.open("eve"))
      let settings = MatchSettings(pairs: 16, seats: 1, turnLimit: .zero, spectatorDelay: delay)
      code = try lobby.create(settings, by: ada)
      room = try #require(lobby.clients[ada]?.room?.room)
      lobby.join(code, as: .spectator, by: eve)
      try lobby.begin([ada])
    }

    mutating func crash(key: UInt8) {
      #expect(lobby.crash(key: key, outage: .seconds(2)) == [])
      for session in [ada, eve] { lobby.setConnected(true, session) }
      lobby.join(code, room: room, after: lobby.view(of: ada).seq, by: ada)
    }
  }

  @Test("are never taken back behind what they were sent", arguments: [Duration.zero, .seconds(4)])
  func neverBack(delay: Duration) throws {
    var table = try Table(delay: delay)
    for slot in 0..<2 {
      table.lobby.want(.choose(CardID(generation: 1, slot: slot)), by: table.ada)
      table.lobby.advance(by: delay)
      let had = table.lobby.view(of: table.eve).seq
      #expect(delay > .zero || had == table.lobby.view(of: table.ada).seq)
      #expect(delay > .zero || table.lobby.now < table.lobby.view(of: table.ada).lastRevealAt)
      table.crash(key: UInt8(9 + slot))
      // Not even one that asks for a fresh start.
      table.lobby.join(table.code, as: .spectator, by: table.eve)
      #expect(table.lobby.view(of: table.eve).seq >= had)
      table.lobby.advance(by: .seconds(4))
    }
  }

  @Test("have had what is told before a match at once, and have it again")
  func waitingIsNotHeld() throws {
    var lobby = ScriptedLobby()
    let (ada, eve) = (lobby.open("ada"), lobby.open("eve"))
    let code = try lobby.create(MatchSettings(spectatorDelay: .seconds(30)), by: ada)
    lobby.join(code, as: .spectator, by: eve)
    lobby.want(.ready(entropyCommit: []), by: ada)
    let had = lobby.view(of: eve).seq
    #expect(lobby.crash(key: 9) == [])
    lobby.setConnected(true, eve)
    lobby.join(code, as: .spectator, by: eve)
    #expect(lobby.view(of: eve).seq == had)
  }
}
