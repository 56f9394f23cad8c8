// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Game
import Protocol
import Testing

@testable import Lobby

@Suite("Spectators, across restarts", .timeLimit(.minutes(1)))
struct RestoringSpectatorsTests {
  /// Ada's match for one player, which Eve watches from the beginning.
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

    /// A card is turned, and time passes until it shows.
    mutating func turn() throws {
      let view = lobby.view(of: ada)
      lobby.advance(to: view.earliestChoice)
      let card = try #require(lobby.view(of: ada).cards.first { $0.state == .down })
      lobby.want(.choose(card.id), by: ada)
      lobby.advance(by: .seconds(2))
    }

    mutating func crash(key: UInt8 = 9, unnoticed: Duration = .zero) {
      #expect(lobby.crash(key: key, outage: .seconds(2), unnoticed: unnoticed) == [])
      for session in [ada, eve] { lobby.setConnected(true, session) }
      lobby.join(code, room: room, after: lobby.view(of: ada).seq, by: ada)
    }

    /// Eve resumes the room.
    mutating func comeBack() throws -> Joined {
      let outputs = lobby.join(
        code, as: .spectator, room: room, after: lobby.view(of: eve).seq, by: eve)
      return try #require(outputs.joined.first)
    }
  }

  @Test(
    "are never sent a state older than what they have", arguments: [Duration.zero, .seconds(4)])
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

  @Test("get everything before a match at once, and get it again")
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

  @Test("are given exactly what they missed, however long they were away before")
  func exactly() throws {
    var table = try Table()
    let had = table.lobby.view(of: table.eve).seq
    table.lobby.setConnected(false, table.eve)
    for _ in 0..<12 { try table.turn() }
    table.crash()
    let joined = try table.comeBack()
    #expect(joined.base == nil, "The session was sent all before, by the process before.")
    #expect(joined.tail.first?.seq == had + 1)
    #expect(table.lobby.view(of: table.eve) == table.lobby.view(of: table.ada))
    // And once more.
    table.crash(key: 10)
    #expect(try table.comeBack().base == nil)
  }

  @Test("are given no past that they were never sent")
  func noPast() throws {
    var table = try Table()
    for _ in 0..<12 { try table.turn() }
    let mallory = table.lobby.open("mallory")
    let joined = try #require(
      table.lobby.join(table.code, as: .spectator, by: mallory).joined.first)
    let base = try #require(joined.base)
    #expect(base.seq > 0)
    table.crash()
    table.lobby.setConnected(true, mallory)
    let again = table.lobby.join(
      table.code, as: .spectator, room: table.room, after: base.seq - 1, by: mallory)
    #expect(try #require(again.joined.first?.base).seq >= base.seq)
    let stranger = table.lobby.open("stranger")
    let first = table.lobby.join(
      table.code, as: .spectator, room: table.room, after: 0, by: stranger)
    #expect(try #require(first.joined.first?.base).seq > 0)
  }

  @Test("keep what they had if the server does not know its progress")
  func unnoticed() throws {
    var table = try Table(delay: .seconds(4))
    try table.turn()
    table.lobby.advance(by: .seconds(3))
    let had = table.lobby.view(of: table.eve).seq
    table.crash(unnoticed: .seconds(3))
    let joined = try table.comeBack()
    #expect(joined.base == nil && joined.tail.isEmpty)
    #expect(table.lobby.view(of: table.eve).seq == had)
    for _ in 0..<3 { try table.turn() }
    table.lobby.advance(by: .seconds(4))
    #expect(table.lobby.view(of: table.eve) == table.lobby.view(of: table.ada))
  }

  @Test("are let in once the journal has recorded them, and the room does not wait")
  func durable() throws {
    var table = try Table()
    table.lobby.areSpectatorsWaiting = true
    let spectators = ["fay", "gus", "hal"].map { table.lobby.open($0) }
    for spectator in spectators {
      #expect(table.lobby.join(table.code, as: .spectator, by: spectator).joined.isEmpty)
      #expect(
        table.lobby.join(table.code, as: .spectator, room: table.room, after: 2, by: spectator)
          .joined.isEmpty,
        "Nor is one who asks again.")
      #expect(
        table.lobby.ask(
          .joinRoom(JoinRoom(code: table.code.rawValue, role: .spectator)), by: spectator,
          id: RequestID(2)
        ).isEmpty, "A repeated request has no second answer before the first.")
    }
    try table.turn()
    table.lobby.ask(.leaveRoom, by: spectators[2])
    let joined = table.lobby.landSpectator().joined
    #expect(joined.map(\.role) == [.spectator, .spectator], "Each request is answered.")
    #expect(joined.map { $0.base == nil } == [false, true], "The second said what it had by then.")
    #expect(table.lobby.view(of: spectators[0]) == table.lobby.view(of: table.ada))
    #expect(
      table.lobby.landSpectator(isKept: false).refusals.map(\.code)
        == [.journalUnavailable, .journalUnavailable], "Each request is refused.")
    #expect(table.lobby.landSpectator().joined.isEmpty, "It has left again.")
    #expect(table.lobby.expected.isEmpty)
    #expect(table.lobby.directory.counts.spectators == 2)
    #expect(table.lobby.join(table.code, as: .spectator, by: spectators[1]).refusals.isEmpty)
    #expect(table.lobby.landSpectator().joined.count == 1)
  }

  @Test("are sent no older past for a journal that answers late")
  func answeredLate() throws {
    var table = try Table()
    table.lobby.areSpectatorsWaiting = true
    let fay = table.lobby.open("fay")
    table.lobby.join(table.code, as: .spectator, by: fay)
    let asked = try #require(table.lobby.expected.first).record.firstSeq
    for _ in 0..<3 { try table.turn() }
    table.lobby.advance(by: LobbyLimits.baseTrail)
    let joined = try #require(table.lobby.landSpectator().joined.first)
    let base = try #require(joined.base)
    #expect(base.seq > asked, "All that was in motion then has come to rest.")
    let oldest = table.lobby.now - LobbyLimits.baseTrail
    #expect(joined.tail.allSatisfy { $0.shownAt > oldest })
    #expect(table.lobby.view(of: fay) == table.lobby.view(of: table.ada))
  }

  @Test("are kept no longer than they watch")
  func givenUp() throws {
    var table = try Table()
    let spectators = ["fay", "gus"].map { table.lobby.open($0) }
    for spectator in spectators { table.lobby.join(table.code, as: .spectator, by: spectator) }
    #expect(table.lobby.stored[table.room]?.spectators.count == 3)
    table.lobby.ask(.leaveRoom, by: spectators[0])
    table.lobby.setConnected(false, spectators[1])
    table.lobby.advance(by: .seconds(60))
    #expect(table.lobby.stored[table.room]?.spectators.map(\.session) == [table.eve])
    table.crash()
    table.lobby.setConnected(false, table.eve)
    table.lobby.advance(by: .seconds(60))
    #expect(table.lobby.stored[table.room]?.spectators == [])
  }

  @Test("do not return to a room that was locked just before the process died")
  func locked() throws {
    var lobby = ScriptedLobby()
    let (ada, eve) = (lobby.open("ada"), lobby.open("eve"))
    let code = try lobby.create(MatchSettings(seats: 2), by: ada)
    let room = try #require(lobby.clients[ada]?.room?.room)
    lobby.join(code, as: .spectator, by: eve)
    let watching = try #require(lobby.stored[room]?.spectators)
    #expect(watching.map(\.session) == [eve])
    lobby.want(.configure(MatchSettings(seats: 2, audience: .locked)), by: ada)
    #expect(lobby.stored[room]?.spectators == [])
    lobby.remember(watching, in: room)
    #expect(lobby.crash(key: 9, outage: .seconds(2)) == [])
    #expect(lobby.directory.counts.spectators == 0)
    #expect(lobby.stored[room]?.spectators == [], "The journal forgets them too.")
    lobby.setConnected(true, eve)
    let again = lobby.join(code, as: .spectator, room: room, after: 2, by: eve)
    #expect(again.refusals.map(\.code) == [.roomLocked])
  }

  @Test("may be elsewhere after a restart, though the journal did not hear of their leaving")
  func elsewhere() throws {
    var table = try Table()
    table.crash()
    #expect(table.lobby.directory.counts.spectators == 1)
    _ = try table.lobby.create(by: table.eve)
    #expect(table.lobby.clients[table.eve]?.room?.seat == SeatIndex(0))
    #expect(table.lobby.directory.counts.spectators == 0)
    #expect(table.lobby.stored[table.room]?.spectators == [])
  }

  @Test("stay in a room they have opened since, whatever the former one still answers")
  func openedAnother() throws {
    var table = try Table()
    table.crash()
    table.lobby.isJournalWaiting = true
    table.lobby.want(.restart, by: table.ada)
    table.lobby.want(.rematch, by: table.eve)
    table.lobby.ask(.createRoom(MatchSettings(seats: 2)), by: table.eve)
    table.lobby.isJournalWaiting = false
    #expect(table.lobby.land().refusals.map(\.code) == [.playNotSeated])
    #expect(table.lobby.land().joined.map(\.role) == [.player])
    let elsewhere = table.lobby.join(table.code, as: .spectator, by: table.eve)
    #expect(elsewhere.refusals.map(\.code) == [.roomAlreadyIn])
  }

  @Test("resume from an older base too, where that is what they were given after a restart")
  func olderBase() throws {
    var table = try Table(delay: .seconds(4))
    for _ in 0..<8 { try table.turn() }
    table.lobby.advance(by: .seconds(6))
    let fay = table.lobby.open("fay")
    let first = try #require(
      table.lobby.join(table.code, as: .spectator, by: fay).joined.first?.base)
    // The clock of the next process is behind: it knows no later stamp than the last heartbeat's.
    #expect(table.lobby.crash(key: 9, outage: .seconds(-5), unnoticed: .seconds(6)) == [])
    table.lobby.setConnected(true, fay)
    let base = try #require(
      table.lobby.join(table.code, as: .spectator, room: table.room, by: fay).joined.first?.base)
    #expect(base.seq < first.seq)
    table.lobby.setConnected(false, fay)
    table.lobby.setConnected(true, fay)
    let again = table.lobby.join(
      table.code, as: .spectator, room: table.room, after: base.seq, by: fay)
    #expect(try #require(again.joined.first).base == nil)
  }
}
