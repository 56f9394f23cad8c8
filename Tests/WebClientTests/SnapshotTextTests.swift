// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Game
import MatchClient
import Testing
import WebClient

@Suite("A snapshot as text", .timeLimit(.minutes(1)))
struct SnapshotTextTests {
  private static let room = ClientSnapshot.Room(
    code: "K7QF2", roomID: "r-1", role: .player, actor: ActorNumber(3), lastEntry: 41,
    matchID: "m-7")
  private static let snapshots = [
    ClientSnapshot(
      sessionID: "s", resumeToken: [0, 15, 16, 255], lastRequest: RequestID(12), room: room,
      share: [UInt8](repeating: 0xa5, count: 32)),
    ClientSnapshot(sessionID: "s", resumeToken: [1], lastRequest: RequestID(.max)),
    ClientSnapshot(
      sessionID: "s", resumeToken: [1], lastRequest: RequestID(0),
      room: ClientSnapshot.Room(
        code: "K7QF2", roomID: "r", role: .spectator, actor: nil, lastEntry: 0, matchID: "")),
  ]

  @Test("reads back as it was", arguments: snapshots)
  func roundTrip(snapshot: ClientSnapshot) {
    #expect(SnapshotText.snapshot(of: SnapshotText.text(of: snapshot)) == snapshot)
  }

  @Test("is refused if a line is missing, or any line is not what it should be")
  func damaged() throws {
    let text = SnapshotText.text(of: try #require(Self.snapshots.first))
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map { String($0) }
    for index in lines.indices {
      var fewer = lines
      fewer.remove(at: index)
      #expect(SnapshotText.snapshot(of: fewer.joined(separator: "\n")) == nil)
    }
    // The session, the code, the ids of room and match may be any text.
    for (index, bad) in [
      (0, "2"), (1, ""), (2, "0g"), (2, "123"), (2, ""), (3, "-1"), (3, ""), (4, "a5"),
      (7, "owner"), (8, "x"), (9, ""),
    ] {
      var changed = lines
      changed[index] = bad
      #expect(SnapshotText.snapshot(of: changed.joined(separator: "\n")) == nil, "\(index) \(bad)")
    }
    #expect(SnapshotText.snapshot(of: "") == nil)
    #expect(SnapshotText.snapshot(of: text + "\n") == nil)
  }
}
