// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Game
import Protocol
import Testing

@testable import MatchServer

@Suite("An outbound buffer", .timeLimit(.minutes(1)))
struct OutboundBufferTests {
  private static let limits: BacklogLimits = {
    var limits = BacklogLimits()
    limits.mergeAbove = 1_000
    limits.refreshAbove = 2_000
    limits.closeAbove = 3_000
    return limits
  }()
  private static let entry = ServerMessage.entry(
    Entry(seq: 1, at: .zero, event: .ownerChanged(nil)))
  private static let presence = [SeatPresence(seat: SeatIndex(0), isConnected: false)]
  private static let latest: [ServerMessage] = [
    .rooms(RoomsUpdate(rooms: [], removed: ["ABCDE"])), .presence(presence), .audience(count: 3),
    .pong(Pong(id: 1, t0: 0, t1: .zero, t2: .zero, nonce: 1)),
    .pointing(actor: ActorNumber(1), place: 3),
  ]

  private var outbound = OutboundBuffer(limits)

  @Test("drops reactions to a slow reader, and does not send them later")
  func droppable() {
    var outbound = OutboundBuffer(Self.limits)
    let wave = ServerMessage.reaction(actor: ActorNumber(1), .wave)
    let goesOut = outbound.lets(wave)
    #expect(goesOut)
    _ = outbound.waiting(1_001, isWatching: false)
    let goesOutLater = outbound.lets(wave)
    #expect(!goesOutLater)
    let waited = outbound.takeLatest()
    #expect(waited == [])
  }

  @Test("forgets where a player pointed once the table changes")
  func obsolete() {
    var outbound = OutboundBuffer(Self.limits)
    _ = outbound.waiting(1_001, isWatching: false)
    let isHeld = !outbound.lets(.pointing(actor: ActorNumber(1), place: 3))
    let goesOut = outbound.lets(Self.entry)
    let waited = outbound.takeLatest()
    #expect(isHeld && goesOut && waited == [])
  }

  @Test("lets everything out to a reader that keeps up")
  mutating func open() {
    #expect(outbound.waiting(1_000, isWatching: true) == .none)
    for message in Self.latest + [Self.entry] { #expect(outbound.lets(message) == true) }
    #expect(outbound.takeLatest().isEmpty)
  }

  @Test("keeps the latest presence and audience, and lets entries out")
  mutating func merges() {
    #expect(outbound.waiting(1_001, isWatching: false) == .none)
    for count in 0..<1_000 {
      #expect(outbound.lets(.audience(count: count)) == false)
      #expect(outbound.lets(.presence(Self.presence)) == false)
      #expect(outbound.lets(Self.entry) == true)
    }
    // Until most of it has been read nothing changes.
    #expect(outbound.waiting(900, isWatching: false) == .none)
    #expect(outbound.waiting(100, isWatching: false) == .flush)
    #expect(outbound.takeLatest() == [.presence(Self.presence), .audience(count: 999)])
    #expect(outbound.takeLatest().isEmpty)
    #expect(outbound.lets(.audience(count: 1)) == true)
  }

  @Test("merges changes of the list of rooms")
  mutating func lists() {
    func room(_ code: String, _ spectators: Int) -> RoomSummary {
      RoomSummary(
        code: code, settings: MatchSettings(), seatsTaken: 1, phase: .playing,
        spectators: spectators)
    }
    _ = outbound.waiting(1_001, isWatching: false)
    for update in [
      RoomsUpdate(rooms: [room("A", 1), room("B", 1)], removed: ["C"]),
      RoomsUpdate(rooms: [room("C", 1), room("A", 2)], removed: []),
      RoomsUpdate(rooms: [], removed: ["B"]),
    ] {
      #expect(outbound.lets(.rooms(update)) == false)
    }
    #expect(
      outbound.takeLatest() == [
        .rooms(RoomsUpdate(rooms: [room("C", 1), room("A", 2)], removed: ["B"]))
      ])
  }

  @Test("forgets the presence of a room that its reader has left or joined again")
  mutating func leaves() {
    _ = outbound.waiting(1_001, isWatching: false)
    for message in Self.latest { #expect(outbound.lets(message) == false) }
    #expect(outbound.lets(.left(id: nil, code: "room/idle")) == true)
    #expect(outbound.takeLatest() == [Self.latest[3], Self.latest[0]])
  }

  @Test("detaches a spectator that falls behind, closes a player, and is bounded")
  mutating func detaches() {
    var player = OutboundBuffer(Self.limits)
    #expect(player.waiting(2_001, isWatching: false) == .none)
    #expect(player.waiting(3_001, isWatching: false) == .close)
    #expect(player.waiting(3_002, isWatching: false) == .none)

    #expect(outbound.waiting(2_001, isWatching: true) == .detach)
    #expect(outbound.isDetached)
    #expect(outbound.waiting(2_001, isWatching: true) == .none)
    #expect(outbound.waiting(500, isWatching: true) == .none)
    #expect(outbound.waiting(0, isWatching: true) == .refresh)
    #expect(!outbound.isDetached)
    #expect(outbound.timeIsUp() == .none)
    #expect(outbound.waiting(2_001, isWatching: true) == .detach)
    #expect(outbound.timeIsUp() == .close)
    #expect(outbound.waiting(0, isWatching: true) == .none)
  }
}
