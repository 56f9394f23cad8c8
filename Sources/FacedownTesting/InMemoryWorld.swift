// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

public import Game
public import MatchClient
public import MatchServer
public import Protocol

/// A whole server with its guests in one value of time: queues for sockets, a clock turned by hand.
///
/// Messages take `delay` each way and never overtake each other. Nothing happens but what a test
/// lets happen; a match of minutes is over in milliseconds, the same every time.
public final class InMemoryWorld: World {
  /// Something on its way.
  private struct Parcel {
    var at: ServerTime
    var order: Int
    var content: Content
  }

  private enum Content {
    case toServer(LinkID, [UInt8])
    case toGuest(Int, [UInt8])
    case lostByServer(LinkID)
    case closedByServer(Int)
    case landed([JournalOutcome])
  }

  /// A guest with the machine that plays it.
  private struct Place {
    var link: LinkID
    var machine: any RecordedMachine
  }

  /// The server.
  public private(set) var hall: Hall
  /// The time on every clock here.
  public private(set) var now: ServerTime
  /// How long a message travels.
  public let delay: Duration
  /// How long the journal takes.
  public let journalDelay: Duration
  private let journal = InMemoryJournal()
  private let hashing: Hashing
  private var guests: [Place] = []
  private var parcels: [Parcel] = []
  private var order = 0
  private var nextLink: UInt64 = 1

  /// An empty server under a clock that stands.
  ///
  /// - Parameters:
  ///   - dealer: where decks come from.
  ///   - seed: decides everything random here.
  ///   - delay: how long a message travels.
  ///   - journalDelay: how long the journal takes.
  public init(
    dealer: Dealer, seed: UInt8 = 1, delay: Duration = .milliseconds(10),
    journalDelay: Duration = .zero
  ) {
    hashing = dealer.hashing
    hall = Hall(key: [UInt8](repeating: seed, count: 32), dealer: dealer, version: "test")
    now = ServerTime(microseconds: 1_000_000_000)
    self.delay = delay
    self.journalDelay = journalDelay
  }

  /// Lets a client in that `pilot` plays; it connects at once.
  public func enter(name: String, agent: String, pilot: some Pilot) -> Guest {
    enter(name: name, agent: agent, encoding: .proto, pilot: pilot)
  }

  /// Lets a client in that speaks `encoding`.
  public func enter<Player: Pilot>(
    name: String, agent: String, encoding: WireEncoding, pilot: Player
  ) -> Guest {
    let index = guests.count
    let key = hashing.sha256(Array("guest \(index)".utf8))
    let core = ClientCore(
      agent: agent, name: name, encoding: encoding, key: key, hashing: hashing)
    let link = LinkID(nextLink)
    nextLink += 1
    guests.append(Place(link: link, machine: GuestMachine(core: core, pilot: pilot)))
    feedServer(.opened(link, encoding))
    feed(.opened, to: index)
    return Guest(index: index)
  }

  /// Gives a guest's client a command.
  public func command(_ command: ClientCommand, _ guest: Guest) {
    feed(.command(command), to: guest.index)
  }

  /// Cuts a guest's connection.
  public func cut(_ guest: Guest) {
    guard guests[guest.index].machine.recording.isConnected else { return }
    send(.lostByServer(guests[guest.index].link), after: delay)
    feed(.closed, to: guest.index)
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
        throw WorldError.waitedTooLong(for: what)
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

  // MARK: The clockwork

  private var localNow: LocalTime { LocalTime(microseconds: now.microseconds) }

  private var nextInstant: ServerTime? {
    let wakes = guests.compactMap { guest in
      guest.machine.nextWake.map { ServerTime(microseconds: $0.microseconds) }
    }
    let next = (wakes + parcels.map(\.at) + [hall.nextWake].compactMap { $0 }).min()
    return next.map { max($0, now) }
  }

  private func step(to time: ServerTime) {
    now = time
    if let first = parcels.indices.min(by: { isBefore(parcels[$0], parcels[$1]) }),
      parcels[first].at <= now
    {
      deliver(parcels.remove(at: first).content)
    } else if let wake = hall.nextWake, wake <= now {
      feedServer(.tick)
    } else if let index = guests.firstIndex(where: {
      $0.machine.nextWake.map { $0 <= localNow } ?? false
    }) {
      feed(.tick, to: index)
    }
  }

  private func isBefore(_ left: Parcel, _ right: Parcel) -> Bool {
    (left.at, left.order) < (right.at, right.order)
  }

  private func send(_ content: Content, after wait: Duration) {
    parcels.append(Parcel(at: now + wait, order: order, content: content))
    order += 1
  }

  private func deliver(_ content: Content) {
    switch content {
    case .toServer(let link, let bytes): feedServer(.received(link, bytes, at: now))
    case .toGuest(let index, let bytes):
      guard guests[index].machine.recording.isConnected else { return }
      feed(.received(bytes), to: index)
    case .lostByServer(let link): feedServer(.closed(link))
    case .closedByServer(let index): feed(.closed, to: index)
    case .landed(let outcomes): feedServer(.journalled(outcomes))
    }
  }

  private func feedServer(_ input: HallInput) {
    for output in hall.handle(input, now: now) {
      switch output {
      case .send(let bytes, _, let targets):
        for index in guests.indices where targets.contains(guests[index].link) {
          send(.toGuest(index, bytes), after: delay)
        }
      case .append(let steps):
        var outcomes: [JournalOutcome] = []
        journal.append(steps) { outcomes = $0 }
        send(.landed(outcomes), after: journalDelay)
      case .close(let link, _, _):
        for index in guests.indices where guests[index].link == link {
          send(.closedByServer(index), after: delay)
        }
        feedServer(.closed(link))
      }
    }
  }

  private func feed(_ input: ClientInput, to index: Int) {
    for output in guests[index].machine.handle(input, now: localNow) {
      switch output {
      case .send(let bytes): send(.toServer(guests[index].link, bytes), after: delay)
      case .event: break
      case .close: cut(Guest(index: index))
      }
    }
  }
}
