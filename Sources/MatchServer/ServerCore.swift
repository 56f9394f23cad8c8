// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

public import Game
import LibWebSockets
import Lobby
public import Protocol

/// The server between its sockets and its rooms, as one value: connections, sessions, encodings.
///
/// The loop feeds it inputs and does what it returns; a simulator does the same with queues and a
/// hand-cranked clock. Everything it sends was computed from entries that have landed.
public struct ServerCore: Sendable {
  var connections: [ServerConnectionID: ServerConnection] = [:]
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
  var watchers: [ServerConnectionID] = []
  var encodings = EncodingCache()
  /// What this server counts of itself.
  var book = ServerMetrics()
  /// How the server takes its leave; nil while it stays.
  var farewell: ShutdownMode?
  /// When it lets everyone go, whatever waits for the journal; nil before and after.
  var leavesBy: ServerTime?
  /// Steps, sessions and spectators the journal has not answered yet.
  var unansweredRecords = 0
  /// What addresses have taken; nil where they are not counted.
  var addresses: AddressRateLimiter?
  var wrongCodes: TokenBucket
  /// Links that watch and are to have caught up by then, in order.
  var behind: [(connection: ServerConnectionID, deadline: ServerTime)] = []
  /// Links that wait for what they asked about matches that have ended.
  var inquirers: Set<ServerConnectionID> = []
  /// Who is not let in.
  var bans = BanList()
  /// Changes of that which the journal has not answered yet.
  var banChanges: [AdminMessageID: BanChange] = [:]
  /// How the server comes to its end once its matches have; nil while it stays.
  var draining: Draining?
  /// Since when it runs.
  public var startedAt: ServerTime?
  /// Links without a hello yet, oldest first.
  private var silent: [(connection: ServerConnectionID, deadline: ServerTime)] = []
  /// Links whose hello or proof waits for the journal until then at the longest, in order; those
  /// that were answered among them.
  var unwelcomed: [(connection: ServerConnectionID, deadline: ServerTime)] = []

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
    addresses = limits.address.map(AddressRateLimiter.init)
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
    case .opened(let connection, let encoding, let address, let host):
      connections[connection] = ServerConnection(
        encoding: encoding, address: address, host: host, openedAt: now, limits: limits)
      connections[connection]?.page = address.flatMap {
        addresses?.connected($0, at: now.sinceEpoch)
      }
      silent.append((connection, now + limits.helloWithin))
      if farewell != nil { dismiss(connection, &out) }
    case .received(let connection, let bytes, let received):
      receive(bytes, over: connection, received: received, now: now, &out)
    case .measured(let connection, let roundTrip):
      measured(roundTrip, on: connection, now: now, &out)
    case .waiting(let connection, let bytes): waiting(bytes, for: connection, now: now, &out)
    case .closed(let connection): forget(connection, now: now, &out)
    case .journalled(let outcomes):
      unansweredRecords -= outcomes.count
      for outcome in outcomes {
        switch outcome {
        case .landed(let room): deliver(directory.landed(room, now: now), &out)
        case .failed(let room): deliver(directory.failed(room, now: now), &out)
        case .reread(let room): deliver(directory.reread(room, now: now), &out)
        case .kept(let connection): welcome(connection, isKept: true, now: now, &out)
        case .notKept(let connection): welcome(connection, isKept: false, now: now, &out)
        case .watches(let session, let room):
          deliver(directory.watches(session, room, isKept: true, now: now), &out)
        case .watchesNot(let session, let room):
          deliver(directory.watches(session, room, isKept: false, now: now), &out)
        case .noted(let id): noted(id, isKept: true, now: now, &out)
        case .notNoted(let id): noted(id, isKept: false, now: now, &out)
        }
      }
      leaveIfDone(now: now, &out)
    case .found(let answer, let query): found(answer, for: query, &out)
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
    _ bytes: [UInt8], over connection: ServerConnectionID, received: ServerTime, now: ServerTime,
    _ out: inout Outbox
  ) {
    guard let known = connections[connection], !known.isDismissed else { return }
    let verdict = connections[connection]?.pace.message(at: now.sinceEpoch) ?? .heard
    if verdict == .tooMuch { return closeTooFast(connection, &out) }
    let message: ClientMessage
    do throws(WireError) {
      message = try known.encoding.decodeClientMessage(bytes)
    } catch {
      return answer(error, to: bytes, isTooFast: verdict != .heard, over: connection, &out)
    }
    guard verdict == .heard else {
      return refuse(message, over: connection, Refusal(.limitTooFast), &out)
    }
    switch (message, known.session) {
    case (.ping(let ping), _):
      answer(ping, over: connection, received: received, now: now, &out)
    case (let message, _) where farewell != nil: answerLeaving(message, over: connection, &out)
    case (.hello(let hello), nil) where known.greeting == nil:
      greet(hello, over: connection, now: now, &out)
    case (let message, _) where known.greeting != nil:
      hold(message, over: connection, received: received, &out)
    case (_, nil):
      close(
        connection, code: .sessionHelloFirst, reason: "Send hello before anything else.",
        closeCode: 1008, &out)
    case (let message, let session?):
      handle(message, from: session, over: connection, received: received, now: now, &out)
    }
  }

  /// Answers a ping, and takes in what it says of the line.
  private mutating func answer(
    _ ping: Ping, over connection: ServerConnectionID, received: ServerTime, now: ServerTime,
    _ out: inout Outbox
  ) {
    let nonce = random.nextWord()
    let probe = connections[connection]?.meter.received(ping, at: received)
    connections[connection]?.meter.sent(nonce: nonce, at: now)
    let pong = Pong(id: ping.id, t0: ping.t0, t1: received, t2: now, nonce: nonce)
    send(.pong(pong), to: [connection], &out)
    tellLine(of: connection, probe, now: now, &out)
  }

  private mutating func measured(
    _ roundTrip: RoundTrip, on connection: ServerConnectionID, now: ServerTime, _ out: inout Outbox
  ) {
    connections[connection]?.meter.measured(roundTrip, at: now)
    tellLine(of: connection, nil, now: now, &out)
  }

  /// Lets the rooms know what is known of a connection's line.
  mutating func tellLine(
    of connection: ServerConnectionID, _ probe: MeasuredConnection.Probe?, now: ServerTime,
    _ out: inout Outbox
  ) {
    guard let known = connections[connection], let session = known.session else { return }
    deliver(directory.measured(known.meter.line(at: now), probe, of: session, now: now), &out)
  }

  private mutating func closeSilent(now: ServerTime, _ out: inout Outbox) {
    while let first = silent.first, first.deadline <= now {
      silent.removeFirst()
      guard let connection = connections[first.connection], connection.session == nil,
        connection.greeting == nil
      else {
        continue
      }
      close(
        first.connection, code: .sessionHelloFirst, reason: "No hello arrived in time.",
        closeCode: 1008,
        &out)
    }
  }

  /// A connection is gone; its session lives on for a while.
  private mutating func forget(
    _ connection: ServerConnectionID, now: ServerTime, _ out: inout Outbox
  ) {
    guard let known = connections.removeValue(forKey: connection) else { return }
    if let page = known.page { addresses?.disconnected(page) }
    behind.removeAll { $0.connection == connection }
    inquirers.remove(connection)
    watchers.removeAll { $0 == connection }
    if let greeting = known.greeting { abandon(greeting, now: now, &out) }
    guard let session = known.session, sessions.connection(of: session) == connection else {
      return
    }
    sessions.detach(session)
    deliver(directory.setConnected(false, session, now: now), &out)
  }
}
