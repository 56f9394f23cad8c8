// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Game
import Journal
import Lobby
import Testing
import Wire

@testable import JournalNATS

@Suite("A claim", .timeLimit(.minutes(1)))
struct ClaimDecisionTests {
  private static let node = NodeID(name: "me", run: "2")
  private static let owner = NodeID(name: "owner", run: "1")

  private static func decision(
    _ content: WorldRecord.Room.Content, by writer: String = "owner/1",
    gone: [NodeID: ServerTime] = [:]
  ) -> ClaimDecision {
    let record = WorldRecord.Room(
      room: "room", node: writer, epoch: 1, number: 2, first: 1,
      before: [UInt8](repeating: 0, count: 32), content: content)
    let claim = RoomClaim(code: RoomCode("K7QF2"), from: gone, now: Samples.time(99))
    return ClaimDecision(record, for: claim, by: node)
  }

  /// A step whose last entry is of time 5.
  private static let step = WorldRecord.Room.Content.step(
    WorldRecord.Step(
      Samples.batch(4...5),
      encoded: Samples.batch(4...5).entries.map { WireEncoding.proto.encode($0) }, sessions: [:]))

  @Test("is refused while the owner may go on")
  func elsewhere() {
    #expect(Self.decision(Self.step) == .elsewhere(Self.owner))
    let other = [NodeID(name: "owner", run: "0"): Samples.time(7)]
    #expect(Self.decision(Self.step, gone: other) == .elsewhere(Self.owner))
  }

  @Test(
    "of a node that is gone counts from when it was last alive, by whatever is later",
    arguments: [(3, 5), (7, 7)])
  func gone(_ seen: Int64, _ expected: Int64) {
    #expect(
      Self.decision(Self.step, gone: [Self.owner: Samples.time(seen)])
        == .claim(from: Self.owner, aliveUntil: Samples.time(expected)))
  }

  @Test("of a former run of the same node needs nobody to be gone")
  func formerRun() {
    let former = NodeID(name: "me", run: "1")
    #expect(
      Self.decision(Self.step, by: "me/1") == .claim(from: former, aliveUntil: Samples.time(5)))
  }

  @Test("of this very run goes on where it was interrupted")
  func sameRun() {
    let claimed = WorldRecord.Room.Content.claim(
      previous: "owner/1", aliveUntil: Samples.time(3), at: Samples.time(8))
    #expect(
      Self.decision(claimed, by: "me/2") == .claim(from: Self.node, aliveUntil: Samples.time(3)))
  }

  @Test("of a claimer that decided nothing counts from the owner before")
  func idleClaimer() {
    let claimed = WorldRecord.Room.Content.claim(
      previous: "first/1", aliveUntil: Samples.time(3), at: Samples.time(8))
    #expect(
      Self.decision(claimed, gone: [Self.owner: Samples.time(9)])
        == .claim(from: Self.owner, aliveUntil: Samples.time(3)))
    #expect(Self.decision(claimed) == .elsewhere(Self.owner))
  }

  @Test("of a room that was handed over is for whom it was handed to")
  func released() {
    let heir = NodeID(name: "heir", run: "1")
    let to = { (node: String) in WorldRecord.Room.Content.release(to: node, at: Samples.time(5)) }
    #expect(Self.decision(to("heir/1")) == .elsewhere(heir))
    #expect(
      Self.decision(to("me/2")) == .claim(from: Self.node, aliveUntil: Samples.time(5)))
    #expect(
      Self.decision(to("heir/1"), gone: [heir: Samples.time(9)])
        == .claim(from: heir, aliveUntil: Samples.time(5)))
    // Whose it was before makes no difference.
    #expect(
      Self.decision(to("heir/1"), gone: [Self.owner: Samples.time(9)]) == .elsewhere(heir))
  }

  @Test("of a closed room, or of one that nobody can tell about, is none")
  func neither() {
    #expect(Self.decision(.closed(at: .zero)) == .closed)
    #expect(Self.decision(Self.step, by: "no node") == .unreadable)
    #expect(Self.decision(.release(to: "no node", at: .zero)) == .unreadable)
  }
}
