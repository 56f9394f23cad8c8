// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

package import Game
import Journal
import LibWebSockets
import Lobby
package import Protocol

/// The server between sockets and rooms, as one value: connections, sessions, limits, encodings.
///
/// The loop feeds it inputs and carries out the outputs; the simulator does the same with queues
/// and a manual clock. Everything it sends derives from journalled entries.
package struct ServerCore: Sendable {
  var connections: [ServerConnectionID: ServerConnection] = [:]
  var sessions = SessionTable()
  var directory: RoomDirectory
  var random: RandomStream
  /// Ratings over all results so far.
  var ratings = RatingTable()
  let hashing: Hashing
  var limits: ServerLimits
  let clockEpoch: UInt64
  let version: String
  /// The names against which keys are proven.
  package var names: [ServerName] = []
  /// Connections subscribed to the list of rooms.
  var watchers: [ServerConnectionID] = []
  var encodings = EncodingCache()
  /// The server's counters.
  var metrics = ServerMetrics()
  /// What clients are told at shutdown; nil while the server runs.
  var farewell: ShutdownMode?
  /// When clients are closed even if the journal has not answered; nil before and after.
  var leavesBy: ServerTime?
  /// Awaited records the journal has not answered yet.
  var unansweredRecords = 0
  /// Rate limits per address; nil if addresses are not limited.
  var addresses: AddressRateLimiter?
  var wrongCodes: TokenBucket
  /// Slow spectators with their deadlines, in order.
  var behind: [(connection: ServerConnectionID, deadline: ServerTime)] = []
  /// Connections with a replay request before the journal.
  var inquirers: Set<ServerConnectionID> = []
  /// The bans in force.
  var bans = BanList()
  /// Ban changes the journal has not answered yet.
  var banChanges: [AdminMessageID: BanChange] = [:]
  /// The draining state; nil while not draining.
  var draining: Draining?
  /// When the server started.
  package var startedAt: ServerTime?
  /// Connections without a hello yet, oldest first, with their deadlines.
  private var silent: [(connection: ServerConnectionID, deadline: ServerTime)] = []
  /// Connections whose hello or proof waits for the journal, in order of deadline; includes those
  /// answered meanwhile.
  var unwelcomed: [(connection: ServerConnectionID, deadline: ServerTime)] = []

  /// An empty server core.
  ///
  /// - Parameters:
  ///   - key: 32 random bytes, the seed of all randomness in this process.
  ///   - dealer: where decks come from.
  ///   - leastLead: the minimum time by which the server's own moves are announced ahead; longer if
  ///     the players' connections need it.
  ///   - limits: the limits to enforce.
  ///   - version: the version sent to clients.
  package init(
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
  package var nextWake: ServerTime? {
    guard farewell == nil else { return leavesBy }
    return [
      silent.first?.deadline, unwelcomed.first?.deadline, behind.first?.deadline, drainingWake,
      directory.nextWake,
    ].compactMap { $0 }.min()
  }

  /// How many rooms there are.
  package var roomCount: Int { directory.roomCount }

  /// The lobby's current totals; O(1).
  var counts: LobbyCounts { directory.counts }

  /// Number of messages encoded so far.
  package var encodingCount: Int { encodings.count }

  /// Handles one input and returns the outputs, in order.
  package mutating func handle(_ input: ServerInput, now: ServerTime) -> [ServerOutput] {
    var out = Outbox()
    switch input {
    case .opened(let connection, let encoding, let address, let host):
      precondition(
        connections[connection] == nil, "Connection \(connection.rawValue) was opened twice.")
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
    case .waiting(let connection, let bytes):
      precondition(bytes >= 0, "\(bytes) bytes are queued: the count never goes below 0.")
      waiting(bytes, for: connection, now: now, &out)
    case .closed(let connection): forget(connection, now: now, &out)
    case .journalled(let outcomes):
      precondition(
        outcomes.count <= unansweredRecords, "The journal answered a record it was never given.")
      unansweredRecords -= outcomes.count
      for outcome in outcomes {
        switch outcome {
        case .landed(let room): deliver(directory.landed(room, now: now), &out)
        case .failed(let room): deliver(directory.failed(room, now: now), &out)
        case .reread(let room): deliver(directory.reread(room, now: now), &out)
        case .kept(let id): welcome(ServerConnectionID(id.rawValue), isKept: true, now: now, &out)
        case .notKept(let id):
          welcome(ServerConnectionID(id.rawValue), isKept: false, now: now, &out)
        case .watches(let session, let room):
          deliver(directory.watches(session, room, isKept: true, now: now), &out)
        case .watchesNot(let session, let room):
          deliver(directory.watches(session, room, isKept: false, now: now), &out)
        case .noted(let id): noted(AdminMessageID(id.rawValue), isKept: true, now: now, &out)
        case .notNoted(let id): noted(AdminMessageID(id.rawValue), isKept: false, now: now, &out)
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
    assertConsistent()
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

  /// Answers a ping and updates the round-trip estimate.
  private mutating func answer(
    _ ping: Ping, over connection: ServerConnectionID, received: ServerTime, now: ServerTime,
    _ out: inout Outbox
  ) {
    let nonce = random.nextWord()
    let probe = connections[connection]?.estimator.received(ping, at: received)
    connections[connection]?.estimator.sent(nonce: nonce, at: now)
    let pong = Pong(id: ping.id, t0: ping.t0, t1: received, t2: now, nonce: nonce)
    send(.pong(pong), to: [connection], &out)
    reportRoundTrip(of: connection, probe, now: now, &out)
  }

  private mutating func measured(
    _ roundTrip: RoundTrip, on connection: ServerConnectionID, now: ServerTime, _ out: inout Outbox
  ) {
    connections[connection]?.estimator.measured(roundTrip, at: now)
    reportRoundTrip(of: connection, nil, now: now, &out)
  }

  /// Passes a connection's round-trip estimate on to its room.
  mutating func reportRoundTrip(
    of connection: ServerConnectionID, _ probe: MeasuredConnection.Probe?, now: ServerTime,
    _ out: inout Outbox
  ) {
    guard let known = connections[connection], let session = known.session else { return }
    deliver(
      directory.measured(known.estimator.connection(at: now), probe, of: session, now: now), &out)
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

  /// Removes a closed connection; its session may resume.
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
