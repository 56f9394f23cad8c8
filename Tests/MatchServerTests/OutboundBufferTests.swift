// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Game
import Protocol
import Testing

@testable import MatchServer

@Suite("An outlet", .timeLimit(.minutes(1)))
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
  ]

  private var outlet = OutboundBuffer(limits)

  @Test("a feeling is dropped behind a slow reader, and does not come later")
  func droppable() {
    var outlet = OutboundBuffer(Self.limits)
    let wave = ServerMessage.reaction(actor: ActorNumber(1), .wave)
    let goesOut = outlet.lets(wave)
    #expect(goesOut)
    _ = outlet.waiting(1_001, isWatching: false)
    let goesOutLater = outlet.lets(wave)
    #expect(!goesOutLater)
    let waited = outlet.takeLatest()
    #expect(waited == [])
  }

  @Test("lets everything out to a reader that keeps up")
  mutating func open() {
    #expect(outlet.waiting(1_000, isWatching: true) == .none)
    for message in Self.latest + [Self.entry] { #expect(outlet.lets(message) == true) }
    #expect(outlet.takeLatest().isEmpty)
  }

  @Test("keeps the last of what only matters as it is last, and lets entries out")
  mutating func merges() {
    #expect(outlet.waiting(1_001, isWatching: false) == .none)
    for count in 0..<1_000 {
      #expect(outlet.lets(.audience(count: count)) == false)
      #expect(outlet.lets(.presence(Self.presence)) == false)
      #expect(outlet.lets(Self.entry) == true)
    }
    // Until most of it has been read nothing changes.
    #expect(outlet.waiting(900, isWatching: false) == .none)
    #expect(outlet.waiting(100, isWatching: false) == .flush)
    #expect(outlet.takeLatest() == [.presence(Self.presence), .audience(count: 999)])
    #expect(outlet.takeLatest().isEmpty)
    #expect(outlet.lets(.audience(count: 1)) == true)
  }

  @Test("makes one of several changes of the list of rooms")
  mutating func lists() {
    func room(_ code: String, _ spectators: Int) -> RoomSummary {
      RoomSummary(
        code: code, settings: MatchSettings(), seatsTaken: 1, phase: .playing,
        spectators: spectators)
    }
    _ = outlet.waiting(1_001, isWatching: false)
    for update in [
      RoomsUpdate(rooms: [room("A", 1), room("B", 1)], removed: ["C"]),
      RoomsUpdate(rooms: [room("C", 1), room("A", 2)], removed: []),
      RoomsUpdate(rooms: [], removed: ["B"]),
    ] {
      #expect(outlet.lets(.rooms(update)) == false)
    }
    #expect(
      outlet.takeLatest() == [
        .rooms(RoomsUpdate(rooms: [room("C", 1), room("A", 2)], removed: ["B"]))
      ])
  }

  @Test("forgets who was in a room that its reader has left or entered anew")
  mutating func leaves() {
    _ = outlet.waiting(1_001, isWatching: false)
    for message in Self.latest { #expect(outlet.lets(message) == false) }
    #expect(outlet.lets(.left(id: nil, code: "room/idle")) == true)
    #expect(outlet.takeLatest() == [Self.latest[3], Self.latest[0]])
  }

  @Test("gives who watches a fresh start, who plays every entry, and neither more than a bound")
  mutating func detaches() {
    var player = OutboundBuffer(Self.limits)
    #expect(player.waiting(2_001, isWatching: false) == .none)
    #expect(player.waiting(3_001, isWatching: false) == .close)
    #expect(player.waiting(3_002, isWatching: false) == .none)

    #expect(outlet.waiting(2_001, isWatching: true) == .detach)
    #expect(outlet.isDetached)
    #expect(outlet.waiting(2_001, isWatching: true) == .none)
    #expect(outlet.waiting(500, isWatching: true) == .none)
    #expect(outlet.waiting(0, isWatching: true) == .refresh)
    #expect(!outlet.isDetached)
    #expect(outlet.timeIsUp() == .none)
    #expect(outlet.waiting(2_001, isWatching: true) == .detach)
    #expect(outlet.timeIsUp() == .close)
    #expect(outlet.waiting(0, isWatching: true) == .none)
  }
}
