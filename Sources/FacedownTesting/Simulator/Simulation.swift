// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import DequeModule
public import Game
import Lobby
import MatchClient
import MatchServer
import Protocol

/// One run: a server, its disk, its clients and the network between them in one thread, under a
/// clock turned by hand, with the faults its seed switches on, watched from outside.
///
/// First there is trouble, then peace; in peace every match must come to its end and everybody to
/// what everybody knows. The same seed gives the same run, byte for byte.
public final class Simulation {
  /// What a run came to.
  public struct Outcome: Sendable {
    /// The first promise it broke; nil for none.
    public var broken: BrokenPromise?
    /// What the run hashes to.
    public var hash: UInt64
    /// How long it took on the clock turned by hand.
    public var length: Duration
    /// How many entries landed.
    public var entries: Int
    /// How many messages the server sent.
    public var messages: Int
    /// How often the server's process died.
    public var crashes: Int
  }

  /// How long peace may last until everything must have come to rest.
  static let patience = Duration.seconds(2700)

  /// What clients dial, and prove their keys to.
  static let serverName = ServerName(host: "simulated.example", port: 7777)

  /// What the seed has decided.
  public let plan: SimulationPlan
  let sabotage: Sabotage?
  let dealer: Dealer
  let tell: ((String) -> Void)?
  let began = ServerTime(microseconds: 1_000_000_000_000)
  var now: ServerTime
  var server: ServerCore
  var disk: SimulatedDisk
  var peers: [SimulatedPeer] = []
  /// Whose connection it is.
  var owners: [LinkID: SimulatedPeer] = [:]
  var dice: SeededRandom
  var hash = RunHash()
  var broken: BrokenPromise?
  var inbox: Deque<ServerInput> = []
  /// Connections for which more or less waits than the server knows.
  var noted: Deque<LinkID> = []
  /// How often the server's process has died.
  var crashes = 0
  /// When the next process starts; nil while there is one.
  var startsAt: ServerTime?
  /// When a process that has taken its leave ends; nil while it has not.
  var leavesAt: ServerTime?
  /// How many more steps the process lives; nil for no such limit.
  var stepsUntilCrash: Int?
  /// How far the server's clock is ahead of the one turned by hand.
  var serverOffset = Duration.zero
  var isBusy = false
  var isPeace = false
  /// How far the run has come since everything was at rest.
  var epilogue = Epilogue.due
  /// Until when everything must have come to rest.
  var restBy: ServerTime
  var lastLink: UInt64 = 0
  /// When the kernel was last asked about a line.
  var measuredAt: [LinkID: ServerTime] = [:]
  /// Codes of the rooms that were opened, by table.
  var codes: [Int: String] = [:]
  var usheredAt: ServerTime
  var troubleAt: ServerTime
  var restedAt: ServerTime
  /// What whoever runs the server has asked for and has no answer to yet.
  var orders: [AdminCallID: (request: AdminRequest, askedAt: ServerTime)] = [:]
  var lastOrder: UInt64 = 0
  /// Deeds that are meant for a peer at a time.
  var planned: [(at: ServerTime, peer: Int, deed: Deed)] = []
  /// Peers to which something has happened since their next instant was worked out.
  var touched: Set<Int> = []
  var saboteur: Saboteur?
  private(set) lazy var witness = Witness(
    dealer: dealer, isFair: isFair, backlog: plan.limits.backlog,
    roundTrip: { [unowned self] in knownRoundTrip(of: $0) },
    complain: { [unowned self] in complain($0, $1) })
  let isFair: Bool

  /// The run of a plan.
  ///
  /// - Parameters:
  ///   - plan: what the seed decides.
  ///   - sabotage: a promise to break on purpose.
  ///   - dealer: where decks come from, if not from the fair deal.
  ///   - tell: is told every step, in a line.
  public init(
    _ plan: SimulationPlan, sabotage: Sabotage? = nil, dealer: Dealer? = nil,
    tell: ((String) -> Void)? = nil
  ) {
    self.plan = plan
    self.sabotage = sabotage
    isFair = dealer == nil
    self.dealer = dealer ?? .fair(.openSSL)
    self.tell = tell
    now = began
    usheredAt = began
    troubleAt = began + .seconds(4)
    restedAt = began
    restBy = began + plan.trouble + Self.patience
    dice = SeededRandom(seed: plan.seed, stream: 105)
    server = ServerCore(key: [], dealer: self.dealer, version: "simulated")
    disk = SimulatedDisk(plan, sabotage: sabotage)
    saboteur = sabotage.map { Saboteur($0, dealer: self.dealer) }
    server = makeServer()
    invite()
  }

