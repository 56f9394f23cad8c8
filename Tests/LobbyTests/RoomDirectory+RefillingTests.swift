// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Game
import MatchFixtures
import Protocol
import Testing

@testable import Lobby

@Suite("A room whose journal has lost its log", .timeLimit(.minutes(1)))
struct RoomDirectoryRefillingTests {
  private static let settings = MatchSettings(pairs: 4, seats: 2, turnLimit: .seconds(120))

  /// A match of two players, in the middle of a turn, and somebody who watches it.
  private func running() throws -> (lobby: ScriptedLobby, players: [SessionID], room: RoomID) {
    var lobby = ScriptedLobby()
    let players = ["ada", "bob"].map { lobby.open($0) }
    let code = try lobby.create(Self.settings, by: players[0])
    lobby.join(code, by: players[1])
    let watcher = lobby.open("cyd")
    lobby.join(code, as: .spectator, by: watcher)
    try lobby.begin(players)
    lobby.advance(by: .seconds(1))
    return (lobby, players, try #require(lobby.directory.room(of: code)))
  }

  @Test("is remembered as it was, seal, members and spectators included")
  func remembered() throws {
    let (lobby, _, room) = try running()
    let remembered = try #require(lobby.directory.remembered.first)
    var expected = try #require(lobby.stored[room])
    #expect(remembered.sealed.map(\.record) == expected.sealed.map(\.record))
    // Where the step began that sealed it is not kept.
    expected.sealed = remembered.sealed
    #expect(remembered == expected)
    let folded = try FoldedRoom(remembered, dealer: .fair(.toy))
    #expect(folded.match.view == lobby.directory.rooms[room]?.view)
    #expect(folded.match.deck?.faces == lobby.directory.rooms[room]?.match.deck?.faces)
  }

  @Test("is remembered with the seal of its latest match only, which is enough")
  func secondMatch() throws {
    var (lobby, players, room) = try running()
    lobby.want(.resign, by: players[0])
    lobby.want(.rematch, by: players[0])
    try lobby.begin(players)
    #expect(lobby.stored[room]?.sealed.count == 2)
    let remembered = try #require(lobby.directory.remembered.first)
    #expect(remembered.sealed.map(\.record) == lobby.stored[room]?.sealed.suffix(1).map(\.record))
    let folded = try FoldedRoom(remembered, dealer: .fair(.toy))
    #expect(folded.match.view == lobby.directory.rooms[room]?.view)
  }

  @Test("goes on when its players are back, and nobody has lost time or a seat meanwhile")
  func resumed() throws {
    var (lobby, players, room) = try running()
    let deadline = try #require(lobby.view(of: players[0]).turn?.deadline)
    let seats = lobby.view(of: players[0]).seats.map(\.isSkipped)
    lobby.isJournalWaiting = true
    let lost = lobby.now
    for player in players { lobby.setConnected(false, player) }
    for _ in 1...10 {
      lobby.advance(by: .seconds(60))
      while !lobby.pending.isEmpty { lobby.fail() }
    }
    lobby.isJournalWaiting = false
    lobby.resume(room, after: lobby.now - lost)
    lobby.advance(by: .seconds(30))
    let code = try #require(lobby.directory.code(of: room))
    for player in players {
      lobby.setConnected(true, player)
      lobby.join(code, by: player)
    }
    let view = lobby.view(of: players[0])
    #expect(view.turn?.deadline == deadline + (lobby.now - lost))
    #expect(view.seats.map(\.isSkipped) == seats)
    #expect(lobby.view(of: players[1]) == view)
  }

  @Test("gives its codes to new rooms by the key that the world has by now")
  func key() throws {
    var (lobby, other) = (ScriptedLobby(), ScriptedLobby())
    let codes = try [lobby.create(by: lobby.open("ada")), other.create(by: other.open("ada"))]
    #expect(codes[0] == codes[1])
    lobby.directory.useCodes(by: Array(0..<32))
    #expect(lobby.directory.derivation.key != other.directory.derivation.key)
    let later = try [lobby.create(by: lobby.open("bob")), other.create(by: other.open("bob"))]
    #expect(later[0] != later[1])
  }
}
