// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Game
import Journal
import Lobby
import Testing

@Suite("Codes that no new room may have", .timeLimit(.minutes(1)))
struct RoomCodeTableTests {
  private let start = ServerTime(microseconds: 1)

  @Test("are those of open rooms, and rest for thirty days, each from its own closing")
  func rest() {
    var codes = RoomCodeTable()
    let (first, second) = (RoomCode("AAAAA"), RoomCode("BBBBB"))
    codes.open(RoomID("first"), as: first)
    codes.open(RoomID("second"), as: second)
    #expect(codes.isTaken(first, at: start + .seconds(60 * 86_400)))
    codes.close(RoomID("first"), at: start)
    codes.close(RoomID("second"), at: start + .seconds(60))
    let end = start + .seconds(30 * 86_400)
    let microsecond = Duration.microseconds(1)
    #expect(codes.isTaken(first, at: end - microsecond))
    #expect(!codes.isTaken(first, at: end))
    #expect(codes.isTaken(second, at: end + .seconds(60) - microsecond))
    #expect(!codes.isTaken(second, at: end + .seconds(60)))
    #expect(!codes.isTaken(RoomCode("CCCCC"), at: end))
  }

  @Test("are taken again by the next room that has one")
  func reused() {
    var codes = RoomCodeTable()
    let code = RoomCode("AAAAA")
    let end = start + LobbyLimits.codeRest
    codes.open(RoomID("first"), as: code)
    codes.close(RoomID("first"), at: start)
    codes.open(RoomID("second"), as: code)
    // The first one's rest ends while the second is open.
    codes.open(RoomID("other"), as: RoomCode("BBBBB"))
    codes.close(RoomID("other"), at: end)
    #expect(codes.isTaken(code, at: end))
    codes.close(RoomID("second"), at: end + .seconds(30))
    #expect(codes.isTaken(code, at: end + .seconds(60)))
    #expect(!codes.isTaken(code, at: end + .seconds(30) + LobbyLimits.codeRest))
  }

  @Test("do not include those of rooms that were never opened")
  func unknown() {
    var codes = RoomCodeTable()
    codes.close(RoomID("nowhere"), at: start)
    #expect(!codes.isTaken(RoomCode("NOWHERE"), at: start))
  }
}
