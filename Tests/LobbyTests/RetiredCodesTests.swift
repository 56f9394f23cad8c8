// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Game
import Testing

@testable import Lobby

@Suite("Retired codes", .timeLimit(.minutes(1)))
struct RetiredCodesTests {
  private let start = ServerTime(microseconds: 1)

  @Test("rest for thirty days, each from its own closing")
  func rest() {
    var codes = RetiredCodes()
    codes.retire(RoomCode("AAAAA"), at: start)
    codes.retire(RoomCode("BBBBB"), at: start + .seconds(60))
    let end = start + .seconds(30 * 86_400)
    let microsecond = Duration.microseconds(1)
    #expect(codes.contains(RoomCode("AAAAA"), at: end - microsecond))
    #expect(!codes.contains(RoomCode("AAAAA"), at: end))
    #expect(codes.contains(RoomCode("BBBBB"), at: end + .seconds(60) - microsecond))
    #expect(!codes.contains(RoomCode("BBBBB"), at: end + .seconds(60)))
    #expect(!codes.contains(RoomCode("CCCCC"), at: end))
    // A code that was reused and retired again is reserved again.
    codes.retire(RoomCode("AAAAA"), at: end + .seconds(30))
    codes.retire(RoomCode("CCCCC"), at: end + .seconds(60))
    #expect(codes.contains(RoomCode("AAAAA"), at: end + .seconds(60)))
    #expect(!codes.contains(RoomCode("BBBBB"), at: end + .seconds(60)))
  }

  @Test("are a room's when it has closed, here and after a restart, and no new room's")
  func closed() throws {
    var lobby = ScriptedLobby()
    let ada = lobby.open("ada")
    let code = try lobby.create(by: ada)
    let room = try #require(lobby.clients[ada]?.room?.room)
    #expect(lobby.directory.codes[code] == room)
    lobby.ask(.leaveRoom, by: ada)
    lobby.advance(by: LobbyLimits.emptyLimit + .seconds(1))
    #expect(lobby.directory.roomCount == 0)
    #expect(lobby.directory.retired.contains(code, at: lobby.now))

    // The same numbers would give the same code.
    var next = ScriptedLobby(retiredCodes: [RetiredCode(code, at: lobby.now)])
    let bob = next.open("bob")
    #expect(try next.create(by: bob) != code)
    var other = ScriptedLobby()
    let eve = other.open("eve")
    #expect(try other.create(by: eve) == code)
  }
}
