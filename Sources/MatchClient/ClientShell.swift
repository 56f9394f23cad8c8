// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Crypto
import DequeModule
import Game
public import LibWebSockets
import Protocol

/// The thin part between the loop and a client machine: feeds inputs in, does what comes out.
///
/// Confined to the loop's thread. Inputs that arise while one is being dealt with wait their turn.
public final class ClientShell<Machine: ClientMachine>: ConnectionHandler {
  /// What the shell tells its owner.
  public enum Notice: Sendable {
    /// Something the client tells.
    case event(ClientEvent)
    /// The connection never opened.
    case failed(ConnectionFailure)
  }

  /// The client.
  public var machine: Machine { client.machine }
  private var client: ReconnectingClient<Machine>
  private let loop: EventLoop
  private let clock: LocalClock
  private let notify: (Notice) -> Void
  /// Where each dial leads; set before the first.
  private var options: ConnectOptions?
  private var connections: [(link: ConnectionNumber, id: ConnectionID)] = []
  private var inputs: Deque<ReconnectingInput> = []
  private var isBusy = false
  private var timer: LoopTimer?
  private var timerDue: LocalTime?
  /// How long the machine had slept when the client last heard of it.
  private var sleptBefore: Duration

  /// A client that is not connected yet.
  ///
  /// - Parameters:
  ///   - machine: the client.
  ///   - loop: the loop whose thread this is.
  ///   - clock: this process's clock.
  ///   - reconnectPolicy: how it tries to come back when the connection is lost; nil for not at all.
  ///   - notify: called on the loop with everything that happens.
  public init(
    machine: Machine, loop: EventLoop, clock: LocalClock, reconnectPolicy: ReconnectPolicy? = nil,
    notify: @escaping (Notice) -> Void
  ) {
    let seed = RandomBytes.make(8).reduce(0) { $0 << 8 | UInt64($1) }
    client = ReconnectingClient(machine, reconnectPolicy: reconnectPolicy, seed: seed)
    self.loop = loop
    self.clock = clock
    self.notify = notify
    sleptBefore = clock.slept
  }

  /// Begins to connect; how it goes is told later.
  ///
  /// - Throws: `ConnectError` if it cannot even begin, for example over an unreadable certificate.
  public func connect(
    to url: ServerURL, trust: ConnectOptions.Trust
  ) throws(ConnectError) {
    var options = ConnectOptions(host: url.host, port: url.port, path: "/v1/play")
    options.subprotocols = [machine.encoding.subprotocol]
    options.tls = url.isEncrypted ? trust : nil
    // A room of eight with a long tail is some tens of kilobytes.
    options.connection.maximumMessageBytes = 1 << 20
    options.connection.maximumPieces = 1 << 12
    let id = try loop.connect(options, handler: self)
    // Later on nobody waits for a host that has never answered.
    options.timeout = .seconds(5)
    self.options = options
    for case .dial(let link) in client.begin(now: clock.now) { connections.append((link, id)) }
  }

  /// Gives the client a command.
  public func perform(_ command: ClientCommand) {
    feed(.command(command))
  }

  /// Closes the connection politely, for good.
  public func close() {
    for output in client.close(now: clock.now) { perform(output) }
    rearm()
  }

  /// The connection is open.
  public func opened(_ connection: ConnectionID, _ info: ConnectionInfo) {
    guard let link = link(of: connection) else { return }
    feed(.opened(link))
  }

  /// A whole message came.
  public func received(_ connection: ConnectionID, _ kind: MessageKind, _ bytes: RawSpan) {
    guard let link = link(of: connection) else { return }
    feed(.received(link, bytes.withUnsafeBytes { Array($0) }))
  }

  /// The connection is gone.
  public func closed(_ connection: ConnectionID, _ info: CloseInfo) {
    guard let link = forget(connection) else { return }
    feed(.ended(link, mayRetry: true))
  }

  /// The connection never opened.
  public func failed(_ connection: ConnectionID, _ failure: ConnectionFailure) {
    guard let link = forget(connection) else { return }
    // The first of all, or one that nothing will mend: why is worth more than that.
    if link == ConnectionNumber(1) || !failure.mayPass { notify(.failed(failure)) }
    feed(.ended(link, mayRetry: failure.mayPass))
  }

  private func link(of id: ConnectionID) -> ConnectionNumber? {
    connections.first { $0.id == id }?.link
  }

  /// Nothing of a connection counts any more.
  private func forget(_ id: ConnectionID) -> ConnectionNumber? {
    defer { connections.removeAll { $0.id == id } }
    return link(of: id)
  }

  private func feed(_ input: ReconnectingInput) {
    let slept = clock.slept
    if slept - sleptBefore > .milliseconds(50) {
      sleptBefore = slept
      inputs.append(.woke)
    }
    inputs.append(input)
    guard !isBusy else { return }
    isBusy = true
    while let next = inputs.popFirst() {
      for output in client.handle(next, now: clock.now) { perform(output) }
    }
    isBusy = false
    rearm()
  }

  private func perform(_ output: ReconnectingOutput) {
    switch output {
    case .dial(let link): dial(link)
    case .hangUp(let link):
      guard let known = connections.first(where: { $0.link == link }) else { return }
      connections.removeAll { $0.link == link }
      loop.close(known.id, code: .normal, reason: "")
    case .send(let bytes, let link):
      guard let id = connections.first(where: { $0.link == link })?.id else { return }
      loop.send(Frame(machine.encoding.isText ? .text : .binary, payload: bytes), to: id)
      if client.isWorthChaser(at: clock.now) { loop.chase(id) }
    case .event(let event): notify(.event(event))
    }
  }

  private func dial(_ link: ConnectionNumber) {
    guard let options else { preconditionFailure("A client dials again before it has once.") }
    do throws(ConnectError) {
      connections.append((link, try loop.connect(options, handler: self)))
    } catch {
      // What could be begun once can be begun again, unless the loop has ended or a file is gone.
      inputs.append(.ended(link, mayRetry: false))
    }
  }

  private func rearm() {
    let wake = client.isOver ? nil : client.nextWake
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
