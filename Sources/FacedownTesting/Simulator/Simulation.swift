// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

package import Game
import Lobby
import MatchClient
import MatchServer
import Wire

/// One run: a server, its disk, its clients and the network in one thread under a manual clock,
/// with the faults its seed enables, watched from outside.
///
/// Faults are injected for a while; after that every match must end and all clients must agree. The
/// same seed gives the same run, byte for byte.
package final class Simulation {
  /// The outcome of a run.
  package struct Outcome: Sendable {
    /// The first violation; nil for none.
    package var broken: InvariantViolation?
    /// The run's hash.
    package var hash: UInt64
    /// Its length on the manual clock.
    package var length: Duration
    /// How many entries landed.
    package var entries: Int
    /// How many messages the server sent.
    package var messages: Int
    /// How often the server crashed.
    package var crashes: Int
    /// How many entries relays have sent to their viewers.
    package var relayed: Int
  }

  /// How long the run may take to come to rest after the faults.
  static let restTimeLimit = Duration.seconds(2700)

  /// The server's name as dialled, which key proofs are signed for.
  static let serverName = ServerName(host: "simulated.example", port: 7777)

  /// The decisions drawn from the seed.
  package let plan: SimulationPlan
  let plantedBug: PlantedBug?
  let dealer: Dealer
  let trace: ((String) -> Void)?
  let began = ServerTime(microseconds: 1_000_000_000_000)
  var now: ServerTime
  var nodes: [SimulatedNode] = []
  /// What the nodes share; nil for a server by itself.
  var world: SimulatedWorld?
  var peers: [SimulatedPeer] = []
  /// Every connection, and who is at its ends.
  var owners: [ServerConnectionID: Ends] = [:]
  var dice: SeededRandom
  var hash = RunHash()
  var broken: InvariantViolation?
  var areFaultsOver = false
  /// Progress since everything was at rest.
  var epilogue = Epilogue.due
  /// Deadline by which everything must have come to rest.
  var restBy: ServerTime
  var lastConnection: UInt64 = 0
  /// When each connection's round trip was last read.
  var measuredAt: [ServerConnectionID: ServerTime] = [:]
  /// Codes of the opened rooms, by table.
  var codes: [Int: String] = [:]
  var nextEntryRoundAt: ServerTime
  var nextFaultAt: ServerTime
  var nextRestCheckAt: ServerTime
  var lastOrder: UInt64 = 0
  /// Faults scheduled for a peer.
  var planned: [(at: ServerTime, peer: Int, fault: NetworkFault)] = []
  /// Peers whose next event must be recomputed.
  var touched: Set<Int> = []
  var bugInjector: BugInjector?
  private(set) lazy var checker = InvariantChecker(
    dealer: dealer, isFair: isFair, backlog: plan.limits.backlog,
    roundTrip: { [unowned self] in knownRoundTrip(of: $0) },
    complain: { [unowned self] in complain($0, $1) })
  let isFair: Bool

  /// The run of a plan.
  ///
  /// - Parameters:
  ///   - plan: what the seed decides.
  ///   - plantedBug: a bug to plant.
  ///   - dealer: deals the decks; the fair deal if nil.
  ///   - trace: receives the trace, a line a step.
  package init(
    _ plan: SimulationPlan, plantedBug: PlantedBug? = nil, dealer: Dealer? = nil,
    trace: ((String) -> Void)? = nil
  ) {
    self.plan = plan
    self.plantedBug = plantedBug
    isFair = dealer == nil
    self.dealer = dealer ?? .fair(.openSSL)
    self.trace = trace
    now = began
    nextEntryRoundAt = began
    nextFaultAt = began + .seconds(4)
    nextRestCheckAt = began
    restBy = began + plan.faultPeriod + Self.restTimeLimit
    dice = SeededRandom(seed: plan.seed, stream: 105)
    bugInjector = plantedBug.map { BugInjector($0, dealer: self.dealer) }
    found()
    invite()
  }

  /// Runs until everything has come to rest, or an invariant is violated.
  package func run() -> Outcome {
    proceed(to: nil)
    return outcome
  }

  /// Runs for `length`, or to the end if that is earlier.
  package func run(for length: Duration) -> Outcome {
    proceed(to: began + length)
    return outcome
  }

  var outcome: Outcome {
    Outcome(
      broken: broken, hash: hash.value, length: now - began,
      entries: checker.rooms.values.reduce(0) { $0 + $1.entries.count },
      messages: checker.messages, crashes: nodes.reduce(0) { $0 + $1.crashes },
      relayed: checker.relays.values.reduce(0) { $0 + $1.entries })
  }

  /// The largest round trip the server may assume for a connection: without the kernel's figure it
  /// has only the peer's own.
  private func knownRoundTrip(of connection: ServerConnectionID) -> Duration {
    let roundTrip = owners[connection]?.peer.device.conditions.roundTrip ?? .zero
    return plan.faults.contains(.unmeasured) ? .seconds(1) : roundTrip
  }

  func complain(_ invariant: Invariant, _ sentence: String) {
    say("VIOLATED \(invariant.rawValue): \(sentence)")
    guard broken == nil else { return }
    broken = InvariantViolation(invariant: invariant, sentence: sentence, after: now - began)
  }

  func say(_ line: @autoclosure () -> String) {
    guard let trace else { return }
    let microseconds = (now - began).wholeMicroseconds
    let fraction = String(microseconds % 1_000_000 + 1_000_000).dropFirst()
    trace("\(microseconds / 1_000_000).\(fraction) \(line())")
  }

  /// Both ends of a connection.
  struct Ends {
    let peer: SimulatedPeer
    let connection: SimulatedConnection
    let node: SimulatedNode
  }

  // MARK: Event loop

  private func proceed(to end: ServerTime?) {
    while broken == nil {
      if areFaultsOver, nextRestCheckAt <= now, !isStillBusy() { return }
      let next = nextInstant
      if let end, next > end { return }
      now = max(now, next)
      world?.stream.proceed(to: now)
      step()
      for index in touched.sorted() { peers[index].rearm(now) }
      touched = []
    }
  }

  /// The reading of a node's clock.
  func time(at node: SimulatedNode) -> ServerTime {
    (bugInjector?.clock(now, began: began) ?? now) + node.offset
  }

  private var nextInstant: ServerTime {
    var next = min(nextEntryRoundAt, nextFaultAt)
    if let due = world?.nextInstant { next = min(next, due) }
    for node in nodes {
      if let due = earlier(node.nextInstant, wakeDue(of: node)) { next = min(next, due) }
    }
    for peer in peers { if let due = peer.dueAt { next = min(next, due) } }
    for fault in planned { next = min(next, fault.at) }
    return next
  }

  /// When the timer of a node's server is due, on the manual clock.
  private func wakeDue(of node: SimulatedNode) -> ServerTime? {
    guard !node.isDown, bugInjector?.isDeaf != true else { return nil }
    return node.server.nextWake.map { $0 + (now - time(at: node)) }
  }

  private func step() {
    for node in nodes { crashIfDue(node) }
    if let node = nodes.first(where: { $0.nextInstant.map { $0 <= now } ?? false }) {
      proceed(node)
    } else if let (_, action) = world?.messages.next(by: now) {
      action()
    } else if let peer = peers.first(where: { $0.dueAt.map { $0 <= now } ?? false }) {
      deliver(peer)
    } else if let node = nodes.first(where: { wakeDue(of: $0).map { $0 <= now } ?? false }) {
      feed(.tick, to: node)
    } else if let index = planned.firstIndex(where: { $0.at <= now }) {
      let fault = planned.remove(at: index)
      apply(fault.fault, on: peers[fault.peer])
    } else if nextEntryRoundAt <= now {
      nextEntryRoundAt = now + .milliseconds(700)
      for node in nodes where node.isServing && node.server.roomCount > 0 {
        node.disk?.beat(at: time(at: node))
      }
      sendToTables()
    } else if nextFaultAt <= now {
      injectFault()
    }
  }

  /// Lets the next process of a node start or end, or its disk answer.
  private func proceed(_ node: SimulatedNode) {
    if let startsAt = node.startsAt, startsAt <= now {
      start(node)
    } else if let relay = node.relay, relay.dialsAt.map({ $0 <= now }) ?? false {
      dialOwner(from: node, relay)
    } else if let leavesAt = node.leavesAt, leavesAt <= now {
      node.membership?.journal.withdraw()
      crash(node)
    } else {
      node.disk?.settle(now) { step, time in landed(step, at: time) }
      if let read = node.disk?.takeRead(now) {
        feed(read, to: node)
      } else if let report = node.disk?.takeReport(now) {
        checker.reported(report.outcomes, now: now)
        for input in report.inputs { feed(input, to: node) }
      }
    }
  }

  func landed(_ step: Batch, at time: ServerTime) {
    say(
      "disk: room \(step.room.rawValue) "
        + step.entries.map(\.inWords).joined(separator: ", "))
    for entry in step.entries {
      hash.add(entry.seq ^ UInt64(bitPattern: entry.at.microseconds))
    }
    bugInjector?.landed(step)
    checker.landed(step, at: time)
    if bugInjector?.plantedBug == .relayUndelayed { forgetDelay(of: step.room) }
  }
}

extension Entry {
  /// Number and event, for a line of the trace.
  var inWords: String {
    let name = String(describing: event).prefix { $0.isLetter }
    let cause = cause.map { " by \($0.actor.rawValue)/\($0.request.rawValue)" } ?? ""
    return "\(seq) \(name)\(cause)"
  }
}
