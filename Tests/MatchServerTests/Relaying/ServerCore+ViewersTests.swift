// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Crypto
import FacedownTesting
import Game
import Lobby
import Protocol
import Testing
import Wire

@testable import MatchServer

extension ScriptedServer {
  /// Believes how many viewers the relay with this key has.
  mutating func trust(_ key: Ed25519PrivateKey) {
    var limits = server.limits
    limits.trustedRelays.insert(KeyProof.playerID(of: key.publicKey))
    feed(.configure(limits))
  }

  /// The number of spectators that a connection was told last; nil for none.
  func audience(_ connection: ServerConnectionID) -> Int? {
    received[connection]?.reversed().lazy.compactMap {
      if case .audience(let count) = $0 { count } else { nil }
    }.first
  }
}

@Suite("Viewers behind relays", .timeLimit(.minutes(1)))
struct ServerCoreViewersTests {
  private let key = Ed25519PrivateKey()
  private let name = RelayedServer.ownersName

  /// A server that believes the relay with the key, a player in a room of it, and the room's code.
  private func makeServer() -> (ScriptedServer, player: ServerConnectionID, code: String) {
    var server = ScriptedServer()
    server.names = [name]
    server.trust(key)
    let player = server.open("Ada")
    let code = server.create(MatchSettings(pairs: 8, seats: 2), over: player)
    return (server, player, code)
  }

  /// A relay that has proven a key, in the room with a code.
  private func relay(
    _ key: Ed25519PrivateKey?, in code: String, of server: inout ScriptedServer,
    token: [UInt8]? = nil
  ) -> ServerConnectionID {
    let relay = server.open("Relay", token: token, publicKey: key?.publicKey.bytes)
    if let key, token == nil { server.prove(key, to: name, over: relay) }
    server.join(code, .spectator, over: relay)
    return relay
  }

  @Test("count in place of their relay, and everyone is told the sum")
  func sum() {
    var (server, player, code) = makeServer()
    let first = relay(key, in: code, of: &server)
    let second = relay(key, in: code, of: &server)
    let eve = server.open("Eve")
    server.join(code, .spectator, over: eve)
    server.pass(.seconds(2))
    #expect(server.audience(player) == 3, "A relay counts as one before it has counted.")
    server.say(.watching(count: 1_000), over: first)
    server.say(.watching(count: 20), over: second)
    server.pass(.seconds(2))
    for connection in [player, first, second, eve] {
      #expect(server.audience(connection) == 1_021)
    }
    server.say(.watching(count: 0), over: second)
    server.pass(.seconds(2))
    #expect(server.audience(player) == 1_001)
    #expect(server.closings(first).isEmpty, "A relay has one session for each room.")
  }

  @Test("leave the sum with their relay, and are counted again once it is back")
  func away() throws {
    var (server, player, code) = makeServer()
    let former = relay(key, in: code, of: &server)
    server.say(.watching(count: 500), over: former)
    server.pass(.seconds(2))
    #expect(server.audience(player) == 500)
    server.feed(.closed(former))
    server.pass(.seconds(2))
    #expect(server.audience(player) == 0)
    let token = try #require(server.welcome(former)?.resumeToken)
    let back = relay(key, in: code, of: &server, token: token)
    server.pass(.seconds(2))
    #expect(server.audience(player) == 1)
    server.say(.watching(count: 501), over: back)
    server.pass(.seconds(2))
    #expect(server.audience(player) == 501)
    server.say(.request(id: server.nextID(), .leaveRoom), over: back)
    server.pass(.seconds(2))
    #expect(server.audience(player) == 0)
  }

  @Test("are not believed from anyone whose key the operator has not named")
  func unknown() {
    var (server, player, code) = makeServer()
    for key in [nil, Ed25519PrivateKey()] {
      let relay = relay(key, in: code, of: &server)
      server.say(.watching(count: 1_000), over: relay)
      #expect(server.refusals(relay) == [Refusal(.sessionNotRelay)])
    }
    server.pass(.seconds(2))
    #expect(server.audience(player) == 2)
  }

  @Test("count as one spectator once the operator has taken the relay's key away")
  func untrusted() {
    var (server, player, code) = makeServer()
    let relay = relay(key, in: code, of: &server)
    server.say(.watching(count: 1_000), over: relay)
    server.pass(.seconds(2))
    server.feed(.configure(ServerLimits()))
    server.say(.watching(count: 2_000), over: relay)
    server.pass(.seconds(2))
    #expect(server.refusals(relay) == [Refusal(.sessionNotRelay)])
    #expect(server.audience(player) == 1)
  }

  @Test("are refused where there are absurdly many, or no room is watched")
  func absurd() {
    var (server, player, code) = makeServer()
    let relay = relay(key, in: code, of: &server)
    server.say(.watching(count: LobbyLimits.viewersOfRelay), over: relay)
    server.say(.watching(count: LobbyLimits.viewersOfRelay + 1), over: relay)
    server.pass(.seconds(2))
    #expect(server.audience(player) == LobbyLimits.viewersOfRelay)
    #expect(server.refusals(relay).map(\.code) == [.requestMalformed])
    #expect(server.refusals(relay).first?.fact("allowed") == "0 to 1000000")
    let outside = server.open("Relay", key: key)
    server.prove(key, to: name, over: outside)
    server.say(.watching(count: 7), over: outside)
    #expect(server.refusals(outside).map(\.code) == [.roomNotIn])
  }

