// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Bots
import Crypto
import FacedownTesting
import Game
import LibWebSockets
import MatchClient
import MatchFixtures
import Protocol
import SocketClient
import Testing
import Wire

@testable import MatchServer

@Suite("A relay over real sockets", .timeLimit(.minutes(3)), .serialized)
struct RelayTests {
  /// A server on a loop of its own, which ends without a word.
  private final class Process: Sendable {
    let loop: EventLoop
    let server: ServerActor
    let url: ServerURL
    /// The URL of its page of metrics.
    let metrics: String?

    init(_ options: ServerOptions) async throws {
      loop = try EventLoop.start()
      server = ServerActor(loop: loop, options: options)
      do {
        let start = try await server.start()
        url = try ServerURL(start.address.url)
        metrics = start.metrics
      } catch {
        loop.stop()
        throw error
      }
    }

    /// A relay of the server at `owner`.
    static func relay(
      of owner: ServerURL, trust: ConnectOptions.Trust = .system,
      key: Ed25519PrivateKey? = nil, trusting others: [Ed25519PrivateKey] = []
    ) async throws -> Process {
      var options = ServerOptions()
      options.owner = OwnerAddress(owner, trust: trust, key: key)
      options.limits.trustedRelays = ids(of: others)
      return try await Process(options)
    }

    /// What a server names to believe the relays with these keys.
    static func ids(of keys: [Ed25519PrivateKey]) -> Set<String> {
      Set(keys.map { KeyProof.playerID(of: $0.publicKey) })
    }

    /// Stops as the program does.
    func stop() async throws {
      await server.stop()
      while await !server.isEmpty { await Task.yield() }
      try await server.closeJournal()
      loop.stop()
    }
  }

  /// Why a relay cannot follow the server at `url`; nil if it can.
  private func problem(with url: ServerURL) async -> RelayProblem? {
    do {
      try await Process.relay(of: url).stop()
      return nil
    } catch {
      return error as? RelayProblem
    }
  }

  /// Two bots in a match in the world of players, and the room's code.
  private func match(
    in players: SocketWorld, delay: Duration = .zero
  ) async throws -> String {
    let settings = MatchSettings(pairs: 6, seats: 2, spectatorDelay: delay)
    let ada = try await players.enter(
      name: "Ada", agent: "facedown-bot/test",
      driver: BotDriver(Bot(seed: 1), goal: .create(settings), pace: .fast))
    let code = try await players.roomCode(of: ada)
    _ = try await players.enter(
      name: "Ben", agent: "facedown-bot/test",
      driver: BotDriver(
        Bot(seed: 2), goal: .join(code: code), pace: .fast))
    return code
  }

  /// A viewer in the room.
  private func watch(_ code: String, as name: String, in world: SocketWorld) async throws -> Guest {
    let guest = try await world.enter(
      name: name, agent: "facedown-test", driver: nil, reconnectPolicy: ReconnectPolicy())
    _ = try await world.until("\(name) to be welcomed") { $0[guest.index].core.welcome }
    await world.command(
      .request(.joinRoom(JoinRoom(code: code, role: .spectator))), guest)
    _ = try await world.until("\(name) to watch") { $0[guest.index].core.table }
    return guest
  }

  private func end(_ guest: Guest, in world: SocketWorld) async throws -> Recording {
    _ = try await world.until("guest \(guest.index) to see the end") { recordings in
      recordings[guest.index].core.table?.log.latest.phase == .ended ? true : nil
    }
    return await world.recording(of: guest)
  }

  /// Whether the entries have numbers without gaps or repeats.
  private func isWhole(_ entries: [Entry]) -> Bool {
    zip(entries, entries.dropFirst()).allSatisfy { $0.seq + 1 == $1.seq }
  }

