// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Game
import Lobby
import Protocol
import Testing
import Wire

@Suite("The list of rooms", .timeLimit(.minutes(1)))
struct RoomListTests {
  @Test("is never longer than a client reads", arguments: WireEncoding.allCases)
  func length(encoding: WireEncoding) throws {
    // As long as a server takes them.
    let name = String(repeating: "𝔉", count: 24)
    let rooms = (0..<LobbyLimits.roomsListed).map { number in
      RoomSummary(
        code: "R\(number)", settings: MatchSettings(), seatsTaken: 8, phase: .waiting,
        spectators: 0, players: Array(repeating: name, count: RoomSummary.mostPlayers))
    }
    let message = ServerMessage.rooms(RoomsUpdate(rooms: rooms, removed: []))
    #expect(try encoding.decodeServerMessage(encoding.encode(message)) == message)
    let bytes = encoding.encode(message).count
    #expect(bytes < 1 << 20, "A client reads messages of up to a megabyte, not \(bytes) bytes.")
  }
}
