// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import DequeModule
import Game
import Journal
import LibWebSockets
import Lobby
import Logging
import Wire

/// Feeds the loop's events to the server core and carries out what it returns.
///
/// Confined to the loop's thread. Inputs that arise while another is handled are queued, so the
/// core is never re-entered.
final class ServerShell: ServerHandler {
  let loop: EventLoop
  private let journal: any Journal
  /// The journal's face to this machine's disk; nil if it has none.
  let disk: (any LocalJournal)?
  /// Its world; nil for a server by itself.
  let world: WorldShell?
  private(set) var clock = ServerClock()
  var core: ServerCore
  private var peers = PeerTable()
  private var topics: TopicTable
  private var lastID: UInt64 = 0
  private var inputs: Deque<ServerInput> = []
  private var isBusy = false
  private var timer: LoopTimer?
  private var timerDue: ServerTime?
  private var beating: LoopTimer?
  /// When shutdown began; from then on no match can continue.
  private(set) var leftAt: ServerTime?
  /// Whether the players' listener is open and the journal is restored.
  var isOpen = false
  let version: String
  var limits: ServerLimits
  var addresses: ClientAddress
  var hostNames = HostNames()
  /// The page for browsers.
  let pageService: PageService
  let logger: Logger
  /// When the certificate expires, in seconds since 1970; nil without one.
  var certificateExpiry: Int?
  let descriptors = DescriptorCount()
  var loopWatch: LoopWatch?
  /// The connections to the owner of the matches that are passed on; nil unless this is a relay.
  var owner: OwnerConnections?
  /// Delivers answers to admin requests.
  var answerAdmin: (AdminAnswer, AdminRequestID) -> Void = { _, _ in }
  /// Called when draining is complete.
  var drained: () -> Void = {}

  /// Interval of heartbeats while there are rooms, and the least between two samples of the kernel's
  /// round trip of one connection.
  private static let interval = Duration.seconds(1)

  init(
    loop: EventLoop, core: ServerCore, journal: any Journal, disk: (any LocalJournal)? = nil,
    world: WorldShell? = nil, limits: ServerLimits = ServerLimits(), version: String,
    pages: PageService = .off, logger: Logger = Logger(label: "facedown-server")
  ) {
    self.loop = loop
    topics = TopicTable(loop)
    self.core = core
    self.journal = journal
    self.disk = disk
    self.world = world
    self.limits = limits
    self.version = version
    pageService = pages
    self.logger = logger
    addresses = ClientAddress(limits)
    self.core.lifecycle.start(at: clock.now)
    self.journal.onResults = { [weak self] in self?.feed(.results($0)) }
    self.journal.onBans = { [weak self] in self?.feed(.bans($0)) }
    world?.feed = { [weak self] in self?.feed(.world($0)) }
  }

  /// Restores a journal before any other input: how long the outage was; zero for a new journal.
  func restore(_ contents: JournalContents) -> Duration {
    clock = ServerClock(notBefore: contents.lastStamp + .microseconds(1))
    let now = clock.now
    let (losses, outputs) = core.restore(contents, now: now)
    for loss in losses { logger.note(loss) }
    for output in outputs { perform(output) }
    rearm()
    beat()
    return contents.lastStamp == .zero ? .zero : now - contents.lobby.lastAlive
  }

  /// Writes the last heartbeat of this process.
  func beatForTheLastTime() {
    beating?.cancel()
    if core.roomCount > 0 { disk?.beat(at: leftAt ?? clock.now) }
  }

  /// Whether all connections are closed and the journal has answered everything.
  var isEmpty: Bool { peers.isEmpty && core.isFlushed }

  /// Begins the shutdown: once the journal has answered, every client is notified and closed.
  func leave(_ farewell: ShutdownMode) {
    leftAt = leftAt ?? clock.now
    feed(.leave(farewell))
  }

  // MARK: Events of the loop

  func admit(_ peer: PeerAddress) -> Bool {
    let address = addresses.address(of: peer)
    guard let overload = core.connecting(from: address, as: .socket, now: clock.now) else {
      return true
    }
    core.metrics.count(.turnedAway(overload))
    return false
  }

