// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Game
import Protocol
import SocketClient
import Testing

@testable import MatchClient

@Suite("A client that is sent to another node, over sockets", .timeLimit(.minutes(1)))
struct MovedClientTests {
  private static let create = ClientCommand.request(
    .createRoom(MatchSettings(pairs: 2, seats: 2)))

  private static func joined(_ id: RequestID?, base: MatchView?) -> ServerMessage {
    .joined(
      Joined(
        id: id, code: "K7QF2", roomID: "r", actor: ActorNumber(1), seat: SeatIndex(0),
        role: .player, base: base))
  }

  private static func run(_ test: (MovedWorld) async throws -> Void) async throws {
    let world = try MovedWorld()
    do {
      try await test(world)
    } catch {
      await world.stop()
      throw error
    }
    await world.stop()
  }

  @Test(
    "two clients are sent to the same ordinary server, and a third to another",
    arguments: [false, true])
  func ordinaryServers(isAnnounced: Bool) async throws {
    try await Self.run { world in
      let first = try await world.startServer()
      let second = try await world.startServer()
      let home = try await world.startNode(ahead: .seconds(3 * 3600)) { node, message in
        switch message {
        case .hello: return [node.welcome]
        case .request(let id, .createRoom(let settings)):
          let url = settings.seats == 2 ? first : second
          return (isAnnounced ? [.moving(url: url)] : []) + [.moved(Moved(id: id, url: url))]
        case .request(let id, .joinRoom(let join)):
          return [.moved(Moved(id: id, code: join.code, url: first))]
        default: return []
        }
      }
      let ana = try await world.enter(home, asking: Self.create)
      let code = try await world.until { clients, _ in clients[ana].table?.code }
      let ben = try await world.enter(
        home, asking: .request(.joinRoom(JoinRoom(code: code, role: .player))))
      let eve = try await world.enter(
        home, asking: .request(.createRoom(MatchSettings(pairs: 2, seats: 3))))
      let others = try await world.until { clients, _ -> [String]? in
        guard clients[ana].table?.log.latest.seats.count(where: \.isTaken) == 2 else { return nil }
        return clients[ben].table.flatMap { table in
          clients[eve].table.map { [table.code, $0.code] }
        }
      }
      #expect(others[0] == code && others[1] != code)
      _ = try await world.until { clients, _ in clients[ana].clock }
      let error = try #require(await world.clockError(of: ana, at: 0))
      #expect(error > .seconds(3600), "It is the server's clock, not the first node's.")
      #expect(await world.events.allSatisfy { if case .interrupted = $0 { false } else { true } })
    }
  }

  @Test("an ordinary server answers the probes of a connection that has said no hello")
  func standbyAtServer() async throws {
    try await Self.run { world in
      let server = try await world.startServer()
      let home = try await world.startNode(ahead: .seconds(3 * 3600)) { node, message in
        switch message {
        case .hello: return [node.welcome, .moving(url: server)]
        default: return []
        }
      }
      let ana = try await world.enter(home, asking: Self.create)
      _ = try await world.until { clients, _ in clients[ana].standbyClock?.sync.estimate }
      await world.withNodes { nodes in
        for case .request(let id, _) in nodes[0].received {
          nodes[0].say(.moved(Moved(id: id, url: server)))
        }
      }
      _ = try await world.until { clients, _ in clients[ana].table }
      _ = try await world.until { _, nodes in nodes[0].closed == 1 ? true : nil }
    }
  }

  @Test("a room goes on at a node with a path, over the connection that was measured before")
  func plannedMove() async throws {
    try await Self.run { world in
      let node = try await world.startNode(path: "/n/2", ahead: .seconds(-5 * 3600)) {
        node, message in
        switch message {
        case .hello: return [node.welcome]
        case .request(let id, .joinRoom): return [Self.joined(id, base: nil)]
        default: return []
        }
      }
      let home = try await world.startNode(ahead: .seconds(3 * 3600)) { home, message in
        switch message {
        case .hello: return [home.welcome]
        case .request(let id, .createRoom):
          return [Self.joined(id, base: MatchView()), .moving(url: node)]
        default: return []
        }
      }
      let ana = try await world.enter(home, asking: Self.create)
      _ = try await world.until { _, nodes in nodes[0].earlyPings >= 3 ? true : nil }
      #expect(try #require(await world.clockError(of: ana, at: 1)) < .seconds(1))
      await world.withNodes { nodes in
        #expect(nodes[0].received.isEmpty)
        nodes[1].say(.moved(Moved(code: "K7QF2", url: node)))
      }
      _ = try await world.until { clients, nodes in
        nodes[0].received.count == 2 && clients[ana].isCurrent ? true : nil
      }
      await world.withNodes { nodes in
        #expect(nodes[0].opened == 1)
        #expect(
          nodes[0].received == [
            .hello(
              Hello(
                agent: "test", name: "Ana", resumeToken: [7], followsMoves: true, room: "K7QF2")),
            .request(
              id: RequestID(2),
              .joinRoom(JoinRoom(code: "K7QF2", role: .player, roomID: "r", afterSeq: 0))),
          ])
      }
      #expect(try #require(await world.clockError(of: ana, at: 0)) < .seconds(1))
      _ = try await world.until { _, nodes in nodes[1].closed == 1 ? true : nil }
    }
  }

  @Test("a node that has gone is dialled once, and the room resumed at the first address")
  func goneNode() async throws {
    try await Self.run { world in
      let script: ScriptedNode.Script = { node, message in
        switch message {
        case .hello: return [node.welcome]
        case .request(let id, .joinRoom): return [Self.joined(id, base: nil)]
        default: return []
        }
      }
      let node = try await world.startNode(path: "/n-1", ahead: .seconds(-60), script: script)
      let home = try await world.startNode(ahead: .seconds(60)) { home, message in
        guard case .request(let id, .createRoom) = message else { return script(home, message) }
        return [
          Self.joined(id, base: MatchView()), .moved(Moved(code: "K7QF2", url: node)),
        ]
      }
      let ana = try await world.enter(home, asking: Self.create)
      _ = try await world.until { clients, nodes in
        nodes[0].received.count == 2 && clients[ana].isCurrent ? true : nil
      }
      await world.withNodes { $0[0].vanish() }
      _ = try await world.until { clients, nodes in
        nodes[1].opened == 2 && clients[ana].isCurrent && clients[ana].clock != nil ? true : nil
      }
      #expect(try #require(await world.clockError(of: ana, at: 1)) < .seconds(1))
      await world.withNodes { #expect($0[0].opened == 1) }
    }
  }

  @Test("an address that may not be followed is never dialled")
  func forbidden() async throws {
    try await Self.run { world in
      let node = try await world.startNode(ahead: .zero) { _, _ in [] }
      // The same server by another name.
      let other = node.replacing("127.0.0.1", with: "localhost")
      let home = try await world.startNode(ahead: .zero) { home, message in
        switch message {
        case .hello: return [home.welcome, .moving(url: other)]
        case .request(let id, .createRoom):
          return [
            home.opened == 1
              ? .moved(Moved(id: id, url: other)) : Self.joined(id, base: MatchView())
          ]
        default: return []
        }
      }
      let ana = try await world.enter(home, asking: Self.create)
      _ = try await world.until { clients, _ in clients[ana].table }
      #expect(await world.events.contains(.notFollowed(.otherHost)))
      await world.withNodes { nodes in
        #expect(nodes[0].opened == 0 && nodes[1].opened == 2)
      }
    }
  }
}
