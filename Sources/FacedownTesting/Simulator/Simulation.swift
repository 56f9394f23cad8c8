// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import DequeModule
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
  var server: ServerCore
  var disk: SimulatedDisk
  var peers: [SimulatedPeer] = []
  /// Every connection, and the peer at its other end.
  var owners: [ServerConnectionID: (peer: SimulatedPeer, connection: SimulatedConnection)] = [:]
  var dice: SeededRandom
  var hash = RunHash()
  var broken: InvariantViolation?
  var topics = TopicSubscribers()
  var inbox: Deque<ServerInput> = []
  /// Connections whose waiting bytes have changed since the server was told.
  var noted: Deque<ServerConnectionID> = []
  /// How often the server has crashed.
  var crashes = 0
  /// When the next process starts; nil while there is one.
  var startsAt: ServerTime?
  /// When a process that shuts down ends; nil if it does not.
  var leavesAt: ServerTime?
  /// Steps left until the planned crash; nil for none.
  var stepsUntilCrash: Int?
  /// How far the server's clock is ahead of the manual one.
  var serverOffset = Duration.zero
  var isBusy = false
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
  /// Operators' requests without an answer yet.
  var orders: [AdminRequestID: (request: AdminRequest, askedAt: ServerTime)] = [:]
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
    server = ServerCore(key: [], dealer: self.dealer, version: "simulated")
    disk = SimulatedDisk(plan, plantedBug: plantedBug)
    bugInjector = plantedBug.map { BugInjector($0, dealer: self.dealer) }
    server = makeServer()
    _ = server.restore(disk.contents, now: serverNow)
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
      messages: checker.messages, crashes: crashes)
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

  // MARK: Event loop

  private func proceed(to end: ServerTime?) {
    while broken == nil {
      if areFaultsOver, nextRestCheckAt <= now, !isStillBusy() { return }
      let next = nextInstant
      if let end, next > end { return }
      now = max(now, next)
      step()
      for index in touched.sorted() { peers[index].rearm(now) }
      touched = []
    }
  }

  var serverNow: ServerTime {
    (bugInjector?.clock(now, began: began) ?? now) + serverOffset
  }

  /// Whether there is no server process.
  var isDown: Bool { startsAt != nil }

  private var nextInstant: ServerTime {
    var next = min(nextEntryRoundAt, nextFaultAt)
    for due in [startsAt, leavesAt] { if let due { next = min(next, due) } }
    if let due = disk.nextInstant { next = min(next, due) }
    if let due = wakeDue { next = min(next, due) }
    for peer in peers { if let due = peer.dueAt { next = min(next, due) } }
    for fault in planned { next = min(next, fault.at) }
    return next
  }

  /// When the server core's timer is due, on the manual clock.
  private var wakeDue: ServerTime? {
    guard !isDown, bugInjector?.isDeaf != true else { return nil }
    return server.nextWake.map { $0 + (now - serverNow) }
  }

  private func step() {
    if crashIfDue() && !isDown { return }
    if let startsAt, startsAt <= now {
      start()
    } else if let leavesAt, leavesAt <= now {
      crash()
    } else if let due = disk.nextInstant, due <= now {
      disk.settle(now) { step, time in landed(step, at: time) }
      if let read = disk.takeRead(now) {
        feed(read)
      } else if let report = disk.takeReport(now) {
        checker.reported(report.outcomes, now: now)
        report.inputs.forEach(feed)
      }
    } else if let peer = peers.first(where: { $0.dueAt.map { $0 <= now } ?? false }) {
      deliver(peer)
    } else if let due = wakeDue, due <= now {
      feed(.tick)
    } else if let index = planned.firstIndex(where: { $0.at <= now }) {
      let fault = planned.remove(at: index)
      apply(fault.fault, on: peers[fault.peer])
    } else if nextEntryRoundAt <= now {
      nextEntryRoundAt = now + .milliseconds(700)
      if !isDown, leavesAt == nil, server.roomCount > 0 { disk.beat(at: serverNow) }
      sendToTables()
    } else if nextFaultAt <= now {
      injectFault()
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
