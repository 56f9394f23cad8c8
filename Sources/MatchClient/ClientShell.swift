// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Crypto
import DequeModule
import Game
package import LibWebSockets
import Wire

/// Connects a client machine to the event loop: passes inputs in and carries out the outputs.
///
/// Confined to the loop's thread. Inputs that arise while another is handled are queued.
package final class ClientShell<Machine: ClientMachine>: ConnectionHandler {
  /// A notice that the shell reports to its owner.
  package enum Notice: Sendable {
    /// An event of the client.
    case event(ClientEvent)
    /// The connection never opened.
    case failed(ConnectionFailure)
  }

  /// The client.
  package var machine: Machine { client.machine }
  private var client: ReconnectingClient<Machine>
  private let loop: EventLoop
  private let clock: LocalClock
  private let notify: (Notice) -> Void
  /// The server to connect to, and how; set by `connect`.
  private var options: ConnectOptions?
  private var connections: [(number: ConnectionNumber, id: ConnectionID)] = []
  private var inputs: Deque<ReconnectingInput> = []
  private var isBusy = false
  private var timer: LoopTimer?
  private var timerDue: LocalTime?
  /// The machine's total sleep when the client was last informed of it.
  private var sleptBefore: Duration

  /// A client that is not connected yet.
  ///
  /// - Parameters:
  ///   - machine: the client.
  ///   - loop: the event loop of the current thread.
  ///   - clock: this process's clock.
  ///   - reconnectPolicy: how it reconnects; nil if it does not reconnect.
  ///   - notify: called on the loop with every notice.
  package init(
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

  /// Starts connecting; the outcome is reported through `notify`.
  ///
  /// - Throws: `ConnectError` if connecting cannot even start, for example because a certificate is
  ///   unreadable.
  package func connect(
    to url: ServerURL, trust: ConnectOptions.Trust
  ) throws(ConnectError) {
    var options = ConnectOptions(host: url.host, port: url.port, path: "/v1/play")
    options.subprotocols = [machine.encoding.subprotocol]
    options.tls = url.isEncrypted ? trust : nil
    // A full room's base and tail take some tens of kilobytes.
    options.connection.maximumMessageBytes = 1 << 20
    options.connection.maximumPieces = 1 << 12
    let id = try loop.connect(options, handler: self)
    // Reconnects time out sooner than the first attempt.
    options.timeout = .seconds(5)
    self.options = options
    for case .dial(let number) in client.begin(now: clock.now) { connections.append((number, id)) }
  }

  /// Passes a command to the client.
  package func perform(_ command: ClientCommand) {
    feed(.command(command))
  }

  /// Closes the connection cleanly, and does not reconnect.
  package func close() {
    for output in client.close(now: clock.now) { perform(output) }
    rearm()
  }

  /// The connection is open.
  package func opened(_ connection: ConnectionID, _ info: ConnectionInfo) {
    guard let number = number(of: connection) else { return }
    feed(.opened(number))
  }

  /// A whole message was received.
  package func received(_ connection: ConnectionID, _ kind: MessageKind, _ bytes: RawSpan) {
    guard let number = number(of: connection) else { return }
    feed(.received(number, bytes.withUnsafeBytes { Array($0) }))
  }

  /// The connection was lost or closed.
  package func closed(_ connection: ConnectionID, _ info: CloseInfo) {
    guard let number = forget(connection) else { return }
    feed(.ended(number, mayRetry: true))
  }

  /// The connection never opened.
  package func failed(_ connection: ConnectionID, _ failure: ConnectionFailure) {
    guard let number = forget(connection) else { return }
    // The first attempt, or a permanent failure: report the cause.
    if number == ConnectionNumber(1) || !failure.mayPass { notify(.failed(failure)) }
    feed(.ended(number, mayRetry: failure.mayPass))
  }

  private func number(of id: ConnectionID) -> ConnectionNumber? {
    connections.first { $0.id == id }?.number
  }

  /// Removes a connection and returns its number.
  private func forget(_ id: ConnectionID) -> ConnectionNumber? {
    defer { connections.removeAll { $0.id == id } }
    return number(of: id)
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
    case .dial(let number): dial(number)
    case .hangUp(let number):
      guard let known = connections.first(where: { $0.number == number }) else { return }
      connections.removeAll { $0.number == number }
      loop.close(known.id, code: .normal, reason: "")
    case .send(let bytes, let number):
      guard let id = connections.first(where: { $0.number == number })?.id else { return }
      loop.send(Frame(machine.encoding.isText ? .text : .binary, payload: bytes), to: id)
      if client.isWorthChaser(at: clock.now) { loop.chase(id) }
    case .event(let event): notify(.event(event))
    }
  }

  private func dial(_ number: ConnectionNumber) {
    guard let options else { preconditionFailure("A client redials only after its first connect.") }
    assert(
      connections.count < 2 && !connections.contains { $0.number == number },
      "A client has at most one connection and its rival, each with its own number.")
    do throws(ConnectError) {
      connections.append((number, try loop.connect(options, handler: self)))
    } catch {
      // Connecting has started before, so the loop has ended or a file has gone.
      inputs.append(.ended(number, mayRetry: false))
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
