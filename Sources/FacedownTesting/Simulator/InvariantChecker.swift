// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Game
import Journal
import Lobby
import MatchServer
import Protocol
import Replays
import Wire

/// Watches a server from outside.
///
/// It sees the bytes the server receives and sends, and what is on its disk; nothing inside it.
/// Every violation of an invariant is reported to the run at once.
final class InvariantChecker {
  /// Reports a violated invariant, with a sentence that says how.
  let complain: (Invariant, String) -> Void
  /// The round trip of a peer's link, by connection.
  let roundTrip: (ServerConnectionID) -> Duration
  let dealer: Dealer
  /// Whether decks come from the fair deal, so that the opened seed must yield them.
  let isFair: Bool
  /// The limits of waiting bytes.
  let backlog: BacklogLimits
  /// Connections to be closed by the end of the server's turn.
  var overdue: [ServerConnectionID] = []
  /// Rooms about which something was sent in this turn.
  var spoken: [String: [Role: UInt64]] = [:]
  var connections: [ServerConnectionID: ConnectionModel] = [:]
  var sessions: [String: SessionModel] = [:]
  var rooms: [String: RoomModel] = [:]
  /// Sessions, by the tokens they were given.
  var owners: [[UInt8]: String] = [:]
  /// The node whose inputs and outputs are being watched.
  var node = 0
  /// The clock of each node: how far it is ahead of the run's, and the latest time that was sent.
  private var clocks: [Int: (offset: Duration, latestStamp: ServerTime)] = [:]
  /// The nodes that are relays.
  var relays: [Int: RelayModel] = [:]
  /// The players whose keys the relays prove.
  var relayPlayers: Set<String> = []
  /// Connections that newer ones at other nodes have superseded.
  var successions: [Succession] = []
  /// Requests that followed hellos without an answer.
  var unwelcome: Set<RequestID> = []
  /// Banned players, with start and end of the ban.
  var bans: [String: (since: ServerTime, until: ServerTime?)] = [:]
  var isDraining = false
  /// Rooms that the server began to open before it drained: their codes may turn out to be taken.
  var openings: Set<RoomID> = []
  /// The ratings after each rated result, and when it landed.
  var ratings: [(landedAt: ServerTime, table: RatingTable)] = []
  /// Index of the last result that had landed when the server started; -1 for none.
  var settledRatings = -1
  /// The last decoded message: many readers get the same bytes.
  private var lastRead: (bytes: [UInt8], message: ServerMessage)?
  private(set) var messages = 0
  /// The latest time that the node has sent.
  var latestStamp: ServerTime {
    get { clocks[node]?.latestStamp ?? .zero }
    set { clocks[node] = (offset, newValue) }
  }

  /// How far the node's clock is ahead of the run's.
  var offset: Duration { clocks[node]?.offset ?? .zero }

  init(
    dealer: Dealer, isFair: Bool, backlog: BacklogLimits,
    roundTrip: @escaping (ServerConnectionID) -> Duration,
    complain: @escaping (Invariant, String) -> Void
  ) {
    self.dealer = dealer
    self.isFair = isFair
    self.backlog = backlog
    self.roundTrip = roundTrip
    self.complain = complain
  }

  // MARK: The disk

  /// A step is on the disk.
  func landed(_ step: Batch, at time: ServerTime) {
    let id = step.room.rawValue
    let model = rooms[id] ?? RoomModel(id: id, rules: RuleBook(dealer: dealer, isFair: isFair))
    rooms[id] = model
    model.node = node
    if step.expectedLastSeq != model.lastSeq {
      complain(
        .oneLog,
        "An append to room \(id) follows entry \(step.expectedLastSeq), but the journal ends "
          + "with \(model.lastSeq).")
    }
    for complaint in model.land(step, at: time) { complain(.rules, complaint) }
    checkEffects(of: step, in: model)
    checkCredit(of: step, in: model)
    checkClockPauses(of: step, in: model)
    rate(step, in: model, now: time)
  }

  /// The server appends records to its journal.
  func appended(_ records: [JournalRecord], now: ServerTime) {
    for record in records {
      switch record {
      case .room(.closed(let room, _)): rooms[room.rawValue]?.isOpen = false
      case .room(.step(let step)):
        checkOpening(step)
        rooms[step.room.rawValue]?.clockPause.appended(at: now + offset)
      default: break
      }
    }
  }

  // MARK: Input of the server

  /// A connection opens.
  ///
  /// - Parameters:
  ///   - connection: the connection.
  ///   - encoding: its encoding.
  ///   - relay: the relay whose client has dialled; nil for anyone else.
  func opened(
    _ connection: ServerConnectionID, _ encoding: WireEncoding, of relay: Int? = nil
  ) {
    connections[connection] = ConnectionModel(
      id: connection, encoding: encoding, node: node, relay: relay)
  }

