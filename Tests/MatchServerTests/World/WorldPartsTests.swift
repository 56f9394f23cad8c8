// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Game
import Journal
import Lobby
import Protocol
import Testing

@testable import MatchServer

@Suite("Places and rendezvous hashing", .timeLimit(.minutes(1)))
struct PlacesTests {
  private static let nodes = ["a", "b", "c"].map { NodeID(name: $0, run: "1") }

  @Test("a room has one owner, and an owner its rooms")
  func owners() {
    var places = Places()
    let codes = ["KQ2", "KQ3"].map { RoomCode($0) }
    for code in codes { places.set(code, to: Self.nodes[0]) }
    places.set(codes[0], to: Self.nodes[1])
    #expect(places.rooms(of: Self.nodes[0]) == [codes[1]])
    #expect(places.rooms(of: Self.nodes[1]) == [codes[0]])
    #expect(places.owner(of: codes[0]) == Self.nodes[1] && places.count == 2)
    places.set(codes[0], to: nil)
    #expect(places.owner(of: codes[0]) == nil && places.nodes == [Self.nodes[0]])
  }

  @Test("every node has about its share of keys, and one that goes changes only its own")
  func rendezvous() {
    let keys = (0..<3000).map { "K\($0)" }
    let first = keys.map { Rendezvous.first(of: Self.nodes, for: $0) }
    for node in Self.nodes { #expect((850...1150).contains(first.count { $0 == node })) }
    let rest = Array(Self.nodes.dropLast())
    for (key, before) in zip(keys, first) where before != Self.nodes[2] {
      #expect(Rendezvous.first(of: rest, for: key) == before)
    }
    #expect(Rendezvous.first(of: [], for: "K") == nil)
  }

  @Test(
    "of the nodes that claim a room each has a turn of its own, in whatever order they are known")
  func turns() {
    for key in (0..<100).map({ "K\($0)" }) {
      let turns = Self.nodes.map { node in
        let others = Self.nodes.filter { $0 != node }
        let turn = Rendezvous.turn(of: node, among: others, for: key)
        #expect(turn == Rendezvous.turn(of: node, among: others.reversed(), for: key))
        return turn
      }
      #expect(turns.sorted() == Array(Self.nodes.indices))
      let first = turns.firstIndex(of: 0).map { Self.nodes[$0] }
      for nodes in [Self.nodes, Self.nodes.reversed()] {
        #expect(Rendezvous.first(of: nodes, for: key) == first)
      }
    }
  }
}

@Suite("ClaimQueue", .timeLimit(.minutes(1)))
struct ClaimQueueTests {
  private static let now = ServerTime(microseconds: 1_000_000)

  @Test("a claim is made once, when it is due, and so many at a time")
  func bounded() {
    var queue = ClaimQueue()
    let codes = (0..<100).map { RoomCode("K\(1000 + $0)") }
    for code in codes { queue.add(code, at: Self.now) }
    queue.add(codes[0], at: Self.now + .seconds(9))
    let early = queue.take(now: Self.now - .microseconds(1))
    #expect(early.isEmpty && queue.nextWake == Self.now)
    let first = queue.take(now: Self.now)
    #expect(first == Array(codes.prefix(ClaimQueue.mostAsked)))
    let more = queue.take(now: Self.now)
    #expect(more.isEmpty && queue.nextWake == nil)
    queue.add(codes[0], at: Self.now)
    queue.answered(codes[0])
    let next = queue.take(now: Self.now)
    #expect(next == [codes[ClaimQueue.mostAsked]])
    #expect(queue.count == 99)
  }

  @Test("what somebody asks for is claimed at once, unless it is being claimed")
  func asked() {
    var queue = ClaimQueue()
    let code = RoomCode("KQ2")
    queue.add(code, at: Self.now + .seconds(1))
    var asked = [queue.ask(code), queue.ask(code)]
    let none = queue.take(now: Self.now + .seconds(1))
    #expect(asked == [true, false] && none.isEmpty && queue.nextWake == nil)
    queue.answered(code)
    asked = [queue.ask(code)]
    #expect(asked == [true])
    queue.answered(code)
    queue.add(code, at: Self.now)
    queue.drop(code)
    let due = queue.take(now: Self.now)
    #expect(queue.count == 0 && due.isEmpty)
  }