  func accept(_ request: UpgradeRequest) -> UpgradeDecision {
    switch limits.origins.judge(request, at: hostNames) {
    case .admitted: break
    case .foreign:
      core.metrics.count(.turnedAwayForeignOrigin)
      return .refuse(.foreignOrigin)
    case .unknownHost(let host):
      core.metrics.count(.turnedAwayForeignOrigin)
      return .refuse(HTTPResponse(unknownHost: host))
    }
    if let sentence = core.banned(addresses.host(of: request), now: clock.now) {
      core.metrics.count(.turnedAwayBanned)
      return .refuse(HTTPResponse(banned: sentence))
    }
    let address = addresses.address(of: request)
    if let overload = core.connecting(from: address, as: .newConnection, now: clock.now) {
      return refuse(overload)
    }
    return core.admitting(address).map { refuse($0) } ?? .accept
  }

  private func refuse(_ overload: Overload) -> UpgradeDecision {
    core.metrics.count(.turnedAway(overload))
    return .refuse(HTTPResponse(overload))
  }

  func waiting(_ connection: ConnectionID, bytes: Int) {
    if let peer = peers[connection] { feed(.waiting(peer.id, bytes: bytes)) }
  }

  func opened(_ connection: ConnectionID, _ info: ConnectionInfo) {
    guard let encoding = info.subprotocol.flatMap(WireEncoding.init(subprotocol:)) else {
      preconditionFailure("A connection was accepted without one of our subprotocols.")
    }
    lastID += 1
    let id = ServerConnectionID(lastID)
    peers.insert(.init(connection: connection, id: id, encoding: encoding))
    let address = info.request.flatMap { addresses.address(of: $0) }
    let host = info.request.map { addresses.host(of: $0) }
    logger.debug(
      "Connection opened.",
      metadata: ["connection": .stringConvertible(lastID), "address": "\(host ?? "-")"])
    core.metrics.count(.opened(encoding))
    feed(.opened(id, encoding, address: address, host: host))
  }

  func received(_ connection: ConnectionID, _ kind: MessageKind, _ bytes: RawSpan) {
    guard let peer = peers[connection] else { return }
    let (id, encoding) = (peer.id, peer.encoding)
    guard (kind == .text) == encoding.isText else {
      loop.close(
        connection, code: .unsupportedData,
        reason: "\(encoding.subprotocol) is sent as \(encoding.isText ? "text" : "binary")")
      return
    }
    let now = clock.now
    logger.trace(
      "Message received.",
      metadata: [
        "connection": .stringConvertible(id.rawValue), "bytes": .stringConvertible(bytes.byteCount),
      ])
    core.metrics.received(encoding, bytes.byteCount)
    if !isBusy {
      let answer = core.pong(answering: bytes, over: id, at: now) {
        sample(connection, measuredAt: peer.measuredAt, now: now)
      }
      if let answer { return send(answer, kind, encoding, to: connection) }
    }
    if let roundTrip = sample(connection, measuredAt: peer.measuredAt, now: now) {
      feed(.measured(id, roundTrip))
    }
    feed(.received(id, bytes.withUnsafeBytes { Array($0) }, at: now))
  }

  /// Sends a pong, and whatever else its ping caused.
  private func send(
    _ answer: PingAnswer, _ kind: MessageKind, _ encoding: WireEncoding, to connection: ConnectionID
  ) {
    core.metrics.sent(encoding, answer.pong.count, to: 1)
    loop.send(Frame(kind, payload: answer.pong), to: connection)
    guard answer.reachedRoom else { return }
    isBusy = true
    for output in answer.outputs { perform(output) }
    feedWaiting()
  }

  /// Samples the kernel's round trip of a peer that has just sent something, at most once a second.
  private func sample(
    _ connection: ConnectionID, measuredAt: ServerTime?, now: ServerTime
  ) -> RoundTrip? {
    if let measuredAt, now - measuredAt < Self.interval { return nil }
    let roundTrip = loop.roundTrip(of: connection)
    peers.change(connection) { peer in
      peer.measuredAt = now
      if let roundTrip { peer.losses.counted(roundTrip.retransmissions, at: now) }
    }
    return roundTrip
  }

  func closed(_ connection: ConnectionID, _ info: CloseInfo) {
    guard let peer = peers.remove(connection) else { return }
    core.metrics.count(.closed(peer.encoding))
    logger.debug("Connection closed.", metadata: ["connection": "\(peer.id.rawValue)"])
    feed(.closed(peer.id))
  }

