// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

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
  public private(set) var machine: Machine
  private let loop: EventLoop
  private let clock: LocalClock
  private let notify: (Notice) -> Void
  private var connection: ConnectionID?
  private var inputs: Deque<ClientInput> = []
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
  ///   - notify: called on the loop with everything that happens.
  public init(
    machine: Machine, loop: EventLoop, clock: LocalClock, notify: @escaping (Notice) -> Void
  ) {
    self.machine = machine
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
    connection = try loop.connect(options, handler: self)
  }

  /// Gives the client a command.
  public func perform(_ command: ClientCommand) {
    feed(.command(command))
  }

  /// Closes the connection politely.
  public func close() {
    if let connection { loop.close(connection, code: .normal, reason: "") }
  }

  /// The connection is open.
  public func opened(_ connection: ConnectionID, _ info: ConnectionInfo) {
    feed(.opened)
  }

  /// A whole message came.
  public func received(_ connection: ConnectionID, _ kind: MessageKind, _ bytes: RawSpan) {
    feed(.received(bytes.withUnsafeBytes { Array($0) }))
  }

  /// The connection is gone.
  public func closed(_ connection: ConnectionID, _ info: CloseInfo) {
    self.connection = nil
    feed(.closed)
  }

  /// The connection never opened.
  public func failed(_ connection: ConnectionID, _ failure: ConnectionFailure) {
    self.connection = nil
    notify(.failed(failure))
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
      for output in machine.handle(next, now: clock.now) { perform(output) }
    }
    isBusy = false
    rearm()
  }

  private func perform(_ output: ClientOutput) {
    switch output {
    case .send(let bytes):
      let kind: MessageKind = machine.encoding.isText ? .text : .binary
      guard let connection else { return }
      loop.send(Frame(kind, payload: bytes), to: connection)
      // Whatever a client says is small and rare: each is worth a chaser.
      loop.chase(connection)
    case .event(let event): notify(.event(event))
    case .close: close()
    }
  }

  private func rearm() {
    let wake = machine.nextWake
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