  @Test(
    "the first notice that an owner is gone counts, through every try, until its room is dropped")
  func orphaned() {
    var queue = ClaimQueue()
    let code = RoomCode("KQ2")
    #expect(queue.orphanedAt(code) == nil)
    queue.orphan(code, at: Self.now)
    queue.add(code, at: Self.now)
    _ = queue.take(now: Self.now)
    queue.answered(code)
    queue.orphan(code, at: Self.now + .seconds(1))
    #expect(queue.orphanedAt(code) == Self.now)
    queue.drop(code)
    #expect(queue.orphanedAt(code) == nil)
    queue.orphan(code, at: Self.now + .seconds(2))
    #expect(queue.orphanedAt(code) == Self.now + .seconds(2))
  }
}

@Suite("Handovers", .timeLimit(.minutes(1)))
struct HandoversTests {
  private static let now = ServerTime(microseconds: 1_000_000)
  private static let rooms = ["a", "b"].map { RoomID($0) }
  private static let destination = NodeID(name: "b", run: "1")

  @Test("a room is announced when it is due, and stops deciding a notice later")
  func stages() {
    var handovers = Handovers()
    let second = Self.now + Handovers.interval
    handovers.add(Self.rooms[1], to: Self.destination, at: second)
    handovers.add(Self.rooms[0], to: Self.destination, at: Self.now)
    handovers.add(Self.rooms[0], to: NodeID(name: "c", run: "1"), at: Self.now)
    #expect(
      handovers.nextWake == Self.now && handovers.destination(of: Self.rooms[0]) == Self.destination
    )
    let times = [Self.now, second, Self.now + Handovers.notice, second + Handovers.notice]
    let tasks = times.map { handovers.take(now: $0) }
    #expect(
      tasks == [
        [.announce(Self.rooms[0], to: Self.destination)],
        [.announce(Self.rooms[1], to: Self.destination)],
        [.begin(Self.rooms[0])], [.begin(Self.rooms[1])],
      ])
    #expect(handovers.count == 2 && handovers.nextWake == nil)
  }

  @Test("one that has ended comes up no more")
  func ended() {
    var handovers = Handovers()
    handovers.add(Self.rooms[0], to: Self.destination, at: Self.now)
    _ = handovers.take(now: Self.now)
    handovers.end(Self.rooms[0])
    let tasks = handovers.take(now: Self.now + Handovers.notice)
    #expect(
      tasks.isEmpty && handovers.count == 0 && handovers.destination(of: Self.rooms[0]) == nil)
  }
}

@Suite("JournalReach", .timeLimit(.minutes(1)))
struct JournalReachTests {
  private static let start = ServerTime(microseconds: 1_000_000)

  @Test("rooms are claimed after two seconds of answers, and not after a silence")
  func claims() {
    var reach = JournalReach(at: Self.start)
    let due = [reach.takeAnnouncement(now: Self.start), reach.takeAnnouncement(now: Self.start)]
    #expect(due == [true, false])
    #expect(!reach.mayClaim(at: Self.start + .seconds(10)))
    reach.announced(true, now: Self.start)
    #expect(reach.nextWake == Self.start + JournalReach.interval)
    for second in 1...2 { reach.announced(true, now: Self.start + .seconds(second)) }
    let settled = Self.start + JournalReach.claimDelay
    #expect(!reach.mayClaim(at: settled - .microseconds(1)) && reach.mayClaim(at: settled))
    #expect(!reach.mayClaim(at: settled + .seconds(3)), "silent since")
    reach.announced(true, now: settled + .seconds(3))
    #expect(!reach.mayClaim(at: settled + .seconds(4)), "a new spell has begun")
    reach.announced(true, now: settled + .seconds(4))
    #expect(reach.mayClaim(at: settled + .seconds(5)))
  }

  @Test("without the journal joins are refused, then players are sent away, once")
  func away() {
    var reach = JournalReach(at: Self.start)
    reach.announced(true, now: Self.start)
    reach.announced(false, now: Self.start + .seconds(2))
    #expect(reach.nextWake == Self.start + .seconds(2) + JournalReach.retryInterval)
    #expect(!reach.isAway(at: Self.start + JournalReach.joinLimit - .microseconds(1)))
    #expect(reach.isAway(at: Self.start + JournalReach.joinLimit))
    let end = Self.start + JournalReach.playersLimit
    let times = [end - .microseconds(1), end, end + .seconds(9)]
    let dismissals = times.map { reach.takeDismissal(now: $0) }
    #expect(dismissals == [false, true, false])
    reach.announced(true, now: end + .seconds(10))
    #expect(!reach.isAway(at: end + .seconds(10)))
    let again = reach.takeDismissal(now: end + .seconds(16))
    #expect(again, "the next silence counts again")
  }
}

@Suite("NeighbourLists", .timeLimit(.minutes(1)))
struct NeighbourListsTests {
  private static let nodes = ["a", "b"].map { NodeID(name: $0, run: "1") }

  private static func room(_ code: String, taken: Int = 1) -> RoomSummary {
    RoomSummary(
      code: code, settings: MatchSettings(), seatsTaken: taken, phase: .waiting, spectators: 0)
  }

