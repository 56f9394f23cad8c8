// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import FacedownTesting
import Game
import Protocol
import Testing
import Wire

@testable import MatchServer

@Suite("A server core that relays another's matches", .timeLimit(.minutes(1)))
struct ServerCoreRelayingTests {
  /// A match under way at the owner, and its code.
  private func playing(
    delay: Duration = .zero, dealer: Dealer = .fair(.openSSL),
    audience: MatchSettings.Audience = .public
  ) -> (world: RelayedServer, player: ServerConnectionID, code: String) {
    var world = RelayedServer(dealer: dealer)
    let (player, code) = world.atOwner { owner in
      let player = owner.open("Ada")
      var settings = MatchSettings(pairs: 8, seats: 1, turnLimit: .zero, spectatorDelay: delay)
      settings.audience = audience
      return (player, owner.create(settings, over: player))
    }
    for intent in [Intent.ready(entropyCommit: []), .deal] { want(intent, player, &world) }
    world.pass(.seconds(4))
    return (world, player, code)
  }

  private func want(
    _ intent: Intent, _ connection: ServerConnectionID, _ world: inout RelayedServer
  ) {
    world.atOwner { owner in
      let request = IntentRequest(seenSeq: 1_000, intent: intent)
      owner.say(.request(id: owner.nextID(), .intent(request)), over: connection)
    }
  }

  private func choose(_ slot: Int, _ player: ServerConnectionID, _ world: inout RelayedServer) {
    want(.choose(CardID(generation: 1, slot: slot)), player, &world)
    world.pass(.seconds(3))
  }

  /// A viewer at the relay in the room with a code.
  private func watch(_ code: String, as name: String, _ world: inout RelayedServer)
    -> ServerConnectionID
  {
    world.atRelay { relay in
      let viewer = relay.open(name)
      relay.join(code, .spectator, over: viewer)
      return viewer
    }
  }

  @Test("shows its viewers what the owner shows a spectator, at the same times")
  func same() {
    for delay in [Duration.zero, .seconds(20)] {
      var (world, player, code) = playing(delay: delay)
      let direct = world.atOwner { owner in
        let eve = owner.open("Eve")
        owner.join(code, .spectator, over: eve)
        return eve
      }
      let viewer = watch(code, as: "Ben", &world)
      for slot in [0, 1, 2] {
        want(.choose(CardID(generation: 1, slot: slot)), player, &world)
        for _ in 0..<60 {
          #expect(world.relay.entries(viewer) == world.owner.entries(direct))
          world.pass(.milliseconds(100))
        }
      }
      world.pass(delay)
      #expect(world.relay.entries(viewer) == world.owner.entries(direct))
      #expect(world.relay.entries(viewer).count > 3)
      let (here, there) = (world.relay.joined(viewer), world.owner.joined(direct))
      #expect(here?.roomID == there?.roomID && here?.code == there?.code)
      #expect(here?.base == there?.base && here?.tail == there?.tail)
    }
  }

  @Test("sends viewers the same bytes, whatever cards nobody has seen are")
  func swap() {
    func bytes(_ swap: CardSwap?) -> [ServerOutput] {
      var (world, player, code) = playing(delay: .seconds(5), dealer: .oracle(swapping: swap))
      _ = watch(code, as: "Ben", &world)
      for slot in [0, 1, 4] {
        choose(slot, player, &world)
        _ = watch(code, as: "Late \(slot)", &world)
      }
      world.pass(.seconds(9))
      return world.relay.outputs
    }
    let one = bytes(nil)
    #expect(one.contains { if case .publish = $0 { true } else { false } })
    for (hidden, other) in [(2, 3), (5, 6)] {
      #expect(bytes(CardSwap(epoch: 0, one: hidden, other: other)) == one)
    }
    // The trial notices what viewers are shown; one of two cards at least has another face.
    let shown = [2, 3].map { bytes(CardSwap(epoch: 0, one: 0, other: $0)) }
    #expect(shown.contains { $0 != one })
  }

