// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Game
import LibWebSockets
import MatchClient
import MatchServer
import SocketClient

/// Scripted nodes, ordinary servers and clients over real sockets, on one loop.
actor MovedWorld {
  private let loop: EventLoop
  private let clock = LocalClock()
  private var clients: [SocketClient] = []
  private(set) var events: [ClientEvent] = []
  private var nodes: [ScriptedNode] = []
  private var servers: [ServerActor] = []
  /// Tests waiting for something to happen.
  private var sleepers: [CheckedContinuation<Void, Never>] = []

  /// How long a test waits for anything before it fails.
  private static let waitLimit = Duration.seconds(30)

  struct WaitedTooLong: Error {
    var events: [ClientEvent]
  }

  init() throws { loop = try EventLoop.start() }

  /// The loop's own thread.
  nonisolated var unownedExecutor: UnownedSerialExecutor { loop.asUnownedSerialExecutor() }

  /// Starts an ordinary server.
  ///
  /// - Returns: its address.
  func startServer() async throws -> String {
    let server = ServerActor(loop: loop, options: ServerOptions())
    servers.append(server)
    return try await server.start().address.url
  }

  /// Starts a scripted node.
  ///
  /// - Returns: its address.
  func startNode(
    path: String = "", ahead offset: Duration, script: @escaping ScriptedNode.Script
  ) throws -> String {
    let node = ScriptedNode(
      loop, path: path, ahead: offset, changed: { self.wakeSleepers() }, script: script)
    nodes.append(node)
    return try node.start()
  }

  /// Starts a client of a server, with what it asks for once it is welcome.
  ///
  /// - Returns: its number.
  func enter(_ url: String, asking command: ClientCommand) throws -> Int {
    let index = clients.count
    let client = SocketClient(
      .init(agent: "test", name: "Ana", reconnectPolicy: ReconnectPolicy()), loop: loop,
      clock: clock
    ) { notice in
      if case .event(let event) = notice { self.events.append(event) }
    }
    clients.append(client)
    client.onStep = { _, _ in self.wakeSleepers() }
    try client.connect(to: try ServerURL(url), trust: .system)
    client.perform(command)
    return index
  }

  /// Works with the nodes.
  func withNodes(_ work: @Sendable ([ScriptedNode]) -> Void) { work(nodes) }

  /// The difference between the time a client shows and a node's, or this machine's, clock.
  func clockError(of client: Int, at node: Int) -> Duration? {
    let shown = clients[client].core.serverTime(at: clock.now)
    return shown.map { max($0 - nodes[node].time, nodes[node].time - $0) }
  }

  /// Waits until `look` returns a value.
  func until<Found: Sendable>(
    _ look: @Sendable ([ClientCore], [ScriptedNode]) -> Found?
  ) async throws -> Found {
    let end = clock.now + Self.waitLimit
    while true {
      if let found = look(clients.map(\.core), nodes) { return found }
      guard clock.now < end else { throw WaitedTooLong(events: events) }
      let timer = loop.schedule(after: end - clock.now) { self.wakeSleepers() }
      await withCheckedContinuation { sleepers.append($0) }
      timer.cancel()
    }
  }

  /// Stops everything.
  func stop() async {
    for server in servers { await server.stop() }
    loop.stop()
  }

  private func wakeSleepers() {
    let awake = sleepers
    sleepers = []
    for sleeper in awake { sleeper.resume() }
  }
}
