// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Game
import Protocol
import Testing
import Wire

@Suite("Messages between nodes", .timeLimit(.minutes(1)))
struct NodeMessageTests {
  private static let room = RoomSummary(
    code: "KQ2XZ", settings: MatchSettings(), seatsTaken: 1, phase: .playing, spectators: 7)

  @Test(
    "come back as they were sent, with their sender",
    arguments: [
      NodeMessage.rooms(RoomsUpdate(rooms: [room], removed: ["AB3CD"])), .rooms(RoomsUpdate()),
      .allRooms([room]), .allRooms([]),
      .attached(session: "ada", player: nil, revision: 1),
      .attached(session: "ada", player: "key", revision: .max), .handedOver(code: "KQ2XZ"),
      .kicked(session: "ada", reason: "No."),
    ])
  func roundTrip(message: NodeMessage) throws {
    let (from, decoded) = try NodeMessage.decode(message.encoded(from: "n1/r1"))
    #expect(from == "n1/r1" && decoded == message)
  }

  @Test("are skipped if this version does not know them")
  func unknown() throws {
    // Field 1 is "a/b"; field 90 is a message that no version has.
    let bytes: [UInt8] = [0x0a, 3, 0x61, 0x2f, 0x62, 0xd2, 0x05, 1, 0]
    let (from, message) = try NodeMessage.decode(bytes)
    #expect(from == "a/b" && message == nil)
  }

  @Test(
    "are refused if they are none",
    arguments: [
      [0xff], [0x0a, 9], [0x22, 2, 0x0a, 0],
      // Attached without a revision.
      [0x0a, 3, 0x61, 0x2f, 0x62, 0x22, 5, 0x0a, 3, 0x61, 0x64, 0x61],
    ] as [[UInt8]])
  func malformed(bytes: [UInt8]) {
    #expect(throws: WireError.self) { try NodeMessage.decode(bytes) }
  }

  @Test("never trap, whatever the bytes are")
  func mutated() {
    let bytes = NodeMessage.allRooms([Self.room]).encoded(from: "n1/r1")
    for index in bytes.indices {
      for change: UInt8 in [1, 0x80, 0xff] {
        var changed = bytes
        changed[index] ^= change
        _ = try? NodeMessage.decode(changed)
        _ = try? NodeMessage.decode(Array(changed.prefix(index)))
      }
    }
  }
}
