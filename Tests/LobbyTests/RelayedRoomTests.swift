// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Game
import Protocol
import Testing

@testable import Lobby

@Suite("A relayed room", .timeLimit(.minutes(1)))
struct RelayedRoomTests {
  private let owners = RoomID("owners-room")
  private let code = RoomCode("K7QF2")
  private var now = ServerTime.zero + .seconds(1_000)
  private var lobby: RoomDirectory

  init() {
    lobby = ScriptedLobby().directory
    lobby.relay(atMost: 2)
  }

  /// Entries with these numbers, one a second.
  private func entries(_ numbers: ClosedRange<UInt64>) -> [Entry] {
    numbers.map {
      Entry(seq: $0, at: .zero + .seconds(Int64($0)), event: .ownerChanged(ActorNumber(UInt32($0))))
    }
  }

  /// A view at an entry.
  private func base(_ seq: UInt64) -> MatchView {
    var view = MatchView()
    for entry in entries(1...seq) { view.apply(entry) }
    return view
  }

  /// Opens a session, which asks to watch.
  private mutating func watch(
    _ name: String, request: UInt64 = 1, room: String? = nil, after seq: UInt64? = nil
  ) -> [LobbyOutput] {
    let session = SessionID(name)
    if !lobby.knows(session) {
      lobby.open(session, player: Player(name: name, isBot: false))
    }
    let join = JoinRoom(code: code.rawValue, role: .spectator, roomID: room, afterSeq: seq)
    return lobby.handle(
      .joinRoom(join), id: RequestID(request), from: session, received: now, now: now)
  }

