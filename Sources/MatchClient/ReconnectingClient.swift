// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Protocol

/// What reaches a client with connections of its own.
public enum ReconnectingInput: Sendable {
  /// A connection is open, its handshake done.
  case opened(ConnectionNumber)
  /// A whole message came over a connection.
  case received(ConnectionNumber, [UInt8])
  /// A connection has ended or never opened; says whether another may fare better.
  case ended(ConnectionNumber, mayRetry: Bool)
  /// The person or program at the client wants something.
  case command(ClientCommand)
  /// Time has passed.
  case tick
  /// The machine has slept.
  case woke
}

/// What a client with connections of its own wants done.
public enum ReconnectingOutput: Hashable, Sendable {
  /// Begin to connect.
  case dial(ConnectionNumber)
  /// Close a connection, open or under way.
  case hangUp(ConnectionNumber)
  /// Send one message over a connection.
  case send([UInt8], over: ConnectionNumber)
  /// Tell who watches.
  case event(ClientEvent)
}

/// A client machine with the plan of its connections: one value that comes back by itself.
///
/// The machine knows one connection at a time; this hands it the one the plan has chosen and drops
/// what any other says. Sockets and simulator both do what it says, and nothing else.
public struct ReconnectingClient<Machine: ClientMachine>: Sendable {
  /// The client.
  public private(set) var machine: Machine
  private var plan: ConnectionPlan
  /// Whether the machine believes that it has a connection.
  private var isAttached = false

  /// A client that has not dialled yet.
  ///
  /// - Parameters:
  ///   - machine: the client.
  ///   - reconnectPolicy: how it tries to come back; nil for not at all.
  ///   - seed: decides how much each wait is longer or shorter.
  public init(_ machine: Machine, reconnectPolicy: ReconnectPolicy?, seed: UInt64) {
    self.machine = machine
    plan = ConnectionPlan(reconnectPolicy, seed: seed)
  }

  /// When `tick` is due next; nil for never.
  public var nextWake: LocalTime? {
    let plans = plan.nextWake(unansweredSince: machine.unansweredSince)
    return [plans, machine.nextWake].compactMap { $0 }.min()
  }

  /// Whether it has given up, or was closed.
  public var isOver: Bool { plan.isOver }

  /// Whether what has just been said is worth a chaser: a tiny message behind it.
  ///
  /// Whatever a client says is small and rare, and worth one, but for what another message follows
  /// soon anyway: the questions for the time that a connection begins with, each with its chaser,
  /// are more packets than a fresh connection may have under way, and over 300 ms of round trip they
  /// would hold up what comes behind.
  func isWorthChaser(at now: LocalTime) -> Bool {
    machine.nextWake.map { $0 - now > ProbeSchedule.spacing } ?? true
  }

  /// Dials for the first time.
  public mutating func begin(now: LocalTime) -> [ReconnectingOutput] {
    carryOut(plan.begin(), now: now)
  }

  /// Ends it all, now.
  public mutating func close(now: LocalTime) -> [ReconnectingOutput] {
    carryOut(plan.close(), now: now)
  }

  /// Takes one input and says what to do.
  public mutating func handle(_ input: ReconnectingInput, now: LocalTime) -> [ReconnectingOutput] {
    switch input {
    case .opened(let link): return carryOut(plan.opened(link, at: now), now: now)
    case .received(let link, let bytes):
      guard link == plan.current else { return [] }
      return carryOut(plan.heard(link, at: now), now: now) + feed(.received(bytes), now: now)
    case .ended(let link, let mayRetry):
      let outputs = link == plan.current ? detach(now: now) : []
      return outputs + carryOut(plan.ended(link, mayRetry: mayRetry, at: now), now: now)
    case .command(let command): return feed(.command(command), now: now)
    case .tick:
      let outputs = feed(.tick, now: now)
      let orders = plan.tick(at: now, unansweredSince: machine.unansweredSince)
      return outputs + carryOut(orders, now: now)
    case .woke: return feed(.woke, now: now)
    }
  }

  private mutating func carryOut(_ orders: [ConnectionPlan.Order], now: LocalTime)
    -> [ReconnectingOutput]
  {
    var outputs: [ReconnectingOutput] = []
    for order in orders {
      switch order {
      case .dial(let link): outputs.append(.dial(link))
      case .hangUp(let link): outputs.append(.hangUp(link))
      case .adopt:
        outputs += detach(now: now)
        isAttached = true
        outputs += feed(.opened, now: now)
      case .interrupted(let retryAt): outputs.append(.event(.interrupted(retryAt: retryAt)))
      case .restored: outputs.append(.event(.restored))
      case .giveUp:
        outputs += detach(now: now)
        outputs.append(.event(.disconnected))
      }
    }
    return outputs
  }

  private mutating func detach(now: LocalTime) -> [ReconnectingOutput] {
    guard isAttached else { return [] }
    isAttached = false
    return feed(.closed, now: now)
  }

  private mutating func feed(_ input: ClientInput, now: LocalTime) -> [ReconnectingOutput] {
    var outputs: [ReconnectingOutput] = []
    for output in machine.handle(input, now: now) {
      switch output {
      case .send(let bytes):
        if let link = plan.current { outputs.append(.send(bytes, over: link)) }
      case .event(let event):
        if case .welcomed = event { plan.welcomed() }
        if case .closing(let closing) = event { plan.dismissed(comeBackAfter: closing.retryAfter) }
        outputs.append(.event(event))
      case .close: outputs += carryOut(plan.close(), now: now)
      }
    }
    return outputs
  }
}