  /// Runs until everything has come to rest, or a promise is broken.
  public func run() -> Outcome {
    proceed(to: nil)
    return outcome
  }

  /// Runs until a time after its beginning, or to its end if that is earlier.
  public func run(for length: Duration) -> Outcome {
    proceed(to: began + length)
    return outcome
  }

  var outcome: Outcome {
    Outcome(
      broken: broken, hash: hash.value, length: now - began,
      entries: witness.rooms.values.reduce(0) { $0 + $1.entries.count },
      messages: witness.messages, crashes: crashes)
  }

  /// The longest that the server may take a connection's line for: where the kernel does not say, it
  /// has nothing but a peer's own word.
  private func knownRoundTrip(of link: LinkID) -> Duration {
    let line = owners[link]?.conditions.roundTrip ?? .zero
    return plan.faults.contains(.unmeasured) ? .seconds(1) : line
  }

  func complain(_ promise: Promise, _ sentence: String) {
    say("BROKEN \(promise.rawValue): \(sentence)")
    guard broken == nil else { return }
    broken = BrokenPromise(promise: promise, sentence: sentence, after: now - began)
  }

  func say(_ line: @autoclosure () -> String) {
    guard let tell else { return }
    let microseconds = (now - began).wholeMicroseconds
    let fraction = String(microseconds % 1_000_000 + 1_000_000).dropFirst()
    tell("\(microseconds / 1_000_000).\(fraction) \(line())")
  }

  // MARK: The clockwork

  private func proceed(to end: ServerTime?) {
    while broken == nil {
      if isPeace, restedAt <= now, !hasTroubleLeft() { return }
      let next = nextInstant
      if let end, next > end { return }
      now = max(now, next)
      step()
      for index in touched.sorted() { peers[index].rearm(now) }
      touched = []
    }
  }

  /// The server's clock.
  var serverNow: ServerTime {
    (saboteur?.clock(now, began: began) ?? now) + serverOffset
  }

  /// Whether there is no process.
  var isDown: Bool { startsAt != nil }

  private var nextInstant: ServerTime {
    var next = min(usheredAt, troubleAt)
    for due in [startsAt, leavesAt] { if let due { next = min(next, due) } }
    if let due = disk.nextInstant { next = min(next, due) }
    if let due = wakeDue { next = min(next, due) }
    for peer in peers { if let due = peer.dueAt { next = min(next, due) } }
    for deed in planned { next = min(next, deed.at) }
    return next
  }

  /// When the server core is to be woken, on the clock turned by hand.
  private var wakeDue: ServerTime? {
    guard !isDown, saboteur?.isDeaf != true else { return nil }
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
      if let outcomes = disk.takeOutcomes(now) {
        witness.told(outcomes, now: now)
        feed(.journalled(outcomes))
      }
    } else if let peer = peers.first(where: { $0.dueAt.map { $0 <= now } ?? false }) {
      deliver(peer)
    } else if let due = wakeDue, due <= now {
      feed(.tick)
    } else if let index = planned.firstIndex(where: { $0.at <= now }) {
      let deed = planned.remove(at: index)
      carryOut(deed.deed, on: peers[deed.peer])
    } else if usheredAt <= now {
      usheredAt = now + .milliseconds(700)
      if !isDown, leavesAt == nil, server.roomCount > 0 { disk.beat(at: serverNow) }
      usher()
    } else if troubleAt <= now {
      makeTrouble()
    }
  }

  func landed(_ step: JournalStep, at time: ServerTime) {
    say(
      "disk: room \(step.room.rawValue) \(step.batch.entries.map(\.inWords).joined(separator: ", "))"
    )
    for entry in step.batch.entries {
      hash.add(entry.seq ^ UInt64(bitPattern: entry.at.microseconds))
    }
    saboteur?.landed(step)
    witness.landed(step, at: time)
  }
}

extension Entry {
  /// Number and event, for a line of a run's story.
  var inWords: String {
    let name = String(describing: event).prefix { $0.isLetter }
    let cause = cause.map { " by \($0.actor.rawValue)/\($0.request.rawValue)" } ?? ""
    return "\(seq) \(name)\(cause)"
  }
}