  @Test("shows a whole match to early, late and second-hand viewers", arguments: [0, 1])
  func watched(delaySeconds: Int) async throws {
    let owner = try await Process(ServerOptions())
    let relay = try await Process.relay(of: owner.url)
    let second = try await Process.relay(of: relay.url)
    let players = try await SocketWorld(joining: owner.url.description)
    let viewers = try await SocketWorld(joining: relay.url.description)
    let others = try await SocketWorld(joining: second.url.description)
    let code = try await match(in: players, delay: .seconds(delaySeconds))
    let early = try await watch(code, as: "Early", in: viewers)
    let far = try await watch(code, as: "Far", in: others)
    let direct = try await watch(code, as: "Direct", in: players)
    let late = try await watch(code, as: "Late", in: viewers)
    let truth = try await end(direct, in: players).core.table?.log.latest
    for (guest, world) in [(early, viewers), (late, viewers), (far, others)] {
      let seen = try await end(guest, in: world)
      #expect(seen.core.table?.log.latest == truth)
      #expect(isWhole(seen.entries) && seen.core.table?.brokenFlips == 0)
    }
    let version = await others.recording(of: far).core.welcome?.serverVersion ?? ""
    #expect(RelayPath(inVersion: version).names.count == 2)
    for world in [players, viewers, others] { await world.stop() }
    for process in [second, relay, owner] { try await process.stop() }
  }

  @Test("goes on after its owner has restarted, without a hole or a repeat")
  func ownerRestarts() async throws {
    let folder = try TemporaryFolder()
    var options = ServerOptions()
    options.dataPath = folder.path + "/data"
    options.farewell = .restarting(retryAfter: .milliseconds(100))
    var owner: Process? = try await Process(options)
    let url = try #require(owner?.url)
    options.port = url.port
    options.waits = true
    let relay = try await Process.relay(of: url)
    let viewers = try await SocketWorld(joining: relay.url.description)
    let players = try await SocketWorld(joining: url.description)
    let ada = try await players.enter(
      name: "Ada", agent: "facedown-test", driver: nil, reconnectPolicy: ReconnectPolicy())
    _ = try await players.until("a welcome") { $0[ada.index].core.welcome }
    let settings = MatchSettings(pairs: 8, seats: 1, turnLimit: .zero)
    await players.command(.request(.createRoom(settings)), ada)
    let code = try await players.roomCode(of: ada)
    let viewer = try await watch(code, as: "Eve", in: viewers)
    await players.command(.ready, ada)
    let before = try await viewers.until("the deal") { recordings in
      (recordings[viewer.index].core.table?.log.latest.seq).flatMap { $0 >= 3 ? $0 : nil }
    }
    try await owner?.stop()
    owner = nil
    let again = try await Process(options)
    await players.command(.intent(.deal), ada)
    let after = try await viewers.until("more of the match") { recordings in
      recordings[viewer.index].core.table?.log.latest.seq == before
        ? nil : recordings[viewer.index]
    }
    #expect(isWhole(after.entries))
    #expect(after.interruptions.isEmpty, "Viewers notice nothing but silence.")
    for world in [players, viewers] { await world.stop() }
    for process in [relay, again] { try await process.stop() }
  }

