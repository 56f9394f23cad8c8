// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

public import Game
public import MatchClient
public import MatchServer
public import Protocol

/// A whole server with its guests in one value of time: queues for sockets, a clock turned by hand.
///
/// Messages take `delay` each way, or what a guest's own line makes of them, and never overtake each
/// other. Nothing happens but what a test lets happen; a match of minutes is over in milliseconds,
/// the same every time.
public final class InMemoryWorld: World {
  /// What the journal has answered, on its way back.
  struct Landing {
    var at: ServerTime
    var outcomes: [JournalOutcome]
  }

  /// What a guest comes with.
  public struct Surroundings: Sendable {
    /// Its line to the server; nil for one that takes the world's `delay` each way.
    public var line: LinkConditions?
    /// Its machine's clock.
    public var clock = SimulatedClock()
    /// Decides what happens on the line.
    public var seed: UInt64 = 1
    /// How it tries to come back when its connection is lost; nil for not at all.
    public var patience: Patience?
    /// Whether the server's kernel measures its lines, as real ones do every line.
    public var isMeasured = false

    /// A line, or nil for the world's own, and the clock of the guest's machine.
    public init(
      line: LinkConditions? = nil, clock: SimulatedClock = SimulatedClock(), seed: UInt64 = 1
    ) {
      self.line = line
      self.clock = clock
      self.seed = seed
    }
  }

  /// The server.
  public internal(set) var server: ServerCore
  /// The sessions the server would have somebody look at, in order.
  public internal(set) var suspects: [String] = []
  /// The time on every clock here.
  public private(set) var now: ServerTime
  /// How long a message travels.
  public let delay: Duration
  /// How long the journal takes.
  public let journalDelay: Duration
  /// Told of everything that a guest is told of, with its client as it is then and its own time.
  public var onEvent: ((Guest, ClientEvent, ClientCore, LocalTime) -> Void)?
  let journal: any Journal
  private let dealer: Dealer
  private let hashing: Hashing
  var guests: [SimulatedGuest] = []
  var landings: [Landing] = []
  var nextLink: UInt64 = 1

  /// An empty server under a clock that stands.
  ///
  /// - Parameters:
  ///   - dealer: where decks come from.
  ///   - seed: decides everything random here.
  ///   - delay: how long a message travels.
  ///   - journalDelay: how long the journal takes.
  ///   - journal: where entries are kept.
  public init(
    dealer: Dealer, seed: UInt8 = 1, delay: Duration = .milliseconds(10),
    journalDelay: Duration = .zero, journal: any Journal = InMemoryJournal()
  ) {
    self.dealer = dealer
    self.journal = journal
    hashing = dealer.hashing
    server = ServerCore(key: [UInt8](repeating: seed, count: 32), dealer: dealer, version: "test")
    now = ServerTime(microseconds: 1_000_000_000)
    self.delay = delay
    self.journalDelay = journalDelay
  }

  /// Lets a client in that `pilot` plays; it connects at once.
  public func enter(name: String, agent: String, pilot: some Pilot) -> Guest {
    enter(name: name, agent: agent, encoding: .proto, pilot: pilot)
  }

  /// Lets a client in that speaks `encoding`, over a line and with a clock of its own.
  public func enter<Player: Pilot>(
    name: String, agent: String, encoding: WireEncoding = .proto,
    surroundings: Surroundings = Surroundings(), pilot: Player
  ) -> Guest {
    enter(name: name, agent: agent, encoding, surroundings, pilot) { $0 }
  }

  /// Lets a client in as `program` has changed it.
  func enter<Player: Pilot>(
    name: String, agent: String, _ encoding: WireEncoding, _ surroundings: Surroundings,
    _ pilot: Player, as program: (LinkedGuest<Player>) -> any RecordedMachine
  ) -> Guest {
    let index = guests.count
    let key = hashing.sha256(Array("guest \(index)".utf8))
    let core = ClientCore(
      agent: agent, name: name, encoding: encoding, key: key, hashing: hashing)
    let machine = LinkedGuest(
      GuestMachine(core: core, pilot: pilot), patience: surroundings.patience,
      seed: surroundings.seed)
    guests.append(
      SimulatedGuest(
        machine: program(machine), conditions: surroundings.line ?? .steady(roundTrip: delay * 2),
        seed: surroundings.seed, clock: surroundings.clock, isMeasured: surroundings.isMeasured,
        now: now))
    let local = guests[index].clock.reading(at: now)
    perform(guests[index].machine.begin(now: local), at: index)
    // The first connection is open at once.
    feedServer(.opened(guests[index].links[0].id, encoding))
    feed(.opened(guests[index].links[0].number), to: index)
    return Guest(index: index)
  }

  /// Gives a guest's client a command.
  public func command(_ command: ClientCommand, _ guest: Guest) {
    feed(.command(command), to: guest.index)
  }

  /// What a guest's own clock shows now.
  public func localNow(of guest: Guest) -> LocalTime {
    guests[guest.index].clock.reading(at: now)
  }

  /// What a guest has seen so far.
  public func recording(of guest: Guest) -> Recording { guests[guest.index].machine.recording }

  /// Lets time pass, instant by instant, until `look` finds what it looks for; an hour at most.
  public func until<Found: Sendable>(
    _ what: String, _ look: @Sendable ([Recording]) -> Found?
  ) throws -> Found {
    let horizon = now + .seconds(3600)
    while true {
      if let found = look(guests.map(\.machine.recording)) { return found }
      guard let next = nextInstant, next <= horizon else {
        throw WorldError.waitedTooLong(for: what, guests: guests.map(\.machine.recording))
      }
      step(to: next)
    }
  }

  /// Lets `duration` pass.
  public func pass(_ duration: Duration) {
    let end = now + duration
    while let next = nextInstant, next <= end { step(to: next) }
    now = max(now, end)
  }

  /// The server's process ends at once, and `outage` later another one goes on with `contents`.
  ///
  /// Everything under way is lost; clients with patience come back by themselves. What the journal
  /// had not told yet is never told.
  public func restartServer(
    with contents: JournalContents, after outage: Duration, seed: UInt8 = 2
  ) {
    landings = []
    now = now + outage
    server = ServerCore(key: [UInt8](repeating: seed, count: 32), dealer: dealer, version: "test")
    let (losses, outputs) = server.restore(contents, now: now)
    precondition(losses.isEmpty, "What was journalled cannot be gone on with: \(losses)")
    perform(outputs)
    for index in guests.indices { cut(Guest(index: index), .lost) }
  }

  // MARK: The clockwork

  private var nextInstant: ServerTime? {
    let next =
      (guests.compactMap { $0.nextInstant(now) } + landings.map(\.at)
      + [server.nextWake].compactMap { $0 }).min()
    return next.map { max($0, now) }
  }

  private func step(to time: ServerTime) {
    now = time
    if let index = landings.firstIndex(where: { $0.at <= now }) {
      feedServer(.journalled(landings.remove(at: index).outcomes))
    } else if let index = guests.firstIndex(where: { $0.isDue(now) }) {
      deliver(index)
    } else if let wake = server.nextWake, wake <= now {
      feedServer(.tick)
    } else if let index = guests.firstIndex(where: { $0.isWakeDue(now) }) {
      feed(.tick, to: index)
    }
  }

}
