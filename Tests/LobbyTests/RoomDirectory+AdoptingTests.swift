// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Game
import Protocol
import Testing

@testable import Lobby

@Suite("A room adopted by a lobby that serves others", .timeLimit(.minutes(1)))
struct RoomDirectoryAdoptingTests {
  /// A match of two players as another server left it, in the middle of a turn.
  private struct Left {
    let room: StoredRoom
    let deadline: ServerTime
    /// When that server died.
    let end: ServerTime

    init(_ players: [String] = ["ada", "bob"], key: UInt8 = 7) throws {
      var lobby = ScriptedLobby(key: key)
      let sessions = players.map { lobby.open($0) }
      let code = try lobby.create(
        MatchSettings(pairs: 4, seats: 2, turnLimit: .seconds(120)), by: sessions[0])
      lobby.join(code, by: sessions[1])
      try lobby.begin(sessions)
      deadline = try #require(lobby.view(of: sessions[0]).turn?.deadline)
      lobby.advance(by: .seconds(1))
      end = lobby.now
      room = try #require(lobby.stored.values.first)
    }
  }

  /// A lobby in which Cyd plays alone, a minute later.
  private func serving() throws -> (lobby: ScriptedLobby, cyd: SessionID) {
    var lobby = ScriptedLobby()
    lobby.advance(by: .seconds(60))
    let cyd = lobby.open("cyd")
    _ = try lobby.create(MatchSettings(pairs: 8, seats: 1, turnLimit: .seconds(120)), by: cyd)
    try lobby.begin([cyd])
    return (lobby, cyd)
  }

  private func notices(_ lobby: ScriptedLobby, in room: RoomID?) -> [Duration] {
    lobby.journal[room ?? RoomID("")]?.compactMap { entry in
      if case .clockAdjusted(let length) = entry.event { length } else { nil }
    } ?? []
  }

  @Test("goes on where it stopped, and nobody else notices")
  func besideOthers() throws {
    let left = try Left()
    var (lobby, cyd) = try serving()
    let before = lobby.view(of: cyd)
    let players = ["ada", "bob"].map { lobby.open($0) }
    let outputs = try lobby.adopt(left.room, aliveUntil: left.end)
    #expect(outputs.contains { if case .listed = $0 { true } else { false } })
    #expect(lobby.directory.list.map(\.code).contains(left.room.code.rawValue))
    #expect(lobby.directory.roomCount == 2)
    for player in players { lobby.join(left.room.code, by: player) }
    let later = left.deadline + (lobby.now - left.end)
    #expect(lobby.view(of: players[0]).turn?.deadline == later)
    #expect(lobby.view(of: players[1]) == lobby.view(of: players[0]))
    #expect(notices(lobby, in: left.room.id) == [lobby.now - left.end])
    #expect(lobby.view(of: cyd) == before)
    #expect(notices(lobby, in: lobby.clients[cyd]?.room?.room) == [])
  }

