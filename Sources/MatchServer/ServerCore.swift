// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

public import Game
import LibWebSockets
import Lobby
public import Protocol

/// The server between its sockets and its rooms, as one value: links, sessions, encodings.
///
/// The loop feeds it inputs and does what it returns; a simulator does the same with queues and a
/// hand-cranked clock. Everything it sends was computed from entries that have landed.
public struct ServerCore: Sendable {
  var links: [LinkID: ServerConnection] = [:]
  var sessions = SessionTable()
  var directory: RoomDirectory
  var random: RandomStream
  /// What all results so far come to.
  var ratings = RatingTable()
  let hashing: Hashing
  var limits: ServerLimits
  let clockEpoch: UInt64
  let version: String
  /// The names this server is dialled by: a key is proven to one of them.
  public var names: [ServerName] = []
  /// Links that want to hear of changes in the list of rooms.
  var watchers: [LinkID] = []
  var encodings = EncodingCache()
  /// What this server counts of itself.
  var book = MetricsBook()
  /// How the server takes its leave; nil while it stays.
  var farewell: ShutdownMode?
  /// When it lets everyone go, whatever waits for the journal; nil before and after.
  var leavesBy: ServerTime?
  /// Steps, sessions and viewers the journal has not answered yet.
  var unansweredRecords = 0
  /// What addresses have taken; nil where they are not counted.
  var addresses: AddressBook?
  var wrongCodes: TokenBucket
  /// Links that watch and are to have caught up by then, in order.
  var behind: [(link: LinkID, deadline: ServerTime)] = []
  /// Links that wait for what they asked about matches that have ended.
  var inquirers: Set<LinkID> = []
  /// Who is not let in.
  var bans = BanList()
  /// Changes of that which the journal has not answered yet.
  var banChanges: [AdminCallID: BanChange] = [:]
  /// How the server comes to its end once its matches have; nil while it stays.
  var draining: Draining?
  /// Since when it runs.
  public var startedAt: ServerTime?
  /// Links without a hello yet, oldest first.
  private var silent: [(link: LinkID, deadline: ServerTime)] = []
  /// Links whose hello or proof waits for the journal until then at the longest, in order; those
  /// that were answered among them.
  var unwelcomed: [(link: LinkID, deadline: ServerTime)] = []

  /// An empty server core.
  ///
  /// - Parameters:
  ///   - key: 32 random bytes, from which everything random in this process's life is drawn.
  ///   - dealer: where decks come from.
  ///   - leastLead: how far ahead what the server does by itself is announced at the least; further
  ///     where the lines of those who play need it.
  ///   - limits: the bounds to keep.
  ///   - version: what the server calls itself to clients.
  public init(
    key: [UInt8], dealer: Dealer, leastLead: Duration = .milliseconds(60),
    limits: ServerLimits = ServerLimits(), version: String
  ) {
    hashing = dealer.hashing
    random = RandomStream(key: key, hashing: dealer.hashing)
    let roomKey = random.bytes(32)
    clockEpoch = random.nextWord()
    directory = RoomDirectory(
      random: RandomStream(key: roomKey, hashing: dealer.hashing), dealer: dealer,
      leastLead: leastLead)
    self.limits = limits
    self.version = version
    addresses = limits.address.map(AddressBook.init)
    wrongCodes = TokenBucket(limits.process.wrongCodes)
  }

  /// When `tick` is due next; nil for never.
  public var nextWake: ServerTime? {
    guard farewell == nil else { return leavesBy }
    return [
      silent.first?.deadline, unwelcomed.first?.deadline, behind.first?.deadline, drainingWake,
      directory.nextWake,
    ].compactMap { $0 }.min()
  }

  /// How many rooms there are.
  public var roomCount: Int { directory.roomCount }

  /// How many there are of what; every room is looked at.
  var counts: LobbyCounts { directory.counts }

  /// How many messages were encoded so far.
  public var encodingCount: Int { encodings.count }