  @Test("costs the owner one spectator, and encodes once, for a thousand who join at once")
  func thousand() {
    var (world, _, code) = playing()
    let viewers = world.atRelay { relay in (0..<1_000).map { relay.open("Viewer \($0)") } }
    let before = world.relay.server.encodingCount
    world.atRelay { relay in
      for viewer in viewers { relay.join(code, .spectator, over: viewer) }
    }
    #expect(world.relay.server.encodingCount - before <= 4)
    let follows = world.relay.ownerOutputs.filter { if case .follow = $0 { true } else { false } }
    #expect(follows.count == 1)
    #expect(viewers.allSatisfy { world.relay.joined($0) != nil })
  }

  @Test("goes on where it was after the line to the owner was lost")
  func lineLost() {
    var (world, player, code) = playing()
    let viewer = watch(code, as: "Ben", &world)
    choose(0, player, &world)
    world.cut()
    choose(1, player, &world)
    choose(2, player, &world)
    let silent = world.relay.seq(viewer)
    #expect(world.relay.server.isOwnerAway)
    world.isCut = false
    world.pass(.seconds(10))
    #expect(!world.relay.server.isOwnerAway)
    let numbers = world.relay.entries(viewer).map(\.seq)
    #expect(world.relay.seq(viewer) > silent)
    #expect(zip(numbers, numbers.dropFirst()).allSatisfy { $0 + 1 == $1 })
    #expect(world.relay.count(viewer) { if case .joined = $0 { true } else { false } } == 1)
  }

  @Test("tells viewers that the owner has locked the room")
  func locked() {
    var world = RelayedServer()
    let (player, code) = world.atOwner { owner in
      let player = owner.open("Ada")
      return (player, owner.create(MatchSettings(pairs: 8, seats: 2), over: player))
    }
    let viewer = watch(code, as: "Ben", &world)
    var settings = MatchSettings(pairs: 8, seats: 2)
    settings.audience = .locked
    want(.configure(settings), player, &world)
    world.pass(.milliseconds(100))
    let left = world.relay.received[viewer]?.contains(.left(id: nil, code: "room/locked"))
    #expect(left == true)
    let late = watch(code, as: "Late", &world)
    #expect(world.relay.refusals(late).map(\.code) == [.roomLocked])
  }

  @Test("refuses unknown codes as the owner does, and counts them as guesses")
  func unknown() {
    var (world, _, _) = playing()
    let viewer = watch("NSUCH", as: "Ben", &world)
    #expect(world.relay.refusals(viewer).map(\.code) == [.roomUnknownCode])
    #expect(world.relay.joined(viewer) == nil)
  }

  @Test("tells players where to play")
  func players() {
    var (world, _, code) = playing()
    let viewer = watch(code, as: "Ben", &world)
    world.atRelay { relay in
      relay.say(.request(id: relay.nextID(), .createRoom(MatchSettings())), over: viewer)
      relay.join(code, .player, over: viewer)
      relay.say(.point(place: 0), over: viewer)
    }
    let refusals = world.relay.refusals(viewer)
    #expect(refusals.map(\.code) == [RefusalCode](repeating: .requestUnsupported, count: 3))
    #expect(refusals.allSatisfy { $0.fact("server") == "ws://play.example.org" })
  }

  @Test("passes its viewers' reactions on to the owner, as many as one viewer may show")
  func viewersReact() {
    var (world, player, code) = playing()
    let viewers = ["Ben", "Cy", "Di"].map { watch(code, as: $0, &world) }
    for viewer in viewers {
      world.atRelay { $0.say(.react(.clap), over: viewer) }
      world.atRelay { $0.say(.react(.thanks), over: viewer) }
    }
    func count(_ server: ScriptedServer, _ connection: ServerConnectionID) -> Int {
      server.count(connection) { if case .reaction(nil, _) = $0 { true } else { false } }
    }
    #expect(count(world.owner, player) == 3)
    #expect(viewers.allSatisfy { count(world.relay, $0) == 3 })
    var late = playing(delay: .seconds(20))
    let viewer = watch(late.code, as: "Ben", &late.world)
    late.world.atRelay { $0.say(.react(.clap), over: viewer) }
    #expect(late.world.relay.refusals(viewer) == [Refusal(.playDelayed)])
    #expect(count(late.world.owner, late.player) == 0)
  }