  /// A connection ends.
  func closed(_ connection: ServerConnectionID, now: ServerTime) {
    guard let model = connections.removeValue(forKey: connection) else { return }
    guard let session = model.session else {
      return unwelcome.formUnion(model.early.compactMap(\.requestID))
    }
    guard session.connection == connection else { return }
    session.connection = nil
    session.lostAt = now
  }

  /// A node's process has crashed: connections, refusals and lag banks are lost.
  func crashed(node: Int, now: ServerTime) {
    self.node = node
    for (id, connection) in connections where connection.node == node { closed(id, now: now) }
    // The turn in which it crashed has no end.
    (spoken, overdue) = ([:], [])
    if relays[node] != nil { return relayCrashed(node) }
    for session in sessions.values where session.node == node { session.crashed() }
    forgetOrders(at: now + offset)
    for room in rooms.values where room.node == node {
      // In a world, what it has sent may land until the room is claimed.
      if clocks.count == 1 { room.forgetLandings(offset: offset) }
      room.diedOffset = offset
      let view = room.view(room.lastSeq)
      guard view.isMatchRunning else { continue }
      let deadline = view.phase == .playing ? view.turn?.deadline : nil
      room.clockPause.died(at: now + offset, lastEntry: view.at, deadline: deadline)
    }
  }

  /// Another process of a node starts, whose clock shows `time` and is `offset` ahead of the run's.
  ///
  /// `lastAlive` is the last heartbeat of the previous server, which had all rooms; nil if this one has
  /// to claim rooms.
  func started(
    node: Int, at time: ServerTime, offset: Duration, lastAlive: ServerTime? = nil
  ) {
    self.node = node
    reset(clock: (offset, time), of: node)
    guard let lastAlive else { return }
    settledRatings = ratings.count - 1
    for room in rooms.values {
      room.reportedSeq = room.lastSeq
      room.clockPause.began(at: time, lastAlive: lastAlive)
    }
  }

  /// The clock of a node begins anew.
  func reset(clock: (offset: Duration, latestStamp: ServerTime), of node: Int) {
    clocks[node] = clock
  }

  /// The node owns a room, whose last owner was alive until then as far as is known.
  ///
  /// With fewer entries than are on the disk, another node has owned it since.
  func claimed(_ stored: StoredRoom, aliveUntil: ServerTime, at time: ServerTime) {
    guard let room = rooms[stored.id.rawValue],
      stored.entries.last.map({ $0.seq == room.lastSeq }) ?? true
    else { return }
    room.node = node
    room.reportedSeq = room.lastSeq
    room.forgetLandings(offset: offset)
    let view = room.view(room.lastSeq)
    let skew = offset - room.diedOffset
    room.clockPause.shift(by: skew)
    room.diedOffset = offset
    if view.isMatchRunning, !room.clockPause.isAway {
      room.clockPause.died(at: aliveUntil, lastEntry: view.at, deadline: nil)
    }
    room.clockPause.began(at: time, lastAlive: aliveUntil, skew: max(skew, .zero - skew))
  }

  /// Bytes reach the server.
  func arrived(_ bytes: [UInt8], over connection: ServerConnectionID) {
    guard let model = connections[connection], !model.isOver else { return }
    guard let message = try? model.encoding.decodeClientMessage(bytes) else {
      model.hasSentRubbish = true
      return
    }
    if model.session == nil {
      if case .hello(let hello) = message {
        if model.hello == nil { offered(hello.resumeToken) }
        model.hello = model.hello ?? hello
      } else {
        model.early.append(message)
      }
    } else {
      ask(message, over: model)
    }
  }

  /// Records a member's request.
  func ask(_ message: ClientMessage, over model: ConnectionModel) {
    guard let session = model.session else { return }
    guard session.connection == model.id else {
      if session.node != model.node, let id = message.requestID { model.lateRequests.insert(id) }
      return
    }
    switch message {
    case .request(let id, .createRoom), .request(let id, .quickMatch):
      session.asksForRoom(nil)
      session.ask(id, .entering, message, over: model.id)
    case .request(let id, .joinRoom(let join)):
      let isNew = session.asked.keys.allSatisfy { $0 < id }
      session.asksForRoom(join.role == .spectator ? join.code : nil)
      session.ask(id, .entering, message, over: model.id)
      if let seq = join.afterSeq {
        session.resumes.append((seq, join.roomID))
        // A number used before makes it a retry, with the original answer.
        if isNew { model.resuming[id] = join.roomID.map { (seq, $0) } }
      }
    case .request(let id, .leaveRoom): session.ask(id, .leaving, message, over: model.id)
    case .request(let id, .intent): session.ask(id, .intent, message, over: model.id)
    case .leaderboard(let id, _), .replays(let id, _), .replay(let id, _), .profile(let id, _),
      .daily(let id, _),
      .unsupported(let id?, _):
      session.ask(id, .other, message, over: model.id)
    case .hello, .prove, .ping, .listRooms, .react, .point, .watching, .unsupported: break
    }
  }