  // MARK: The server core

  func feed(_ input: ServerInput) {
    inputs.append(input)
    if !isBusy { feedWaiting() }
  }

  /// Feeds the inputs that have arisen, and those that they cause.
  private func feedWaiting() {
    isBusy = true
    while let next = inputs.popFirst() {
      let began = clock.now
      let outputs = core.handle(next, now: began)
      core.metrics.note(.decide, from: began, to: clock.now)
      for output in outputs { perform(output) }
    }
    isBusy = false
    rearm()
    beat()
  }

  /// Writes a heartbeat each second while there are rooms.
  private func beat() {
    guard let disk, beating == nil, leftAt == nil, core.roomCount > 0 else { return }
    disk.beat(at: clock.now)
    beating = loop.schedule(after: Self.interval) { [weak self] in
      self?.beating = nil
      self?.beat()
    }
  }

  private func perform(_ output: ServerOutput) {
    switch output {
    case .send(let bytes, let encoding, let targets):
      let frame = Frame(encoding.isText ? .text : .binary, payload: bytes)
      core.metrics.sent(encoding, bytes.count, to: targets.count)
      for target in targets {
        if let connection = peers.connection(target) { loop.send(frame, to: connection) }
      }
    case .publish(let bytes, let topic):
      core.metrics.sent(topic.encoding, bytes.count, to: topics.publish(bytes, to: topic))
    case .subscribe(let id, let topic):
      if let connection = peers.connection(id) { topics.subscribe(connection, to: topic) }
    case .unsubscribe(let id, let topic): topics.unsubscribe(peers.connection(id), from: topic)
    case .chase(let targets):
      let now = clock.now
      for target in targets {
        guard let connection = peers.connection(target),
          peers[connection]?.losses.isRecent(at: now) == true
        else { continue }
        loop.chase(connection)
      }
    case .suspect(let session, let room):
      core.metrics.count(.suspects)
      logger.notice(
        "Suspected lag abuse: the player's lag compensation is reduced to the minimum.",
        metadata: ["session": "\(session)", "room": "\(room)"])
    case .append(let records):
      logger.note(records)
      core.metrics.commitBegan(at: clock.now)
      journal.append(records) { [weak self] outcomes in
        guard let self else { return }
        precondition(
          outcomes.count == records.count { $0.isAwaited },
          "The journal answers each awaited record once.")
        core.metrics.commitEnded(records, outcomes, at: clock.now)
        feed(.journalled(outcomes))
      }
    case .register(let records):
      for record in records { logger.note(record) }
      core.metrics.commitBegan(at: clock.now)
      journal.put(records) { [weak self] outcomes in
        guard let self else { return }
        precondition(
          outcomes.count == records.count { $0.isAwaited },
          "The registry answers each awaited record once.")
        core.metrics.commitEnded(records, outcomes, at: clock.now)
        feed(.registered(outcomes))
      }
    case .fetch(let session, let id):
      journal.get(session) { [weak self] in self?.feed(.fetched($0, for: id)) }
    case .keep(let outages): disk?.keep(outages)
    case .query(let query):
      journal.query(query) { [weak self] in self?.feed(.found($0, for: query)) }
    case .world(let request):
      guard let world else { preconditionFailure("A server by itself asks nothing of a world.") }
      world.perform(request, at: clock)
    case .damaged(let loss): logger.note(loss)
    case .owner(let output): owner?.perform(output)
    case .admin(let answer, let id): answerAdmin(answer, id)
    case .drained: drained()
    case .close(let id, let code, let reason):
      if let connection = peers.connection(id) {
        loop.close(connection, code: CloseCode(rawValue: code), reason: reason)
      }
    }
  }

  /// Inout, because otherwise the core would be copied.
  private func nextWake(of core: inout ServerCore) -> ServerTime? { core.nextWake }

  /// One timer serves all deadlines of the server core.
  func rearm() {
    let wake = nextWake(of: &core)
    guard wake != timerDue else { return }
    timer?.cancel()
    timer = nil
    timerDue = wake
    guard let wake else { return }
    timer = loop.schedule(after: max(wake - clock.now, .zero)) { [weak self] in
      self?.timerDue = nil
      self?.feed(.tick)
    }
  }
}
