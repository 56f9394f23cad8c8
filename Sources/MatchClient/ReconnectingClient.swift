// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Protocol

/// An input of a client with several connections.
package enum ReconnectingInput: Sendable {
  /// A connection is open, its handshake done.
  case opened(ConnectionNumber)
  /// A whole message came over a connection.
  case received(ConnectionNumber, [UInt8])
  /// A connection has ended or failed to open; `mayRetry` is false if retrying is pointless.
  case ended(ConnectionNumber, mayRetry: Bool)
  /// A command from the user or program.
  case command(ClientCommand)
  /// A timer is due.
  case tick
  /// The machine has slept.
  case woke
}

/// An action that a client with several connections requests.
package enum ReconnectingOutput: Hashable, Sendable {
  /// Begin to connect.
  case dial(ConnectionNumber)
  /// Close a connection, open or under way.
  case hangUp(ConnectionNumber)
  /// Send one message over a connection.
  case send([UInt8], over: ConnectionNumber)
  /// Report an event to the user.
  case event(ClientEvent)
}

/// A client machine and its connection plan: one value that reconnects by itself.
///
/// The machine knows one connection at a time, the one the plan has chosen; messages over any other
/// are dropped.
package struct ReconnectingClient<Machine: ClientMachine>: Sendable {
  /// The client.
  package private(set) var machine: Machine
  private var plan: ConnectionPlan
  /// Whether the machine has been given an open connection.
  private var isAttached = false

  /// A client that has not dialled yet.
  ///
  /// - Parameters:
  ///   - machine: the client.
  ///   - reconnectPolicy: how it reconnects; nil if it does not reconnect.
  ///   - seed: seeds the jitter.
  package init(_ machine: Machine, reconnectPolicy: ReconnectPolicy?, seed: UInt64) {
    self.machine = machine
    plan = ConnectionPlan(reconnectPolicy, seed: seed)
  }

  /// When `tick` is due next; nil for never.
  package var nextWake: LocalTime? {
    let plans = plan.nextWake(unansweredSince: machine.unansweredSince)
    return [plans, machine.nextWake].compactMap { $0 }.min()
  }

  /// Whether it has given up, or was closed.
  package var isOver: Bool { plan.isOver }

  /// Whether the last message deserves a chaser: a tiny message right behind it.
  ///
  /// A client's messages are small and rare, and all deserve one unless another message follows
  /// soon anyway. The probes of a fresh connection, each with a chaser, would be more packets than
  /// it may have in flight, and at a round trip of 300 ms would delay what follows. Nor do the
  /// probes of those without a seat: for the server a chaser is as much work as a probe.
  func isWorthChaser(at now: LocalTime) -> Bool {
    if machine.mayLinger { return false }
    return machine.nextWake.map { $0 - now > ProbeSchedule.spacing } ?? true
  }

  /// Dials for the first time.
  package mutating func begin(now: LocalTime) -> [ReconnectingOutput] {
    carryOut(plan.begin(), now: now)
  }

  /// Closes everything now.
  package mutating func close(now: LocalTime) -> [ReconnectingOutput] {
    carryOut(plan.close(), now: now)
  }

  /// Handles one input and returns what to do.
  package mutating func handle(_ input: ReconnectingInput, now: LocalTime) -> [ReconnectingOutput] {
    switch input {
    case .opened(let number): return carryOut(plan.opened(number, at: now), now: now)
    case .received(let number, let bytes):
      guard number == plan.current else { return [] }
      return carryOut(plan.heard(number, at: now), now: now) + feed(.received(bytes), now: now)
    case .ended(let number, let mayRetry):
      let outputs = number == plan.current ? detach(now: now) : []
      return outputs + carryOut(plan.ended(number, mayRetry: mayRetry, at: now), now: now)
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
      case .dial(let number): outputs.append(.dial(number))
      case .hangUp(let number): outputs.append(.hangUp(number))
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
    assert(
      isAttached == (plan.current != nil), "The machine is attached to the plan's connection.")
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
        if let number = plan.current { outputs.append(.send(bytes, over: number)) }
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