  // MARK: Output of the server

  /// Bytes leave the server over a connection.
  func sent(_ bytes: [UInt8], over connection: ServerConnectionID, now: ServerTime) {
    messages += 1
    guard let model = connections[connection] else { return }
    let message: ServerMessage
    do throws(WireError) {
      message = try read(bytes, model.encoding)
    } catch {
      return complain(
        .oneLog,
        "Connection \(connection.rawValue) is sent \(bytes.count) bytes that do not decode as "
          + "\(model.encoding): \(error)")
    }
    if model.isOver {
      complain(
        .fencing, "Connection \(connection.rawValue) is sent \(message.name) after `closing`.")
    }
    checkReading(message, over: model)
    switch message {
    case .welcome(let welcome): welcomed(welcome, over: model, now: now)
    case .pong(let pong):
      stamp(pong.t1, over: model, isLatest: false, now: now)
      stamp(pong.t2, over: model, isLatest: true, now: now)
    case .rooms(let update): for room in update.rooms { checkListing(room, now: now) }
    case .joined(let joined): entered(joined, over: model, now: now)
    case .entry(let entry): passedOn(entry, over: model, now: now)
    case .refused(let id, let refusal): refused(id, refusal, over: model)
    case .presence(let presence): model.presence = presence
    case .audience(let count): model.audience = count
    case .left(let id, _): left(id, over: model)
    case .leaderboard(let best):
      model.session?.asked[best.id]?.isAnswered = true
      checkLeaderboard(best, now: now)
    case .profile(let profile): model.session?.asked[profile.id]?.isAnswered = true
    case .daily(let daily): model.session?.asked[daily.id]?.isAnswered = true
    case .pointing(let actor, _): checkPointing(by: actor, over: model)
    case .reaction: checkReaction(over: model)
    case .replays, .replay, .notice: break
    case .closing(let closing):
      model.isOver = true
      // A proof of a banned key ends the session that made it.
      if closing.code == RefusalCode.sessionBanned.rawValue { model.session?.mayHaveEnded = true }
    case .moved, .moving: moved(message, over: model)
    case .unrecognized:
      complain(.oneLog, "Connection \(connection.rawValue) is sent an empty message.")
    }
  }

  private func read(
    _ bytes: [UInt8], _ encoding: WireEncoding
  ) throws(WireError) -> ServerMessage {
    if let lastRead, lastRead.bytes == bytes { return lastRead.message }
    let message = try encoding.decodeServerMessage(bytes)
    lastRead = (bytes, message)
    return message
  }

  private func welcomed(_ welcome: Welcome, over model: ConnectionModel, now: ServerTime) {
    if relays[model.node] != nil { model.epoch = welcome.clockEpoch }
    stamp(welcome.serverTime, over: model, isLatest: true, now: now)
    let known = sessions[welcome.sessionID]
    let offered = model.hello?.resumeToken
    if let known, model.session === known {
      // The answer to a proof: the previous token stays valid until the new one is used.
      if let newest = known.tokens.last { known.used(newest, isKept: true) }
    } else if let known {
      guard let offered, owners[offered] == known.id, known.isGood(offered) else {
        complain(.fencing, "Session \(known.id) is resumed without a valid token.")
        return
      }
      known.used(offered, isKept: welcome.resumeToken != offered)
    }
    if known == nil { checkForgotten(offered, now: now) }
    let session = known ?? SessionModel(id: welcome.sessionID)
    sessions[session.id] = session
    // Where a new token could not be journalled, the old one is given again.
    if owners[welcome.resumeToken] != nil, welcome.resumeToken != offered || known == nil {
      complain(.fencing, "A resume token is issued twice.")
    }
    owners[welcome.resumeToken] = session.id
    if session.tokens.last != welcome.resumeToken { session.tokens.append(welcome.resumeToken) }
    model.session = session
    session.connection = model.id
    session.arrives(at: model.node)
    model.player = welcome.playerID
    checkWelcome(welcome, as: session)
    supersede(model, of: session, now: now)
    if let lostAt = session.lostAt { session.absence = now - lostAt }
    session.lostAt = nil
    session.roundTrip = roundTrip(model.id)
    for message in model.early { ask(message, over: model) }
    model.early = []
  }
}
