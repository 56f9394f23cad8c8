// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Game
import MatchServer
import Protocol
import Testing
import Wire

@Suite("A server core with slow readers", .timeLimit(.minutes(1)))
struct ServerCoreSlowReadersTests {
  private static let limits = BacklogLimits()

  /// A room with a running match, its player, and two spectators.
  private struct Watched {
    var server: ScriptedServer
    var player: ServerConnectionID
    var spectators: [ServerConnectionID]
  }

  private func watched() -> Watched {
    var server = ScriptedServer()
    let player = server.open("Ada")
    let code = server.create(MatchSettings(pairs: 8, seats: 1, turnLimit: .zero), over: player)
    for intent in [Intent.ready(entropyCommit: []), .deal] {
      server.say(
        .request(id: server.nextID(), .intent(IntentRequest(seenSeq: 1_000, intent: intent))),
        over: player)
    }
    server.pass(.seconds(4))
    let spectators = ["Bob", "Carol"].map { server.open($0) }
    for spectator in spectators { server.join(code, .spectator, over: spectator) }
    return Watched(server: server, player: player, spectators: spectators)
  }

  private func choose(_ slot: Int, _ room: inout Watched) {
    let intent = Intent.choose(CardID(generation: 1, slot: slot))
    room.server.say(
      .request(id: room.server.nextID(), .intent(IntentRequest(seenSeq: 1_000, intent: intent))),
      over: room.player)
    room.server.pass(.seconds(2))
  }

  @Test("sends a slow spectator no entries, then a fresh base and tail")
  func refresh() throws {
    var room = watched()
    let (slow, quick) = (room.spectators[0], room.spectators[1])
    room.server.feed(.waiting(slow, bytes: Self.limits.refreshAbove + 1))
    let before = (room.server.entries(slow).count, room.server.entries(quick).count)
    for slot in 0..<4 { choose(slot, &room) }
    #expect(room.server.entries(slow).count == before.0)
    #expect(room.server.entries(quick).count > before.1)

    let joins = room.server.count(slow) { if case .joined = $0 { true } else { false } }
    room.server.feed(.waiting(slow, bytes: 0))
    #expect(room.server.count(slow) { if case .joined = $0 { true } else { false } } == joins + 1)
    let fresh = try #require(room.server.joined(slow))
    #expect(fresh.base != nil && fresh.tail.last?.seq == room.server.entries(quick).last?.seq)
    #expect(fresh.id == nil, "Nobody asked for it.")
    // From here on it receives entries like all others.
    choose(5, &room)
    #expect(room.server.entries(slow).last == room.server.entries(quick).last)
    #expect(room.server.closings(slow).isEmpty)
  }

  @Test("closes a spectator that does not catch up in time")
  func timeout() {
    var room = watched()
    room.server.feed(.waiting(room.spectators[0], bytes: Self.limits.refreshAbove + 1))
    room.server.pass(Self.limits.refreshWithin - .seconds(1))
    #expect(room.server.closings(room.spectators[0]).isEmpty)
    room.server.pass(.seconds(1))
    #expect(room.server.closings(room.spectators[0]).map(\.code) == ["slow/behind"])
    #expect(room.server.closings(room.spectators[0]).first?.retryAfter != nil)
    #expect(
      room.server.closings(room.spectators[1]).isEmpty && room.server.closings(room.player).isEmpty)
  }

  @Test("sends a player every entry, and closes it only beyond the last limit")
  func player() {
    var room = watched()
    room.server.feed(.waiting(room.player, bytes: Self.limits.closeAbove))
    let before = room.server.entries(room.player).count
    choose(0, &room)
    #expect(room.server.entries(room.player).count == before + 1)
    #expect(room.server.closings(room.player).isEmpty)
    room.server.feed(.waiting(room.player, bytes: Self.limits.closeAbove + 1))
    #expect(room.server.closings(room.player).map(\.code) == ["slow/behind"])
  }

  @Test("keeps only the latest list, and sends it when the reader has caught up")
  func merges() {
    var server = ScriptedServer()
    let lister = server.open("Lister")
    server.say(.listRooms(watch: true), over: lister)
    server.feed(.waiting(lister, bytes: Self.limits.mergeAbove + 1))
    let isList: (ServerMessage) -> Bool = { if case .rooms = $0 { true } else { false } }
    let before = server.count(lister, isList)
    for index in 0..<5 { _ = server.create(MatchSettings(), over: server.open("Host \(index)")) }
    #expect(server.count(lister, isList) == before)
    server.feed(.waiting(lister, bytes: 0))
    #expect(server.count(lister, isList) == before + 1)
    let codes = server.received[lister]?.compactMap { message -> [String]? in
      if case .rooms(let update) = message { update.rooms.map(\.code) } else { nil }
    }
    #expect(codes?.last?.count == 5)
  }

  @Test("holds a pong back, and stamps it when it is sent")
  func latePong() throws {
    var server = ScriptedServer()
    let slow = server.open("Slow")
    server.feed(.waiting(slow, bytes: Self.limits.mergeAbove + 1))
    server.say(.ping(Ping(id: 1, t0: 0)), over: slow)
    #expect(server.pong(slow) == nil)
    let received = server.now
    server.pass(.seconds(3))
    server.feed(.waiting(slow, bytes: 0))
    let pong = try #require(server.pong(slow))
    let left = received + .seconds(3)
    #expect(pong.t1 == received && pong.t2 == left)
  }

  @Test("writes to players before spectators, to whom it publishes once for each encoding")
  func playersFirst() throws {
    var room = watched()
    let before = room.server.outputs.count
    choose(0, &room)
    let after = room.server.outputs.dropFirst(before)
    func isEntry(_ bytes: [UInt8]) -> Bool {
      if case .entry = try? WireEncoding.proto.decodeServerMessage(bytes) { true } else { false }
    }
    let players = after.firstIndex { output in
      if case .send(let bytes, .proto, [room.player]) = output { isEntry(bytes) } else { false }
    }
    let spectators = after.indices.filter { index in
      if case .publish(let bytes, _) = after[index] { isEntry(bytes) } else { false }
    }
    #expect(spectators.count == 1)
    #expect(try #require(players) < #require(spectators.first))
  }
}