  @Test("cannot be negative: such a message is refused with a sentence")
  func negative() {
    var (server, player, code) = makeServer()
    let relay = server.open("Relay", .json, publicKey: key.publicKey.bytes)
    server.join(code, .spectator, over: relay, .json)
    server.feed(
      .received(relay, Array(#"{"watching":{"count":-5}}"#.utf8), at: server.now))
    #expect(server.closing(relay)?.code == "request/malformed")
    #expect(server.closing(relay)?.reason.isEmpty == false)
    #expect(server.audience(player) ?? 0 <= 1)
  }

  @Test("are refused where they are counted too often, and cost one message a second at most")
  func often() {
    var (server, player, code) = makeServer()
    let relay = relay(key, in: code, of: &server)
    server.pass(.seconds(2))
    let before = server.server.encodingCount
    for count in 1...20 { server.say(.watching(count: 100 + count), over: relay) }
    #expect(server.refusals(relay).map(\.code) == Array(repeating: .limitTooFast, count: 4))
    #expect(server.count(player) { if case .audience = $0 { true } else { false } } <= 3)
    server.pass(.milliseconds(900))
    // One announcement to everyone, and the refusals.
    #expect(server.server.encodingCount - before <= 1 + 4)
    server.pass(.seconds(1))
    #expect(server.audience(player) == 116)
  }

  @Test("are counted by a relay with a key, and everyone is shown the owner's sum")
  func relayed() {
    var world = RelayedServer(key: key)
    let (player, code) = world.atOwner { owner in
      let player = owner.open("Ada")
      return (player, owner.create(MatchSettings(pairs: 8, seats: 2), over: player))
    }
    let direct = world.atOwner { owner in
      let direct = owner.open("Eve")
      owner.join(code, .spectator, over: direct)
      return direct
    }
    let viewers = world.atRelay { relay in
      (0..<100).map { number in
        let viewer = relay.open("Viewer \(number)")
        relay.join(code, .spectator, over: viewer)
        return viewer
      }
    }
    func everyone(sees count: Int) {
      for connection in [player, direct] { #expect(world.owner.audience(connection) == count) }
      for viewer in viewers.suffix(50) { #expect(world.relay.audience(viewer) == count) }
    }
    world.pass(.seconds(4))
    everyone(sees: 101)
    world.atRelay { relay in
      for viewer in viewers.prefix(30) {
        relay.say(.request(id: relay.nextID(), .leaveRoom), over: viewer)
      }
    }
    world.pass(.seconds(4))
    everyone(sees: 71)
    // As many leave there as come here, in the same second.
    world.atRelay { relay in
      for viewer in viewers.dropFirst(30).prefix(1) {
        relay.say(.request(id: relay.nextID(), .leaveRoom), over: viewer)
      }
    }
    world.atOwner { owner in
      let other = owner.open("Other")
      owner.join(code, .spectator, over: other)
    }
    world.pass(.seconds(4))
    everyone(sees: 71)
    #expect(world.disbeliefs.isEmpty)
    world.cut()
    world.pass(.seconds(2))
    #expect(world.owner.audience(player) == 2, "A relay that is away has no viewers.")
    world.isCut = false
    world.pass(.seconds(12))
    everyone(sees: 71)
  }

  @Test("show a newcomer the number at once", arguments: [true, false])
  func newcomer(hasKey: Bool) {
    var world = RelayedServer(key: hasKey ? key : nil)
    let code = world.atOwner { owner in
      let player = owner.open("Ada")
      return owner.create(MatchSettings(pairs: 8, seats: 2), over: player)
    }
    for number in 0..<3 {
      let viewer = world.atRelay { relay in
        let viewer = relay.open("Viewer \(number)")
        relay.join(code, .spectator, over: viewer)
        return viewer
      }
      #expect(world.relay.audience(viewer) != nil)
      world.pass(.seconds(4))
      #expect(world.relay.audience(viewer) == number + 1)
    }
  }

  @Test("count as one at an owner that does not know the relay's key, which is told why")
  func disbelieved() {
    var world = RelayedServer(key: key, isTrusted: false)
    let (player, code) = world.atOwner { owner in
      let player = owner.open("Ada")
      return (player, owner.create(MatchSettings(pairs: 8, seats: 2), over: player))
    }
    let viewers = world.atRelay { relay in
      (0..<5).map { number in
        let viewer = relay.open("Viewer \(number)")
        relay.join(code, .spectator, over: viewer)
        return viewer
      }
    }
    world.pass(.seconds(4))
    #expect(world.disbeliefs.map(\.code) == [.sessionNotRelay])
    #expect(world.owner.audience(player) == 1)
    #expect(world.relay.audience(viewers[0]) == 5)
  }
}
