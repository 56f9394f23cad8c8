// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

package import Game
import Journal
import LibWebSockets
import Lobby
import Protocol
package import Wire

/// The server between sockets and rooms, as one value: connections, sessions, limits, encodings.
///
/// The loop feeds it inputs and carries out the outputs; the simulator does the same with queues
/// and a manual clock. Everything it sends derives from journalled entries.
package struct ServerCore: Sendable {
  var connections: [ServerConnectionID: ServerConnection] = [:]
  /// Tokens, handshakes, and which connection speaks for which session.
  var sessions = Sessions()
  var directory: RoomDirectory
  var random: RandomStream
  /// Profiles and ratings over all results in the journal, in its order.
  var profiles = ProfileTable()
  let hashing: Hashing
  var limits: ServerLimits
  let clockEpoch: UInt64
  let version: String
  /// The names against which keys are proven.
  package var names: [ServerName] = []
  /// Encodings, back-pressure, and who follows the list of rooms.
  var delivery = Delivery()
  /// The server's counters.
  var metrics = ServerMetrics()
  /// The way from start to shutdown.
  var lifecycle = Lifecycle()
  /// Limits by address and process, and bans.
  var admission: Admission
  /// The world this server is a node of; nil for a server by itself.
  var world: World?
  /// Whether it drains by handing every room over.
  var movesEveryRoom = false
  /// Requests that wait for the journal to tell whose their rooms are, by code.
  var lookups: [RoomCode: [PendingLookup]] = [:]
  /// Quick matches that wait until the journal has stored where they lead.
  var quickMatches: [ServerConnectionID: PendingQuickMatch] = [:]
  /// Connections with a replay request before the journal.
  var inquirers: Set<ServerConnectionID> = []
  /// What it passes on of another server's matches; nil unless it is a relay.
  var relay: Relay?

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
    admission = Admission(limits)
    directory.sessionResidence = limits.sessionResidence
  }

  /// When `tick` is due next; nil for never.
  package var nextWake: ServerTime? {
    guard lifecycle.farewell == nil else { return lifecycle.nextWake }
    // Without an array: it is asked for after each input.
    return earlier(
      earlier(
        earlier(sessions.nextWake, delivery.nextWake),
        earlier(world?.nextWake, relay?.questions.nextWake)),
      earlier(lifecycle.nextWake, directory.nextWake))
  }

  /// Whether no new matches start, because the server is draining or shutting down.
  package var isDraining: Bool { lifecycle.beginsNothing }

  /// Whether the journal has answered every awaited record.
  package var isFlushed: Bool { lifecycle.isFlushed }

  /// How many rooms there are.
  package var roomCount: Int { directory.roomCount }

  /// The lobby's current totals; O(1).
  var counts: LobbyCounts { directory.counts }

  /// Number of messages encoded so far.
  package var encodingCount: Int { delivery.encodingCount }

  /// Handles one input and returns the outputs, in order.
  package mutating func handle(_ input: ServerInput, now: ServerTime) -> [ServerOutput] {
    var out = Outbox()
    switch input {
    case .opened(let connection, let encoding, let address, let host):
      admission.opened(connection, from: address, host: host, now: now)
      delivery.opened(connection, encoding, limits.backlog)
      connections[connection] = ServerConnection(openedAt: now, limits: limits)
      sessions.opened(connection, helloBy: now + limits.helloWithin)
      if lifecycle.farewell != nil { dismiss(connection, &out) }
    case .received(let connection, let bytes, let received):
      receive(bytes, over: connection, received: received, now: now, &out)
    case .measured(let connection, let roundTrip):
      measured(roundTrip, on: connection, now: now, &out)
    case .waiting(let connection, let bytes):
      precondition(bytes >= 0, "\(bytes) bytes are queued: the count never goes below 0.")
      waiting(bytes, for: connection, now: now, &out)
    case .closed(let connection): forget(connection, now: now, &out)
    case .journalled(let outcomes):
      lifecycle.answered(outcomes.count)
      for outcome in outcomes {
        switch outcome {
        case .landed(let room, let encoded):
          deliver(directory.landed(room, now: now), encoded: encoded, &out)
        case .failed(let room): deliver(directory.failed(room, now: now), &out)
        case .taken(let room, let opener): taken(room, openedBy: opener, now: now, &out)
        case .lost(let room, let node): lose(room, to: node, now: now, &out)
        case .reread(let room): deliver(directory.reread(room, now: now), &out)
        case .watches(let session, let room):
          deliver(directory.watches(session, room, isKept: true, now: now), &out)
        case .watchesNot(let session, let room):
          deliver(directory.watches(session, room, isKept: false, now: now), &out)
        }
      }
      leaveIfDone(now: now, &out)
    case .registered(let outcomes):
      lifecycle.answered(outcomes.count)
      for outcome in outcomes {
        switch outcome {
        case .kept, .conflict, .notKept, .unclear:
          if let put = SessionPut(outcome) { registered(put, now: now, &out) }
        case .noted(let id): noted(AdminRequestID(id.rawValue), isKept: true, &out)
        case .notNoted(let id): noted(AdminRequestID(id.rawValue), isKept: false, &out)
        }
      }
      leaveIfDone(now: now, &out)
    case .fetched(let answer, let id): fetched(answer, for: id, now: now, &out)
    case .results(let results): rate(results)
    case .bans(let changes): take(changes, now: now, &out)
    case .found(let answer, let query): found(answer, for: query, &out)
    case .world(let event): handle(event, now: now, &out)
    case .owner(let input): take(input, now: now, &out)
    case .configure(let limits): configure(limits, now: now)
    case .admin(let request, let id): handle(request, id: id, now: now, &out)
    case .leave(let farewell): leave(farewell, now: now, &out)
    case .tick where lifecycle.farewell != nil: leaveIfDone(now: now, &out)
    case .tick:
      closeSilent(now: now, &out)
      giveUpWaiting(now: now, &out)
      closeBehind(now: now, &out)
      giveUpLateQuestions(now: now, &out)
      deliver(directory.tick(now: now), &out)
      tickWorld(now: now, &out)
      if movesEveryRoom, lifecycle.countsDraining(at: now) { handOverRooms(now: now, &out) }
      let running = movesEveryRoom ? roomCount : directory.counts.runningMatches
      if lifecycle.completesDraining(runningMatches: running, now: now) { out.append(.drained) }
    }
    assertConsistent()
    return out.outputs
  }

  private mutating func receive(
    _ bytes: [UInt8], over connection: ServerConnectionID, received: ServerTime, now: ServerTime,
    _ out: inout Outbox
  ) {
    guard let encoding = delivery.encodingIfHeard(connection) else { return }
    if received == now, let answer = pong(answering: bytes.span.bytes, over: connection, at: now) {
      out.append(.send(answer.pong, encoding, to: [connection]))
      return out.append(contentsOf: answer.outputs)
    }
    guard let place = connections.index(forKey: connection) else { return }
    let verdict = connections.values[place].pace.message(at: now.sinceEpoch)
    if verdict == .tooMuch { return closeTooFast(connection, &out) }
    let message: ClientMessage
    do throws(WireError) {
      message = try encoding.decodeClientMessage(bytes)
    } catch {
      return answer(error, to: bytes, isTooFast: verdict != .heard, over: connection, &out)
    }
    guard verdict == .heard else {
      return refuse(message.requestID, over: connection, Refusal(.limitTooFast), &out)
    }
    let isInHandshake = sessions.isWaiting(connection)
    switch (message, sessions.session(over: connection)) {
    case (.ping(let ping), _):
      answer(ping, over: connection, received: received, now: now, &out)
    case (let message, _) where lifecycle.farewell != nil:
      answerLeaving(message, over: connection, &out)
    case (.hello(let hello), nil) where !isInHandshake:
      greet(hello, over: connection, now: now, &out)
    case (let message, _) where isInHandshake:
      hold(message, over: connection, received: received, &out)
    case (_, nil):
      close(
        connection, code: .sessionHelloFirst, reason: "Send hello before anything else.",
        closeCode: 1008, &out)
    case (let message, let session?):
      handle(message, from: session, over: connection, received: received, now: now, &out)
    }
  }

  private mutating func measured(
    _ roundTrip: RoundTrip, on connection: ServerConnectionID, now: ServerTime, _ out: inout Outbox
  ) {
    metrics.note(.roundTrip, roundTrip.smoothed)
    connections[connection]?.estimator.measured(roundTrip, at: now)
    reportRoundTrip(of: connection, nil, now: now, &out)
  }

  private mutating func closeSilent(now: ServerTime, _ out: inout Outbox) {
    for connection in sessions.takeSilent(now: now) {
      close(
        connection, code: .sessionHelloFirst, reason: "No hello arrived in time.",
        closeCode: 1008, &out)
    }
  }

  /// Removes a closed connection; its session may resume.
  private mutating func forget(
    _ connection: ServerConnectionID, now: ServerTime, _ out: inout Outbox
  ) {
    guard connections.removeValue(forKey: connection) != nil else { return }
    admission.closed(connection)
    delivery.closed(connection, &out)
    inquirers.remove(connection)
    quickMatches[connection] = nil
    let ended = sessions.closed(connection)
    if let handshake = ended.handshake { abandon(handshake, now: now, &out) }
    if let session = ended.session {
      deliver(directory.setConnected(false, session, now: now), &out)
    }
  }

  // MARK: Invariants

  /// Checks the relations between the core's tables after an input; debug builds only, O(1).
  func assertConsistent() {
    assert(
      delivery.subscriberCount(of: .roomList) <= connections.count,
      "Each subscriber of the room list is connected.")
    assert(
      inquirers.count <= min(connections.count, Self.mostInquiries),
      "Each replay query has an open connection, and their number is bounded.")
    assert(
      admission.connectionCount == connections.count, "Admission counts every open connection.")
  }
}