  @Test("counts viewers behind relays of relays, for everyone, until a relay is gone")
  func counts() async throws {
    let keys = (first: Ed25519PrivateKey(), second: Ed25519PrivateKey())
    var options = ServerOptions()
    options.limits.trustedRelays = Process.ids(of: [keys.first])
    let owner = try await Process(options)
    let relay = try await Process.relay(of: owner.url, key: keys.first, trusting: [keys.second])
    let second = try await Process.relay(of: relay.url, key: keys.second)
    let worlds = (
      near: try await SocketWorld(joining: owner.url.description),
      middle: try await SocketWorld(joining: relay.url.description),
      far: try await SocketWorld(joining: second.url.description)
    )
    let ada = try await worlds.near.enter(
      name: "Ada", agent: "facedown-test", driver: nil, reconnectPolicy: ReconnectPolicy())
    _ = try await worlds.near.until("a welcome") { $0[ada.index].core.welcome }
    await worlds.near.command(
      .request(.createRoom(MatchSettings(pairs: 8, seats: 2, turnLimit: .zero))), ada)
    let code = try await worlds.near.roomCode(of: ada)
    let direct = try await watch(code, as: "Direct", in: worlds.near)
    var (middle, far): ([Guest], [Guest]) = ([], [])
    for name in ["Mia", "Max"] {
      middle.append(try await watch(code, as: name, in: worlds.middle))
    }
    for name in ["Fay", "Fred", "Finn"] {
      far.append(try await watch(code, as: name, in: worlds.far))
    }
    func everyone(sees count: Int, _ guests: [(Guest, SocketWorld)]) async throws {
      for (guest, world) in guests {
        _ = try await world.until("guest \(guest.index) to see \(count) viewers") { recordings in
          recordings[guest.index].core.table?.audience == count ? true : nil
        }
      }
    }
    let close = [(ada, worlds.near), (direct, worlds.near), (middle[0], worlds.middle)]
    try await everyone(sees: 6, close + far.map { ($0, worlds.far) })
    await worlds.middle.command(.request(.leaveRoom), middle[1])
    await worlds.far.command(.request(.leaveRoom), far[2])
    try await everyone(sees: 4, close + [(far[0], worlds.far)])
    await worlds.far.stop()
    try await second.stop()
    try await everyone(sees: 2, close)
    for world in [worlds.near, worlds.middle] { await world.stop() }
    for process in [relay, owner] { try await process.stop() }
  }

  @Test("has its viewers find nothing at a relay that was started anew")
  func relayRestarts() async throws {
    let owner = try await Process(ServerOptions())
    var options = ServerOptions()
    options.owner = OwnerAddress(owner.url)
    options.farewell = .restarting(retryAfter: .milliseconds(100))
    let relay = try await Process(options)
    options.port = relay.url.port
    let players = try await SocketWorld(joining: owner.url.description)
    let viewers = try await SocketWorld(joining: relay.url.description)
    let code = try await match(in: players)
    let viewer = try await watch(code, as: "Eve", in: viewers)
    try await relay.stop()
    let again = try await Process(options)
    _ = try await viewers.until("the loss of the session") { recordings in
      recordings[viewer.index].events.contains(.left(reason: "session/unknown")) ? true : nil
    }
    await viewers.command(
      .request(.joinRoom(JoinRoom(code: code, role: .spectator))), viewer)
    _ = try await viewers.until("the room again") { $0[viewer.index].core.table }
    for world in [players, viewers] { await world.stop() }
    for process in [again, owner] { try await process.stop() }
  }

  @Test("follows a server over TLS whose certificate it is told, and no other")
  func encrypted() async throws {
    let owner = try await SocketWorld(isEncrypted: true)
    let relay = try await Process.relay(of: owner.address, trust: owner.trust)
    try await relay.stop()
    guard case .unreachable(.notTrusted) = await problem(with: owner.address) else {
      Issue.record("It trusts a certificate that nobody has vouched for.")
      return
    }
    var plain = await owner.address
    plain.isEncrypted = false
    #expect(await problem(with: plain) != nil)
    await owner.stop()
  }

  @Test("says why it cannot follow what is no match server")
  func foreign() async throws {
    var options = ServerOptions()
    options.metrics = ListenAddress(host: "127.0.0.1", port: 0)
    let page = try await Process(options)
    let port = try #require(page.metrics?.split(separator: ":").last.flatMap { UInt16($0) })
    var url = page.url
    url.port = port
    let problem = try #require(await problem(with: url))
    guard case .unreachable = problem else {
      Issue.record("\(problem)")
      return
    }
    try await page.stop()
  }

  @Test("says why it cannot follow what is not there")
  func nobody() async throws {
    let owner = try await Process(ServerOptions())
    let url = owner.url
    try await owner.stop()
    let problem = try #require(await problem(with: url))
    guard case .unreachable = problem else {
      Issue.record("\(problem)")
      return
    }
    #expect(problem.description.contains("port \(url.port)") && !problem.lasts)
  }
}