  /// Takes one input and says what to do.
  public mutating func handle(_ input: ServerInput, now: ServerTime) -> [ServerOutput] {
    var out = Outbox()
    switch input {
    case .opened(let link, let encoding, let address, let host):
      links[link] = ServerConnection(
        encoding: encoding, address: address, host: host, openedAt: now, limits: limits)
      links[link]?.page = address.flatMap { addresses?.connected($0, at: now.sinceEpoch) }
      silent.append((link, now + limits.helloWithin))
      if farewell != nil { dismiss(link, &out) }
    case .received(let link, let bytes, let received):
      receive(bytes, over: link, received: received, now: now, &out)
    case .measured(let link, let roundTrip): measured(roundTrip, on: link, now: now, &out)
    case .waiting(let link, let bytes): waiting(bytes, for: link, now: now, &out)
    case .closed(let link): forget(link, now: now, &out)
    case .journalled(let outcomes):
      unansweredRecords -= outcomes.count
      for outcome in outcomes {
        switch outcome {
        case .landed(let room): deliver(directory.landed(room, now: now), &out)
        case .failed(let room): deliver(directory.failed(room, now: now), &out)
        case .reread(let room): deliver(directory.reread(room, now: now), &out)
        case .kept(let link): welcome(link, isKept: true, now: now, &out)
        case .notKept(let link): welcome(link, isKept: false, now: now, &out)
        case .watches(let session, let room):
          deliver(directory.watches(session, room, isKept: true, now: now), &out)
        case .watchesNot(let session, let room):
          deliver(directory.watches(session, room, isKept: false, now: now), &out)
        case .noted(let id): noted(id, isKept: true, now: now, &out)
        case .notNoted(let id): noted(id, isKept: false, now: now, &out)
        }
      }
      leaveIfDone(now: now, &out)
    case .found(let answer, let inquiry): found(answer, for: inquiry, &out)
    case .configure(let limits): configure(limits, now: now)
    case .admin(let request, let id): handle(request, id: id, now: now, &out)
    case .leave(let farewell): leave(farewell, now: now, &out)
    case .tick where farewell != nil: leaveIfDone(now: now, &out)
    case .tick:
      closeSilent(now: now, &out)
      giveUpWaiting(now: now, &out)
      closeBehind(now: now, &out)
      deliver(directory.tick(now: now), &out)
      lookAfterDraining(now: now, &out)
    }
    return out.outputs
  }

  private mutating func receive(
    _ bytes: [UInt8], over link: LinkID, received: ServerTime, now: ServerTime, _ out: inout Outbox
  ) {
    guard let known = links[link], !known.isDismissed else { return }
    let verdict = links[link]?.pace.message(at: now.sinceEpoch) ?? .heard
    if verdict == .tooMuch { return closeTooFast(link, &out) }
    let message: ClientMessage
    do throws(WireError) {
      message = try known.encoding.decodeClientMessage(bytes)
    } catch {
      return answer(error, to: bytes, isTooFast: verdict != .heard, over: link, &out)
    }
    guard verdict == .heard else {
      return refuse(message, over: link, Refusal(.limitTooFast), &out)
    }
    switch (message, known.session) {
    case (.ping(let ping), _):
      answer(ping, over: link, received: received, now: now, &out)
    case (let message, _) where farewell != nil: answerLeaving(message, over: link, &out)
    case (.hello(let hello), nil) where known.greeting == nil:
      greet(hello, over: link, now: now, &out)
    case (let message, _) where known.greeting != nil:
      hold(message, over: link, received: received, &out)
    case (_, nil):
      close(
        link, code: .sessionHelloFirst, reason: "Say hello before anything else.",
        closeCode: 1008, &out)
    case (let message, let session?):
      handle(message, from: session, over: link, received: received, now: now, &out)
    }
  }

  /// Answers a ping, and takes in what it says of the line.
  private mutating func answer(
    _ ping: Ping, over link: LinkID, received: ServerTime, now: ServerTime, _ out: inout Outbox
  ) {
    let nonce = random.nextWord()
    let probe = links[link]?.meter.received(ping, at: received)
    links[link]?.meter.sent(nonce: nonce, at: now)
    let pong = Pong(id: ping.id, t0: ping.t0, t1: received, t2: now, nonce: nonce)
    send(.pong(pong), to: [link], &out)
    tellLine(of: link, probe, now: now, &out)
  }

  private mutating func measured(
    _ roundTrip: RoundTrip, on link: LinkID, now: ServerTime, _ out: inout Outbox
  ) {
    links[link]?.meter.measured(roundTrip, at: now)
    tellLine(of: link, nil, now: now, &out)
  }

  /// Lets the rooms know what is known of a link's line.
  mutating func tellLine(
    of link: LinkID, _ probe: LineQuality.Probe?, now: ServerTime, _ out: inout Outbox
  ) {
    guard let known = links[link], let session = known.session else { return }
    deliver(directory.measured(known.meter.line(at: now), probe, of: session, now: now), &out)
  }

  private mutating func closeSilent(now: ServerTime, _ out: inout Outbox) {
    while let first = silent.first, first.deadline <= now {
      silent.removeFirst()
      guard let link = links[first.link], link.session == nil, link.greeting == nil else {
        continue
      }
      close(
        first.link, code: .sessionHelloFirst, reason: "No hello came in time.", closeCode: 1008,
        &out)
    }
  }

  /// A link is gone; its session lives on for a while.
  private mutating func forget(_ link: LinkID, now: ServerTime, _ out: inout Outbox) {
    guard let known = links.removeValue(forKey: link) else { return }
    if let page = known.page { addresses?.disconnected(page) }
    behind.removeAll { $0.link == link }
    inquirers.remove(link)
    watchers.removeAll { $0 == link }
    if let greeting = known.greeting { abandon(greeting, now: now, &out) }
    guard let session = known.session, sessions.link(of: session) == link else { return }
    sessions.detach(session)
    deliver(directory.setConnected(false, session, now: now), &out)
  }
}