  @Test("passes on where players point")
  func pointing() {
    var (world, player, code) = playing()
    let viewer = watch(code, as: "Ben", &world)
    world.atOwner { $0.say(.point(place: 3), over: player) }
    #expect(
      world.relay.received[viewer, default: []].contains(
        .pointing(actor: ActorNumber(1), place: 3)))
    #expect(world.relay.welcome(viewer)?.limits.pointsPerSecond == 0)
  }

  @Test("passes reactions and presence on")
  func reactions() {
    var (world, player, code) = playing()
    let viewer = watch(code, as: "Ben", &world)
    world.atOwner { $0.say(.react(.wave), over: player) }
    #expect(
      world.relay.count(viewer) { if case .reaction(_, .wave) = $0 { true } else { false } } == 1)
    let before = world.relay.count(viewer) { if case .presence = $0 { true } else { false } }
    world.atOwner { $0.feed(.closed(player)) }
    let after = world.relay.count(viewer) { if case .presence = $0 { true } else { false } }
    #expect(after == before + 1)
  }

  @Test("lists the owner's rooms, and passes questions on, once for many")
  func questions() {
    var (world, _, code) = playing()
    let viewers = world.atRelay { relay in (0..<3).map { relay.open("Viewer \($0)") } }
    world.atRelay { relay in
      for viewer in viewers {
        relay.say(.listRooms(watch: true), over: viewer)
        relay.say(.leaderboard(id: relay.nextID(), mode: .memorize), over: viewer)
      }
    }
    for viewer in viewers {
      let lists = (world.relay.received[viewer] ?? []).compactMap {
        if case .rooms(let update) = $0 { update.rooms.map(\.code) } else { nil }
      }
      #expect(lists == [[code]])
      let boards = world.relay.count(viewer) {
        if case .leaderboard = $0 { true } else { false }
      }
      #expect(boards == 1)
    }
    let asked = world.relay.ownerOutputs.filter { if case .ask = $0 { true } else { false } }
    #expect(asked.count == 1)
    world.cut()
    world.atRelay { relay in
      relay.say(.replay(id: relay.nextID(), matchID: "m"), over: viewers[0])
    }
    #expect(world.relay.refusals(viewers[0]).map(\.code) == [.serverRestarting])
  }

  @Test("tells the owner's time, and names itself in its version")
  func welcome() throws {
    var (world, _, _) = playing()
    let viewer = world.atRelay { $0.open("Ben") }
    let welcome = try #require(world.relay.welcome(viewer))
    #expect(RelayPath(inVersion: welcome.serverVersion).names == [world.name])
    let difference = welcome.serverTime - world.owner.now
    #expect(max(difference, .zero - difference) < .milliseconds(25))
  }

  @Test("has clients reconnect when the told time steps, a few at a time")
  func step() throws {
    var (world, _, _) = playing()
    let viewers = world.atRelay { relay in (0..<3).map { relay.open("Viewer \($0)") } }
    let former = world.relay.welcome(viewers[0])?.clockEpoch
    let now = world.relay.now
    let far = OwnerTime(own: now, owner: now + .seconds(9), rate: 0, bound: .zero, loosening: 0)
    world.atRelay { $0.feed(.owner(.clock(far))) }
    let waits = viewers.compactMap { world.relay.closing($0)?.retryAfter }
    #expect(waits.count == 3 && Set(waits).count == 3)
    let back = world.atRelay { $0.open("Viewer 0") }
    #expect(world.relay.welcome(back)?.clockEpoch != former)
  }

  @Test("does not follow itself, nor too many others")
  func circles() {
    var world = RelayedServer()
    let version = RelayPath(["other", world.name]).version("test")
    #expect(RelayPath(inVersion: version).problem(for: world.name) == .itself)
    let viewer = world.atRelay { $0.open("Ben") }
    world.atRelay { $0.feed(.owner(.reached(RelayPath(["nearer"])))) }
    // Relays behind it must learn the new path.
    #expect(world.relay.closing(viewer)?.retryAfter != nil)
    let late = world.atRelay { $0.open("Cid") }
    let told = world.relay.welcome(late)?.serverVersion ?? ""
    #expect(RelayPath(inVersion: told).names == [world.name, "nearer"])
  }
}
