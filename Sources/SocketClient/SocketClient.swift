// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Crypto
import DequeModule
package import LibWebSockets
package import MatchClient
package import Wire

/// A client on an event loop: decodes what it receives, and carries out what the client requests.
///
/// Confined to the loop's thread. Inputs that arise while another is handled are queued.
package final class SocketClient: ConnectionHandler {
  /// A notice to the owner.
  package enum Notice: Sendable {
    /// An event of the client.
    case event(ClientEvent)
    /// The connection never opened.
    case failed(ConnectionFailure)
  }

  /// The client's name, key and manners.
  package struct Profile: Sendable {
    /// The program's name for the server's log; bots' begin with `facedown-bot`.
    package var agent: String
    /// The player's display name.
    package var name: String
    /// The player's key; nil for a guest.
    package var identity: ClientIdentity?
    /// How it reconnects; nil if it does not.
    package var reconnectPolicy: ReconnectPolicy?
    /// The least number of entries that its log keeps; nil for the last two matches.
    package var entriesKept: Int?
    /// Whether it repeats a proof of its key that the server could not store.
    package var provesAgain = false

    /// A client of `name`, using the program `agent`.
    package init(
      agent: String, name: String, identity: ClientIdentity? = nil,
      reconnectPolicy: ReconnectPolicy? = nil
    ) {
      self.agent = agent
      self.name = name
      self.identity = identity
      self.reconnectPolicy = reconnectPolicy
    }
  }

  /// The client in its current state.
  package var core: ClientCore { client.core }
  /// Called with every input and what the client requests in answer, before that is carried out.
  package var onStep: ((ClientInput, [ClientOutput]) -> Void)?
  private var client: DrivenClient
  private let identity: ClientIdentity?
  private let encoding: WireEncoding
  private let loop: EventLoop
  private let clock: LocalClock
  private let notify: (Notice) -> Void
  /// The server to connect to, and how its certificate is checked; set by `connect`.
  private var home: (url: ServerURL, trust: ConnectOptions.Trust)?
  private var connections: [OpenConnection] = []
  private var inputs: Deque<ClientInput> = []
  private var isBusy = false
  private var timer: LoopTimer?
  private var timerDue: LocalTime?
  /// The machine's total sleep when the client was last informed of it.
  private var sleptBefore: Duration

  /// A connection, open or not.
  private struct OpenConnection {
    let number: ConnectionNumber
    let id: ConnectionID
    /// Whether it leads to the server that the client was told to connect to.
    let isHome: Bool
  }

  /// A client that is not connected yet.
  ///
  /// - Parameters:
  ///   - profile: who it is.
  ///   - driver: decides what it does; nil for a client that only obeys commands.
  ///   - encoding: how messages are encoded.
  ///   - loop: the event loop of the current thread.
  ///   - clock: this process's clock.
  ///   - notify: called on the loop with every notice.
  package init(
    _ profile: Profile, driver: (any ClientDriver)? = nil, encoding: WireEncoding = .proto,
    loop: EventLoop, clock: LocalClock, notify: @escaping (Notice) -> Void
  ) {
    var core = ClientCore(
      agent: profile.agent, name: profile.name, identity: profile.identity?.publicIdentity,
      reconnectPolicy: profile.reconnectPolicy, key: RandomBytes.make(32), hashing: .openSSL)
    core.entriesKept = profile.entriesKept
    core.provesAgain = profile.provesAgain
    client = DrivenClient(core, driver: driver)
    identity = profile.identity
    self.encoding = encoding
    self.loop = loop
    self.clock = clock
    self.notify = notify
    sleptBefore = clock.slept
  }

  /// Starts connecting; the outcome is reported through `notify`.
  ///
  /// Where the server moves the client to another node of its world, that node's certificate is
  /// checked by the same `trust`, for the node's host.
  ///
  /// - Throws: `ConnectError` if connecting cannot even start, for example because a certificate is
  ///   unreadable.
  package func connect(
    to url: ServerURL, trust: ConnectOptions.Trust
  ) throws(ConnectError) {
    let id = try loop.connect(options(for: url, trust), handler: self)
    home = (url, trust)
    for case .dial(let number, _) in client.handle(.start(home: url), now: clock.now) {
      connections.append(OpenConnection(number: number, id: id, isHome: true))
    }
  }

  private func options(for url: ServerURL, _ trust: ConnectOptions.Trust) -> ConnectOptions {
    var options = ConnectOptions(host: url.host, port: url.port, path: "\(url.path)/v1/play")
    options.subprotocols = [encoding.subprotocol]
    options.tls = url.isEncrypted ? trust : nil
    // A full room's base and tail take some tens of kilobytes.
    options.connection.maximumMessageBytes = 1 << 20
    options.connection.maximumPieces = 1 << 12
    return options
  }

  /// Passes a command to the client.
  package func perform(_ command: ClientCommand) {
    feed(.command(command))
  }

  /// Closes the connection cleanly, and does not reconnect.
  package func close() {
    for output in client.handle(.close, now: clock.now) { perform(output) }
    rearm()
  }

  /// The connection is open.
  package func opened(_ connection: ConnectionID, _ info: ConnectionInfo) {
    guard let number = known(connection)?.number else { return }
    feed(.opened(number))
  }

  /// A whole message was received.
  package func received(_ connection: ConnectionID, _ kind: MessageKind, _ bytes: RawSpan) {
    guard let number = known(connection)?.number else { return }
    feed(encoding.clientInput(bytes.withUnsafeBytes { Array($0) }, over: number))
  }

  /// The connection was lost or closed.
  package func closed(_ connection: ConnectionID, _ info: CloseInfo) {
    guard let number = forget(connection)?.number else { return }
    feed(.ended(number, mayRetry: true))
  }

  /// The connection never opened.
  package func failed(_ connection: ConnectionID, _ failure: ConnectionFailure) {
    guard let failed = forget(connection) else { return }
    // The first attempt, or a permanent failure: report the cause. In place of a node, the client
    // connects to the first address again.
    if failed.number == ConnectionNumber(1) || !failure.mayPass, failed.isHome {
      notify(.failed(failure))
    }
    feed(.ended(failed.number, mayRetry: failure.mayPass))
  }

  private func known(_ id: ConnectionID) -> OpenConnection? {
    connections.first { $0.id == id }
  }

  /// Removes a connection and returns it.
  private func forget(_ id: ConnectionID) -> OpenConnection? {
    defer { connections.removeAll { $0.id == id } }
    return known(id)
  }

  private func feed(_ input: ClientInput) {
    let slept = clock.slept
    if slept - sleptBefore > .milliseconds(50) {
      sleptBefore = slept
      inputs.append(.woke)
    }
    inputs.append(input)
    guard !isBusy else { return }
    isBusy = true
    while let next = inputs.popFirst() {
      let outputs = client.handle(next, now: clock.now)
      onStep?(next, outputs)
      for output in outputs { perform(output) }
    }
    isBusy = false
    rearm()
  }

  private func perform(_ output: ClientOutput) {
    switch output {
    case .dial(let number, let target): dial(number, target)
    case .hangUp(let number):
      guard let known = connections.first(where: { $0.number == number }) else { return }
      connections.removeAll { $0.number == number }
      loop.close(known.id, code: .normal, reason: "")
    case .send(let message, let number):
      guard let id = connections.first(where: { $0.number == number })?.id else { return }
      let bytes = encoding.encode(message)
      loop.send(Frame(encoding.isText ? .text : .binary, payload: bytes), to: id)
      if core.isWorthChaser(behind: message, over: number, at: clock.now) { loop.chase(id) }
    case .sign(let statement, let number):
      guard let identity else { preconditionFailure("Only a player's own key is proven.") }
      inputs.append(identity.sign(statement, over: number))
    case .event(let event): notify(.event(event))
    }
  }

  private func dial(_ number: ConnectionNumber, _ target: DialTarget) {
    guard let home else { preconditionFailure("A client redials only after its first connect.") }
    assert(
      connections.count < 3 && !connections.contains { $0.number == number },
      "A client has at most one connection, its rival and one on standby, each with its own number."
    )
    let url = if case .node(let node) = target { node } else { home.url }
    var options = self.options(for: url, home.trust)
    // Reconnects time out sooner than the first attempt.
    options.timeout = .seconds(5)
    do throws(ConnectError) {
      let id = try loop.connect(options, handler: self)
      connections.append(OpenConnection(number: number, id: id, isHome: target == .home))
    } catch {
      // Connecting has started before, so the loop has ended or a file has gone.
      inputs.append(.ended(number, mayRetry: false))
    }
  }

  private func rearm() {
    let wake = client.nextWake
    guard wake != timerDue else { return }
    timer?.cancel()
    timer = nil
    timerDue = wake
    guard let wake else { return }
    timer = loop.schedule(after: max(wake - clock.now, .zero)) { [weak self] in
      self?.timerDue = nil
      self?.feed(.tick)
    }
  }
}
