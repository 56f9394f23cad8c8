// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Game
import MatchServer
import Protocol
import Testing

@Suite("A hall with readers that do not keep up", .timeLimit(.minutes(1)))
struct HallBehindTests {
  private static let limits = BacklogLimits()

  /// A room with a match under way, its player, and two who watch.
  private struct Watched {
    var hall: ScriptedHall
    var player: LinkID
    var viewers: [LinkID]
  }

  private func watched() -> Watched {
    var hall = ScriptedHall()
    let player = hall.open("Ada")
    let code = hall.create(MatchSettings(pairs: 8, seats: 1, turnLimit: .zero), over: player)
    for intent in [Intent.ready(entropyCommit: []), .deal] {
      hall.say(
        .intent(IntentRequest(id: hall.nextID(), seenSeq: 1_000, intent: intent)), over: player)
    }
    hall.pass(.seconds(4))
    let viewers = ["Bob", "Carol"].map { hall.open($0) }
    for viewer in viewers { hall.join(code, .spectator, over: viewer) }
    return Watched(hall: hall, player: player, viewers: viewers)
  }

  private func choose(_ slot: Int, _ room: inout Watched) {
    let intent = Intent.choose(CardID(generation: 1, slot: slot))
    room.hall.say(
      .intent(IntentRequest(id: room.hall.nextID(), seenSeq: 1_000, intent: intent)),
      over: room.player)
    room.hall.pass(.seconds(2))
  }

  @Test("sends who watches no entries while it is behind, then a fresh base and tail")
  func refresh() throws {
    var room = watched()
    let (slow, quick) = (room.viewers[0], room.viewers[1])
    room.hall.feed(.waiting(slow, bytes: Self.limits.refreshAbove + 1))
    let before = (room.hall.entries(slow).count, room.hall.entries(quick).count)
    for slot in 0..<4 { choose(slot, &room) }
    #expect(room.hall.entries(slow).count == before.0)
    #expect(room.hall.entries(quick).count > before.1)

    let joins = room.hall.count(slow) { if case .joined = $0 { true } else { false } }
    room.hall.feed(.waiting(slow, bytes: 0))
    #expect(room.hall.count(slow) { if case .joined = $0 { true } else { false } } == joins + 1)
    let fresh = try #require(room.hall.joined(slow))
    #expect(fresh.base != nil && fresh.tail.last?.seq == room.hall.entries(quick).last?.seq)
    #expect(fresh.id == nil, "Nobody asked for it.")
    // From here on it is told like all others.
    choose(5, &room)
    #expect(room.hall.entries(slow).last == room.hall.entries(quick).last)
    #expect(room.hall.closings(slow).isEmpty)
  }

  @Test("ends the link of one who watches and does not catch up in time")
  func patience() {
    var room = watched()
    room.hall.feed(.waiting(room.viewers[0], bytes: Self.limits.refreshAbove + 1))
    room.hall.pass(Self.limits.refreshWithin - .seconds(1))
    #expect(room.hall.closings(room.viewers[0]).isEmpty)
    room.hall.pass(.seconds(1))
    #expect(room.hall.closings(room.viewers[0]).map(\.code) == ["slow/behind"])
    #expect(room.hall.closings(room.viewers[0]).first?.retryAfter != nil)
    #expect(room.hall.closings(room.viewers[1]).isEmpty && room.hall.closings(room.player).isEmpty)
  }

  @Test("sends who plays every entry, and ends its link only beyond the last bound")
  func player() {
    var room = watched()
    room.hall.feed(.waiting(room.player, bytes: Self.limits.closeAbove))
    let before = room.hall.entries(room.player).count
    choose(0, &room)
    #expect(room.hall.entries(room.player).count == before + 1)
    #expect(room.hall.closings(room.player).isEmpty)
    room.hall.feed(.waiting(room.player, bytes: Self.limits.closeAbove + 1))
    #expect(room.hall.closings(room.player).map(\.code) == ["slow/behind"])
  }

  @Test("keeps only the last list, and says it when the reader has caught up")
  func merges() {
    var hall = ScriptedHall()
    let lister = hall.open("Lister")
    hall.say(.listRooms(watch: true), over: lister)
    hall.feed(.waiting(lister, bytes: Self.limits.mergeAbove + 1))
    let isList: (ServerMessage) -> Bool = { if case .rooms = $0 { true } else { false } }
    let before = hall.count(lister, isList)
    for index in 0..<5 { _ = hall.create(MatchSettings(), over: hall.open("Host \(index)")) }
    #expect(hall.count(lister, isList) == before)
    hall.feed(.waiting(lister, bytes: 0))
    #expect(hall.count(lister, isList) == before + 1)
    let codes = hall.received[lister]?.compactMap { message -> [String]? in
      if case .rooms(let update) = message { update.rooms.map(\.code) } else { nil }
    }
    #expect(codes?.last?.count == 5)
  }

  @Test("keeps an answer to a ping, and says in it when it left")
  func latePong() throws {
    var hall = ScriptedHall()
    let slow = hall.open("Slow")
    hall.feed(.waiting(slow, bytes: Self.limits.mergeAbove + 1))
    hall.say(.ping(Ping(id: 1, t0: 0)), over: slow)
    #expect(hall.pong(slow) == nil)
    let received = hall.now
    hall.pass(.seconds(3))
    hall.feed(.waiting(slow, bytes: 0))
    let pong = try #require(hall.pong(slow))
    let left = received + .seconds(3)
    #expect(pong.t1 == received && pong.t2 == left)
  }

  @Test("writes to those who play before those who watch")
  func playersFirst() {
    var room = watched()
    let second = room.hall.open("Dan")
    #expect(second > room.viewers[0])
    let targets = room.hall.outputs.compactMap { output -> [LinkID]? in
      if case .send(_, _, let targets) = output, targets.count > 1 { targets } else { nil }
    }
    choose(0, &room)
    let after = room.hall.outputs.compactMap { output -> [LinkID]? in
      if case .send(_, _, let targets) = output, targets.count > 1 { targets } else { nil }
    }.dropFirst(targets.count)
    #expect(!after.isEmpty)
    #expect(after.allSatisfy { $0.first == room.player })
  }
}
