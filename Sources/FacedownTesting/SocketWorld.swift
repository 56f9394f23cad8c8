// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Crypto
import Game
package import LibWebSockets
package import MatchClient
import MatchServer
package import SocketClient

/// A server with its guests over real sockets on loopback, on one loop of this process.
package actor SocketWorld: World {
  /// A guest with its client.
  private struct Place {
    let client: SocketClient
    var recording: Recording
  }

  private let loop: EventLoop
  /// Nil for a server in another process.
  private let server: ServerActor?
  private let url: ServerURL
  /// The certificates that clients of its server trust.
  package nonisolated let trust: ConnectOptions.Trust
  private let clock = LocalClock()
  private var guests: [Place] = []
  /// Tests waiting for the next event.
  private var sleepers: [CheckedContinuation<Void, Never>] = []

  /// How long a test waits for any event before it fails.
  private static let waitLimit = Duration.seconds(60)

  /// Starts a server on a free port.
  ///
  /// - Parameter isEncrypted: whether it speaks TLS, with a self-signed certificate that the guests
  ///   pin.
  /// - Throws: if the loop, certificate or listener could not be created.
  package init(isEncrypted: Bool = false) async throws {
    loop = try EventLoop.start()
    var options = ServerOptions()
    var trust = ConnectOptions.Trust.system
    if isEncrypted {
      let made = try SelfSignedCertificate.make(names: ["127.0.0.1"], validFor: .seconds(3600))
      options.identity = .pem(certificate: made.certificatePEM, key: made.privateKeyPEM)
      trust = .fingerprint(made.fingerprint)
    }
    self.trust = trust
    let server = ServerActor(loop: loop, options: options)
    self.server = server
    url = try ServerURL(try await server.start().address.url)
  }

  /// A world whose server is another process, which may end and restart.
  ///
  /// - Throws: if the loop could not be created, or the URL is invalid.
  package init(joining url: String) async throws {
    loop = try EventLoop.start()
    trust = .system
    server = nil
    self.url = try ServerURL(url)
  }

  /// The loop's own thread.
  package nonisolated var unownedExecutor: UnownedSerialExecutor {
    loop.asUnownedSerialExecutor()
  }

  /// The URL that the server listens on.
  package var address: ServerURL { url }

  /// Stops server and guests; call it when the test is done.
  package func stop() async {
    await server?.stop()
    let loop = loop
    loop.stop()
  }

  /// Lets the server say goodbye and close, as its program does at the end.
  package func stopServer() async {
    await server?.stop()
  }

  /// Ends server and guests without a word, as a power cut would.
  package func vanish() {
    let loop = loop
    loop.stop()
  }

  /// Adds a client controlled by `driver`, nil for one that only obeys commands; it connects at
  /// once.
  package func enter(name: String, agent: String, driver: (any ClientDriver)?) throws -> Guest {
    try enter(name: name, agent: agent, driver: driver, through: url.port)
  }

  /// Adds a client that reconnects by `reconnectPolicy`.
  package func enter(
    name: String, agent: String, driver: (any ClientDriver)?, reconnectPolicy: ReconnectPolicy
  ) throws -> Guest {
    try enter(
      name: name, agent: agent, driver: driver, through: url.port, reconnectPolicy: reconnectPolicy)
  }

  /// Adds a client that connects through a relay on another port, and reconnects by
  /// `reconnectPolicy` when the relay closes.
  package func enter(
    name: String, agent: String, driver: (any ClientDriver)?, through port: UInt16,
    reconnectPolicy: ReconnectPolicy? = nil
  ) throws -> Guest {
    let client = SocketClient(
      .init(agent: agent, name: name, reconnectPolicy: reconnectPolicy), driver: driver,
      loop: loop, clock: clock
    ) { _ in self.wakeSleepers() }
    let index = guests.count
    guests.append(Place(client: client, recording: Recording(core: client.core)))
    client.onStep = { [unowned client] input, outputs in
      self.guests[index].recording.note(input, outputs, client.core)
    }
    var url = url
    url.port = port
    try client.connect(to: url, trust: trust)
    return Guest(index: index)
  }

  /// Gives a guest's client a command.
  package func command(_ command: ClientCommand, _ guest: Guest) {
    guests[guest.index].client.perform(command)
  }

  /// Cuts a guest's connection.
  package func cut(_ guest: Guest) { guests[guest.index].client.close() }

  /// A copy of everything a guest has seen so far.
  package func recording(of guest: Guest) -> Recording { guests[guest.index].recording }

  /// Waits until `look` returns a value; a minute at most.
  package func until<Found: Sendable>(
    _ what: String, _ look: @Sendable ([Recording]) -> Found?
  ) async throws -> Found {
    let end = clock.now + Self.waitLimit
    while true {
      if let found = look(recordings) { return found }
      guard clock.now < end else {
        throw WorldError.waitedTooLong(for: what, guests: recordings)
      }
      let timer = loop.schedule(after: end - clock.now) { self.wakeSleepers() }
      await withCheckedContinuation { sleepers.append($0) }
      timer.cancel()
    }
  }

  private var recordings: [Recording] { guests.map(\.recording) }

  private func wakeSleepers() {
    let awake = sleepers
    sleepers = []
    for sleeper in awake { sleeper.resume() }
  }
}
