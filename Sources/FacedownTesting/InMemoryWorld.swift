// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

package import Game
package import Journal
package import MatchClient
package import MatchServer
package import SocketClient
package import Wire

/// A whole server with its guests as one deterministic value: queues for sockets, a manual clock.
///
/// Messages take `delay` each way, or as long as a guest's own link model says, and never overtake
/// each other. Time moves only when a test moves it: a match of minutes is over in
/// milliseconds, and every run is the same.
package final class InMemoryWorld: World {
  /// What the journal says, on its way back to the server.
  struct Landing {
    var at: ServerTime
    var input: ServerInput
  }

  /// A guest's network, clock and reconnect policy.
  package struct Surroundings: Sendable {
    /// The conditions of its link to the server; nil for the world's `delay` each way.
    package var conditions: LinkConditions?
    /// The clock of the guest's machine.
    package var clock = SimulatedClock()
    /// Seed of the link's random events.
    package var seed: UInt64 = 1
    /// How it reconnects when its connection is lost; nil if it does not.
    package var reconnectPolicy: ReconnectPolicy?
    /// Whether the server's kernel measures its round trips, as a real one does.
    package var isMeasured = false

    /// Surroundings with a link, nil for the world's own, and a clock.
    package init(
      conditions: LinkConditions? = nil, clock: SimulatedClock = SimulatedClock(), seed: UInt64 = 1
    ) {
      self.conditions = conditions
      self.clock = clock
      self.seed = seed
    }
  }

  /// The server core, replaced by `restartServer`.
  package internal(set) var server: ServerCore
  /// Sessions suspected of lag abuse, in order of detection.
  package internal(set) var suspects: [String] = []
  /// True time: the server's clock.
  package private(set) var now: ServerTime
  /// One-way latency of a message.
  package let delay: Duration
  /// Latency of the journal.
  package let journalDelay: Duration
  /// Called for every event of a guest's client, with the client's state after it and its local
  /// time.
  package var onEvent: ((Guest, ClientEvent, ClientCore, LocalTime) -> Void)?
  let journal: any Journal
  /// The same, if it keeps heartbeats and outages.
  let disk: (any LocalJournal)?
  private let dealer: Dealer
  private let hashing: Hashing
  var guests: [SimulatedGuest] = []
  var landings: [Landing] = []
  var topics = TopicSubscribers()
  var nextConnection: UInt64 = 1

  /// An empty server under a stopped clock.
  ///
  /// - Parameters:
  ///   - dealer: deals the decks.
  ///   - seed: seeds everything random here.
  ///   - delay: one-way latency of a message.
  ///   - journalDelay: latency of the journal.
  ///   - journal: stores the entries.
  package convenience init(
    dealer: Dealer, seed: UInt8 = 1, delay: Duration = .milliseconds(10),
    journalDelay: Duration = .zero, journal: any CombinedJournal
  ) {
    self.init(
      dealer: dealer, seed: seed, delay: delay, journalDelay: journalDelay, journal, disk: journal)
  }

  /// The same over a journal that ends with the process.
  package convenience init(
    dealer: Dealer, seed: UInt8 = 1, delay: Duration = .milliseconds(10),
    journalDelay: Duration = .zero
  ) {
    self.init(
      dealer: dealer, seed: seed, delay: delay, journalDelay: journalDelay, InMemoryJournal(),
      disk: nil)
  }

  private init(
    dealer: Dealer, seed: UInt8, delay: Duration, journalDelay: Duration, _ journal: any Journal,
    disk: (any LocalJournal)?
  ) {
    self.dealer = dealer
    self.journal = journal
    self.disk = disk
    hashing = dealer.hashing
    server = ServerCore(key: [UInt8](repeating: seed, count: 32), dealer: dealer, version: "test")
    now = ServerTime(microseconds: 1_000_000_000)
    self.delay = delay
    self.journalDelay = journalDelay
    self.journal.onResults = { [weak self] in self?.land(.results($0)) }
    self.journal.onBans = { [weak self] in self?.land(.bans($0)) }
  }

  /// Adds a client controlled by `driver`, nil for one that only obeys commands; it connects at
  /// once.
  package func enter(name: String, agent: String, driver: (any ClientDriver)?) -> Guest {
    enter(name: name, agent: agent, encoding: .proto, driver: driver)
  }

  /// Adds a client that speaks `encoding`, with a link and a clock of its own.
  package func enter(
    name: String, agent: String, encoding: WireEncoding = .proto,
    surroundings: Surroundings = Surroundings(), driver: (any ClientDriver)?
  ) -> Guest {
    enter(name: name, agent: agent, encoding, surroundings, driver) { $0 }
  }

  /// Adds a client after `program` has configured it.
  func enter(
    name: String, agent: String, _ encoding: WireEncoding, _ surroundings: Surroundings,
    _ driver: (any ClientDriver)?, as program: (RecordedClient) -> any GuestMachine
  ) -> Guest {
    let index = guests.count
    let key = hashing.sha256(Array("guest \(index)".utf8))
    let core = ClientCore(
      agent: agent, name: name, reconnectPolicy: surroundings.reconnectPolicy,
      seed: surroundings.seed, key: key, hashing: hashing)
    guests.append(
      SimulatedGuest(
        machine: program(RecordedClient(DrivenClient(core, driver: driver))),
        encoding: encoding,
        device: SimulatedDevice(
          clock: surroundings.clock,
          conditions: surroundings.conditions ?? .steady(roundTrip: delay * 2),
          seed: surroundings.seed, now: now),
        isMeasured: surroundings.isMeasured))
    let device = guests[index].device
    let local = device.clock.reading(at: now)
    perform(guests[index].machine.handle(.start(home: nil), now: local), at: index)
    // The first connection is open from the start.
    feedServer(.opened(device.connections[0].id, encoding))
    feed(.opened(device.connections[0].number), to: index)
    return Guest(index: index)
  }

  /// Gives a guest's client a command.
  package func command(_ command: ClientCommand, _ guest: Guest) {
    feed(.command(command), to: guest.index)
  }

  /// The current reading of a guest's own clock.
  package func localNow(of guest: Guest) -> LocalTime {
    guests[guest.index].device.clock.reading(at: now)
  }

  /// Everything a guest has seen so far.
  package func recording(of guest: Guest) -> Recording { guests[guest.index].machine.recording }

  /// Every message that a guest has received so far, byte for byte.
  package func bytes(receivedBy guest: Guest) -> [[UInt8]] { guests[guest.index].received }

  /// Advances time, event by event, until `look` returns a value; an hour at most.
  package func until<Found: Sendable>(
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

  /// Advances time by `duration`.
  package func pass(_ duration: Duration) {
    let end = now + duration
    while let next = nextInstant, next <= end { step(to: next) }
    now = max(now, end)
  }

  /// Kills the server; after `outage` another one starts from `contents`.
  ///
  /// Everything in flight is lost, unreported journal outcomes too. Clients with a reconnect policy
  /// reconnect by themselves.
  package func restartServer(
    with contents: JournalContents, after outage: Duration, seed: UInt8 = 2
  ) {
    landings = []
    now = now + outage
    server = ServerCore(key: [UInt8](repeating: seed, count: 32), dealer: dealer, version: "test")
    topics = TopicSubscribers()
    let (losses, outputs) = server.restore(contents, now: now)
    precondition(losses.isEmpty, "The journal could not be restored: \(losses)")
    perform(outputs)
    for index in guests.indices { cut(Guest(index: index), .lost) }
  }

  // MARK: Event loop

  private var nextInstant: ServerTime? {
    let next =
      (guests.compactMap { $0.nextInstant(now) } + landings.map(\.at)
      + [server.nextWake].compactMap { $0 }).min()
    return next.map { max($0, now) }
  }

  private func step(to time: ServerTime) {
    now = time
    if let index = landings.firstIndex(where: { $0.at <= now }) {
      feedServer(landings.remove(at: index).input)
    } else if let index = guests.firstIndex(where: { $0.isDue(now) }) {
      deliver(index)
    } else if let wake = server.nextWake, wake <= now {
      feedServer(.tick)
    } else if let index = guests.firstIndex(where: { $0.isWakeDue(now) }) {
      feed(.tick, to: index)
    }
  }

}
