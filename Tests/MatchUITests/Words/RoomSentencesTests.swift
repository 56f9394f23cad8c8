// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Game
import MatchClient
import Testing

@testable import MatchUI

@Suite("The list of rooms", .timeLimit(.minutes(1)))
struct RoomSentencesTests {
  private func room(
    _ code: String, _ phase: MatchView.Phase, taken: Int = 2, spectators: Int = 0,
    players: [String] = []
  ) -> RoomSummary {
    RoomSummary(
      code: code, settings: MatchSettings(), seatsTaken: taken, phase: phase,
      spectators: spectators, players: players)
  }

  @Test("Each room's line says whether seats are free, and an empty list how to open a room")
  func lines() throws {
    let url = try ServerURL("ws://127.0.0.1:7777")
    let rooms = [
      room("K7QF2", .waiting, taken: 1), room("ABCDE", .undealt), room("FGHJK", .playing),
      room("23456", .ended, spectators: 3, players: ["Ana", "Ben"]),
    ]
    #expect(
      RoomSentences.table(rooms, at: url).split(separator: "\n") == [
        "K7QF2  waiting for players, 1 of 2 seats taken, memorize, 8 pairs",
        "ABCDE  about to begin, 2 of 2 seats taken, memorize, 8 pairs",
        "FGHJK  playing, 2 of 2 seats taken, memorize, 8 pairs",
        "23456  Ana, Ben: finished, 2 of 2 seats taken, memorize, 8 pairs, 3 watching",
      ])
    #expect(
      RoomSentences.table([], at: url)
        == "No rooms are open. Open one with  facedown create ws://127.0.0.1:7777")
  }

  @Test("A rated room says so, and one with all seats taken is about to begin")
  func rated() throws {
    let room = RoomSummary(
      code: "K7QF2", settings: MatchSettings(isRated: true), seatsTaken: 2, phase: .waiting,
      spectators: 0)
    let line = try RoomSentences.table([room], at: ServerURL("ws://127.0.0.1:7777"))
    #expect(line == "K7QF2  about to begin, 2 of 2 seats taken, memorize, 8 pairs, rated")
  }

  @Test("A server's room code cannot control the terminal or break a line of JSON")
  func hostileCodes() throws {
    let url = try ServerURL("ws://127.0.0.1:7777")
    let code = "K7\u{1b}[31m\",\u{202e}\n\\Q"
    #expect(RoomSentences.table([room(code, .playing)], at: url).hasPrefix("K731mQ  playing"))
    #expect(String(repeating: "A", count: 99).asRoomCode.count == 20)
    let odd = room(
      "K7QF2", .playing,
      players: ["\u{1b}[31m", "A\u{202e}\tB\n", String(repeating: "x", count: 99)])
    #expect(RoomSentences.players(odd) == "[31m, A B, \(String(repeating: "x", count: 24))")
    let many = room("K7QF2", .playing, taken: 6, players: ["Ana", "Ben", "Cem", "Dora"])
    #expect(RoomSentences.players(many) == "Ana, Ben, Cem, Dora and 2 more")
  }
}