  /// The room's name here, from the output that has it followed.
  private func followed(_ outputs: [LobbyOutput]) throws -> RoomID {
    try #require(
      outputs.compactMap { if case .follow(let room, code) = $0 { room } else { nil } }.first)
  }

  private func joined(_ outputs: [LobbyOutput]) -> [Joined] {
    outputs.compactMap { if case .joined(_, let joined) = $0 { joined } else { nil } }
  }

  private func sent(_ outputs: [LobbyOutput]) -> [UInt64] {
    outputs.flatMap { output -> [UInt64] in
      if case .entries(let entries, [], owners) = output { entries.map(\.seq) } else { [] }
    }
  }

  /// A room that Ada watches, from a base at entry 3 and a tail up to 5.
  private mutating func shown() throws -> RoomID {
    let room = try followed(watch("Ada"))
    let outputs = lobby.followed(
      .began(owners, base: base(3), tail: entries(4...5)), in: room, now: now)
    #expect(joined(outputs).count == 1)
    return room
  }

  @Test("is asked for once, however many want to watch, and shows all of them the same")
  mutating func once() throws {
    let room = try followed(watch("Ada"))
    for name in ["Ben", "Cid", "Dan"] { #expect(watch(name).isEmpty) }
    let outputs = lobby.followed(
      .began(owners, base: base(3), tail: entries(4...5)), in: room, now: now)
    let all = joined(outputs)
    #expect(all.count == 4 && Set(all).count == 1)
    #expect(all.first?.roomID == "owners-room" && all.first?.base?.seq == 3)
    #expect(all.first?.tail.map(\.seq) == [4, 5])
    #expect(lobby.counts.spectators == 4)
    let late = watch("Eve")
    #expect(joined(late).map(\.roomID) == ["owners-room"])
    #expect(!late.contains { if case .follow = $0 { true } else { false } })
  }

  @Test("passes on each entry as it comes, once, and none that does not follow")
  mutating func entriesOnce() throws {
    let room = try shown()
    let next = entries(6...8)
    #expect(sent(lobby.followed(.entry(next[0]), in: room, now: now)) == [6])
    #expect(sent(lobby.followed(.entry(next[0]), in: room, now: now)) == [])
    #expect(sent(lobby.followed(.entry(next[2]), in: room, now: now)) == [])
    #expect(sent(lobby.followed(.entry(next[1]), in: room, now: now)) == [7])
  }

  @Test("lets a spectator resume after what it has, and no further back than it watched")
  mutating func resumes() throws {
    let room = try shown()
    let ada = SessionID("Ada")
    _ = lobby.setConnected(false, ada, now: now)
    for entry in entries(6...9) { _ = lobby.followed(.entry(entry), in: room, now: now) }
    _ = lobby.setConnected(true, ada, now: now)
    let back = joined(watch("Ada", request: 2, room: "owners-room", after: 5))
    #expect(back.map(\.base) == [nil] && back.first?.tail.map(\.seq) == [6, 7, 8, 9])
    let early = joined(watch("Ada", request: 3, room: "owners-room", after: 2))
    #expect(early.first?.base != nil)
    let other = watch("Ada", request: 4, room: "another-room")
    #expect(
      other.contains {
        if case .refused(ada, _, let why) = $0 { why.code == .roomUnknownCode } else { false }
      })
  }

  @Test("goes on after a gap from a fresh base, for those who watch and those who return")
  mutating func gap() throws {
    let room = try shown()
    _ = watch("Ben")
    let ben = SessionID("Ben")
    _ = lobby.setConnected(false, ben, now: now)
    let outputs = lobby.followed(
      .began(owners, base: base(40), tail: entries(41...42)), in: room, now: now)
    #expect(joined(outputs).map(\.base?.seq) == [40] && sent(outputs).isEmpty)
    #expect(joined(outputs).first?.tail.map(\.seq) == [41, 42])
    _ = lobby.setConnected(true, ben, now: now)
    let back = joined(watch("Ben", request: 2, room: "owners-room", after: 5))
    #expect(back.first?.base?.seq == 40)
  }

  @Test("gives a slow reader a fresh base and tail once it has caught up")
  mutating func slow() throws {
    let room = try shown()
    let ada = SessionID("Ada")
    let stopped = lobby.setListening(false, ada, now: now)
    #expect(stopped == [.listening(ada, to: nil)])
    for entry in entries(6...9) { _ = lobby.followed(.entry(entry), in: room, now: now) }
    let outputs = lobby.refresh(ada, now: now)
    #expect(joined(outputs).map(\.tail.last?.seq) == [9] && joined(outputs).first?.base != nil)
    #expect(outputs.contains(.listening(ada, to: owners)))
    let again = lobby.refresh(ada, now: now)
    #expect(again.isEmpty, "It has all.")
  }

  @Test("keeps a bounded number of entries, and serves late joiners from a later base")
  mutating func bounded() throws {
    let room = try shown()
    for entry in entries(6...5_000) { _ = lobby.followed(.entry(entry), in: room, now: now) }
    let late = try #require(joined(watch("Ben")).first)
    let first = try #require(late.base?.seq)
    #expect(first >= 5_000 - 2 * UInt64(LobbyLimits.missedLimit))
    #expect(late.tail.first?.seq == first + 1 && late.tail.last?.seq == 5_000)
    #expect(late.base == base(first))
    let back = joined(watch("Ada", request: 2, room: "owners-room", after: 5_000 - 512))
    #expect(back.first?.base == nil && back.first?.tail.count == 512)
    #expect(joined(watch("Ada", request: 3, room: "owners-room", after: 6)).first?.base != nil)
  }

  @Test("tells those who wait why the owner refuses, and remembers it for a moment")
  mutating func refused() throws {
    let room = try followed(watch("Ada"))
    let refusal = Refusal(.roomLocked)
    let outputs = lobby.followed(.refused(refusal), in: room, now: now)
    let ada = SessionID("Ada")
    #expect(outputs == [.refused(ada, RequestID(1), refusal), .unfollow(room)])
    #expect(watch("Ben") == [.refused(SessionID("Ben"), RequestID(1), refusal)])
    #expect(watch("Ada", request: 1) == [.refused(ada, RequestID(1), refusal)])
    now = now + LobbyLimits.refusalKeptFor
    let later = watch("Ben", request: 2)
    #expect(try followed(later) != room)
  }

  @Test("refuses those who wait when the owner does not answer")
  mutating func silent() throws {
    let room = try followed(watch("Ada"))
    let due = try #require(lobby.nextWake)
    #expect(due == now + LobbyLimits.ownerTimeout)
    let outputs = lobby.tick(now: due)
    let refusal = Refusal(.serverRestarting)
    #expect(outputs == [.refused(SessionID("Ada"), RequestID(1), refusal), .unfollow(room)])
    #expect(lobby.relayedCount == 0)
  }

  @Test("says to everyone what its owner says at its end")
  mutating func ended() throws {
    let room = try shown()
    _ = watch("Ben")
    let outputs = lobby.followed(.ended(.locked), in: room, now: now)
    for name in ["Ada", "Ben"] {
      #expect(outputs.contains(.left(SessionID(name), nil, reason: .locked)))
    }
    #expect(outputs.contains(.unfollow(room)) && lobby.relayedCount == 0)
    #expect(lobby.counts.spectators == 0)
    #expect(lobby.followed(.entry(entries(6...6)[0]), in: room, now: now).isEmpty)
  }

  @Test("is left a while after the last spectator has, not before")
  mutating func left() throws {
    let room = try shown()
    let outputs = lobby.handle(
      .leaveRoom, id: RequestID(2), from: SessionID("Ada"), received: now, now: now)
    #expect(outputs.contains(.left(SessionID("Ada"), RequestID(2), reason: .asked)))
    #expect(!outputs.contains(.unfollow(room)))
    now = now + LobbyLimits.followedFor
    #expect(lobby.tick(now: now).contains(.unfollow(room)))
  }

  @Test("removes a spectator who stays away, as rooms do")
  mutating func away() throws {
    _ = try shown()
    _ = lobby.setConnected(false, SessionID("Ada"), now: now)
    now = now + LobbyLimits.absenceLimit
    #expect(lobby.tick(now: now).contains(.left(SessionID("Ada"), nil, reason: .gone)))
  }

  @Test("is one of a limited number")
  mutating func limit() throws {
    for (index, name) in ["Ada", "Ben", "Cid"].enumerated() {
      let session = SessionID(name)
      lobby.open(session, player: Player(name: name, isBot: false))
      let join = JoinRoom(code: "ROOM\(index)", role: .spectator)
      let outputs = lobby.handle(
        .joinRoom(join), id: RequestID(1), from: session, received: now, now: now)
      let isRefused = outputs == [.refused(session, RequestID(1), Refusal(.roomTooMany))]
      #expect(isRefused == (index == 2))
    }
  }

  @Test("adds its own spectators to the owner's, and tells the owner how many they are")
  mutating func counts() throws {
    let room = try shown()
    for name in ["Ben", "Cid"] { _ = watch(name) }
    now = now + .seconds(2)
    let told = lobby.tick(now: now)
    #expect(told.contains(.audience(3, to: [], audience: owners)))
    #expect(told.contains(.watching(room, 3)))
    now = now + .seconds(2)
    // The owner has nine, and the relay is one of them.
    let shown = lobby.followed(.audience(9, isWhole: false), in: room, now: now)
    #expect(shown.contains(.audience(11, to: [], audience: owners)))
  }

  @Test("shows the owner's list of rooms, and its changes")
  mutating func list() {
    func summary(_ code: String, seats: Int) -> RoomSummary {
      RoomSummary(
        code: code, settings: MatchSettings(), seatsTaken: seats, phase: .waiting, spectators: 0)
    }
    let first = [summary("AAAAA", seats: 1), summary("BBBBB", seats: 1)]
    #expect(lobby.listed(RoomsUpdate(rooms: first), isWhole: true) == first.map { .listed($0) })
    let change = RoomsUpdate(rooms: [summary("AAAAA", seats: 2)], removed: ["BBBBB"])
    #expect(lobby.listed(change, isWhole: false).count == 2)
    #expect(lobby.list == [summary("AAAAA", seats: 2)])
    // After a lost connection the list comes whole: what it does not name is gone.
    let again = RoomsUpdate(rooms: [summary("CCCCC", seats: 1)])
    let outputs = lobby.listed(again, isWhole: true)
    #expect(outputs == [.unlisted(RoomCode("AAAAA")), .listed(summary("CCCCC", seats: 1))])
    #expect(lobby.list.map(\.code) == ["CCCCC"])
  }
}