  @Test("changes of one node are passed on, and a whole list replaces what was known")
  func lists() {
    var lists = NeighbourLists()
    let first = lists.take(
      RoomsUpdate(rooms: [Self.room("K2"), Self.room("K3")]), isWhole: true, from: Self.nodes[0])
    #expect(first.rooms.map(\.code) == ["K2", "K3"] && first.removed.isEmpty)
    let same = lists.take(
      RoomsUpdate(rooms: [Self.room("K3"), Self.room("K4")]), isWhole: true, from: Self.nodes[0])
    #expect(same == RoomsUpdate(rooms: [Self.room("K4")], removed: ["K2"]))
    let unknown = lists.take(RoomsUpdate(removed: ["K9"]), isWhole: false, from: Self.nodes[0])
    #expect(unknown == RoomsUpdate())
    #expect(lists.all.map(\.code) == ["K3", "K4"])
  }

  @Test("a room that went to another node stays listed, whoever says so first")
  func moved() {
    var lists = NeighbourLists()
    for node in Self.nodes {
      _ = lists.take(RoomsUpdate(rooms: [Self.room("K2")]), isWhole: false, from: node)
    }
    let removed = lists.take(RoomsUpdate(removed: ["K2"]), isWhole: false, from: Self.nodes[0])
    #expect(removed == RoomsUpdate() && lists.isListed("K2"))
    let dropped = lists.drop(Self.nodes[1])
    #expect(dropped == ["K2"] && lists.all.isEmpty)
  }

  @Test("of one node a thousand rooms are kept at most")
  func bounded() {
    var lists = NeighbourLists()
    let rooms = (0..<1200).map { Self.room("K\(1000 + $0)") }
    let changes = lists.take(RoomsUpdate(rooms: rooms), isWhole: true, from: Self.nodes[0])
    #expect([changes.rooms.count, lists.all.count] == [1_000, 1_000])
    let known = lists.take(
      RoomsUpdate(rooms: [Self.room("K1000", taken: 2)]), isWhole: false, from: Self.nodes[0])
    #expect(known.rooms.count == 1, "a known room may still change")
  }
}

@Suite("World", .timeLimit(.minutes(1)))
struct WorldValueTests {
  private static let start = ServerTime(microseconds: 1_000_000_000)

  @Test("a node that the journal has fallen silent to rests, although rooms are to be claimed")
  func waits() {
    let other = NodeID(name: "b", run: "1")
    var world = World(NodeID(name: "a", run: "1"), url: "ws://a.example", now: Self.start)
    let record = NodeRecord(id: other, url: "ws://b.example", version: "1", at: Self.start)
    _ = world.take([.present(record)], now: Self.start)
    world.take([.open(RoomCode("K7QPX"), at: other)], now: Self.start)
    for second in 0...2 { world.announced(true, now: Self.start + .seconds(second)) }
    let silent = Self.start + .seconds(6)
    let orders = world.tick(now: silent)
    #expect(!orders.contains { if case .claim = $0 { true } else { false } })
    #expect(world.nextWake.map { $0 > silent } ?? true, "or its loop would never rest")
    world.announced(true, now: silent)
    world.announced(true, now: silent + .seconds(2))
    let claims = world.tick(now: silent + .seconds(2)).filter {
      if case .claim = $0 { true } else { false }
    }
    #expect(claims.count == 1)
  }

  @Test("a room whose owner is gone is claimed again after an answer that left it there")
  func claimedAgain() {
    var now = Self.start
    let (other, code) = (NodeID(name: "b", run: "1"), RoomCode("KQ2"))
    var world = World(NodeID(name: "a", run: "1"), url: "ws://a.example", now: now)
    let record = NodeRecord(id: other, url: "ws://b.example", version: "1", at: now)
    _ = world.take([.present(record)], now: now)
    world.take([.open(code, at: other)], now: now)
    _ = world.tick(now: now)
    _ = world.pinged(other, .nobody, now: now)
    now = now + Neighbours.nobodyLimit
    _ = world.tick(now: now)
    #expect(!world.isLiving(other) && !world.mayClaim(at: now) && world.claimCount == 1)
    // Somebody asks for it while this node may not claim.
    #expect(world.seek(code, now: now)?.gone == [:])
    world.know(code, ownedBy: other, now: now)
    world.claimed(code, now: now)
    #expect(world.claimCount == 1)
    var claims: [World.Order] = []
    for _ in 0..<8 {
      now = now + .milliseconds(500)
      world.announced(true, now: now)
      claims += world.tick(now: now).filter { if case .claim = $0 { true } else { false } }
    }
    #expect(claims.count == 1)
  }
}