  @Test("is paused since its own last server was alive")
  func ownOutage() throws {
    let rooms = [try Left(), try Left(["eve", "fay"], key: 8)]
    let names = [["ada", "bob"], ["eve", "fay"]]
    var (lobby, _) = try serving()
    for name in names.joined() {
      lobby.directory.adopt(
        StoredSession(id: SessionID(name), player: Player(name: name)), now: lobby.now)
    }
    try lobby.adopt(rooms[0].room, aliveUntil: rooms[0].end)
    lobby.advance(by: .seconds(5))
    // The second was without a server before, soon after its last entry.
    let first = RoomDirectory.Outage(
      since: rooms[1].end - .milliseconds(500), until: rooms[1].end + .seconds(1))
    try lobby.adopt(rooms[1].room, aliveUntil: rooms[1].end + .seconds(9), outages: [first])
    lobby.advance(by: .seconds(5))
    for room in rooms { #expect(notices(lobby, in: room.room.id) == []) }
    for name in names.joined() { lobby.setConnected(true, SessionID(name)) }
    #expect(notices(lobby, in: rooms[0].room.id) == [lobby.now - rooms[0].end])
    #expect(notices(lobby, in: rooms[1].room.id) == [lobby.now - first.since])
  }

  @Test("finds its players whether they are connected by then or come later")
  func players() throws {
    let left = try Left()
    var (lobby, _) = try serving()
    let ada = lobby.open("ada")
    let bob = SessionID("bob")
    lobby.directory.adopt(StoredSession(id: bob, player: Player(name: "bob")), now: lobby.now)
    try lobby.adopt(left.room, aliveUntil: left.end)
    #expect(notices(lobby, in: left.room.id) == [])
    // Ada is there, so Bob is waited for ten seconds.
    lobby.advance(by: LobbyLimits.returnLimit - .microseconds(1))
    #expect(notices(lobby, in: left.room.id) == [])
    lobby.advance(by: .microseconds(1))
    #expect(notices(lobby, in: left.room.id) == [lobby.now - left.end])
    #expect(lobby.directory.isIn(left.room.code, ada))
    // A session in a room is not forgotten to make room for another.
    #expect(lobby.directory.isIn(left.room.code, bob))
    #expect(lobby.directory.forgetLongestIdle(now: lobby.now, unless: { _ in false }) == [])
  }

  @Test("leaves alone who has entered another room meanwhile")
  func elsewhere() throws {
    let left = try Left(["bob", "ada"])
    var (lobby, cyd) = try serving()
    let ada = lobby.open("ada")
    let bob = lobby.open("bob")
    let code = try lobby.create(by: ada)
    try lobby.adopt(left.room, aliveUntil: left.end)
    #expect(lobby.directory.isIn(code, ada))
    #expect(lobby.directory.isIn(left.room.code, bob))
    lobby.join(left.room.code, by: bob)
    // Her seat there is that of a player who does not return.
    lobby.advance(by: LobbyLimits.returnLimit + LobbyLimits.disconnectionLimit)
    let seat = try #require(lobby.view(of: bob).seats.first { $0.player?.name == "ada" })
    #expect(seat.isSkipped)
    #expect(lobby.directory.isIn(code, ada))
    #expect(lobby.directory.isConnected(cyd))
  }

  @Test("seats a player whom an older row has among another room's spectators")
  func watched() throws {
    var watched = try Left(["eve", "fay"], key: 8)
    let left = try Left()
    var room = watched.room
    room.spectators = [SpectatorRecord(session: SessionID("ada"), firstSeq: 1)]
    var (lobby, _) = try serving()
    let ada = lobby.open("ada")
    try lobby.adopt(room, aliveUntil: watched.end)
    #expect(lobby.directory.isWatching(ada))
    let outputs = try lobby.adopt(left.room, aliveUntil: left.end)
    #expect(outputs.contains(.unwatch(room.id, ada)))
    #expect(!lobby.directory.isWatching(ada))
    #expect(lobby.directory.isIn(left.room.code, ada))
    // The other way round, the seat is there first.
    watched = try Left(["gus", "hal"], key: 9)
    room = watched.room
    room.spectators = [SpectatorRecord(session: SessionID("ada"), firstSeq: 1)]
    try lobby.adopt(room, aliveUntil: watched.end)
    #expect(lobby.directory.isIn(left.room.code, ada) && !lobby.directory.isWatching(ada))
  }

  @Test("is refused if its id or code is that of a room that is here, which stays as it is")
  func twice() throws {
    let left = try Left()
    var (lobby, _) = try serving()
    let bob = lobby.open("bob")
    try lobby.adopt(left.room, aliveUntil: left.end)
    let loss = RoomDirectory.Loss(room: left.room.id, problem: .alreadyHere)
    #expect(throws: loss) { try lobby.adopt(left.room, aliveUntil: left.end) }
    var other = left.room
    other.id = RoomID("other")
    #expect(throws: RoomDirectory.Loss(room: other.id, problem: .alreadyHere)) {
      try lobby.adopt(other, aliveUntil: left.end)
    }
    #expect(lobby.directory.roomCount == 2)
    #expect(lobby.directory.isIn(left.room.code, bob))
  }
}
