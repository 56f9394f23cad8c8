// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

package import Game
package import Protocol

/// The client without a user interface, as one value: connections, session, clock, log and requests.
///
/// Used by the terminal, bots, the load generator and the simulator. It speaks messages, not bytes,
/// and has neither a socket nor a clock nor a key. It verifies the fair deal itself: it commits to
/// its share when readying, reveals it on request, and checks every face against the deal's
/// commitment.
package struct ClientCore: Sendable {
  let hashing: Hashing
  /// The server's last welcome; nil before the first.
  package internal(set) var welcome: Welcome?
  /// Whether a proof of the key that the server could not store is repeated; otherwise the client is
  /// told that it remains a guest.
  package var provesAgain: Bool {
    get { proof.isPersistent }
    set { proof.isPersistent = newValue }
  }
  /// Whether a proof of the key was neither accepted nor refused for good.
  package var isProving: Bool { proof.isPending }
  /// Whether the server has welcomed the client on its present or most recent connection.
  package internal(set) var isWelcome = false
  /// The room list as last received.
  package internal(set) var rooms: [RoomSummary] = []
  /// The room the client is in; nil while it is in none.
  package internal(set) var table: ClientTable?
  /// The least number of entries that the table's log keeps; nil for the last two matches.
  package var entriesKept: Int?
  var clockSync: ClockSync
  var requests = PendingRequests()
  var held = HeldChoice()
  var resume = RoomResume()
  var proof: IdentityProof
  var share: DealShare
  var reactions = ReactionLimit()
  var points = PointLimit()
  var plan: ConnectionPlan
  /// The clock of the node that the room is about to move to, measured ahead of time.
  var standbyClock: StandbyClock?
  /// What this start of the program continues; its room is nil once that was entered or left.
  var restored: ClientSnapshot?
  private let agent: String
  private let name: String

  /// A client that is not connected yet.
  ///
  /// - Parameters:
  ///   - agent: the program's name for the server's log; bots' begin with `facedown-bot`.
  ///   - name: the player's display name.
  ///   - identity: the player's key, which is proven with signatures; nil for a guest.
  ///   - reconnectPolicy: how it reconnects; nil if it does not.
  ///   - seed: seeds the jitter of reconnecting; nil to draw it from `key`.
  ///   - key: 32 random bytes, the seed of the client's shares.
  ///   - hashing: the hash functions of the fair deal.
  ///   - snapshot: what to continue; nil to begin a session.
  package init(
    agent: String, name: String, identity: PublicIdentity? = nil,
    reconnectPolicy: ReconnectPolicy? = nil, seed: UInt64? = nil, key: [UInt8], hashing: Hashing,
    restoring snapshot: ClientSnapshot? = nil
  ) {
    self.agent = agent
    self.name = name
    self.hashing = hashing
    proof = IdentityProof(of: identity)
    var random = RandomStream(key: key, hashing: hashing)
    clockSync = ClockSync(seed: random.nextWord())
    plan = ConnectionPlan(reconnectPolicy, seed: seed ?? random.nextWord())
    share = DealShare(random: random, hashing: hashing)
    guard let snapshot else { return }
    restored = snapshot
    requests.skip(through: snapshot.lastRequest)
    if let former = snapshot.share { share.restore(former) }
  }

  /// Handles one input and returns what to do.
  package mutating func handle(_ input: ClientInput, now: LocalTime) -> [ClientOutput] {
    clockSync.notice(now)
    standbyClock?.sync.notice(now)
    // A role begins and ends by messages of several kinds.
    defer { clockSync.keep(table?.seat == nil ? .spectator : .player, at: now) }
    switch input {
    case .start(let home): return carryOut(plan.begin(home: home), now: now)
    case .opened(let number): return carryOut(plan.opened(number, at: now), now: now)
    case .received(let number, let message):
      guard number == plan.current else {
        standbyClock?.received(message, over: number, at: now)
        return []
      }
      let orders = plan.heard(number, at: now)
      if case .welcome = message { plan.welcomed() }
      if case .closing(let closing) = message {
        plan.dismissed(
          comeBackAfter: closing.retryAfter,
          isElsewhere: closing.code == RefusalCode.serverElsewhere.rawValue, at: now)
      }
      let outputs = carryOut(orders, now: now) + receive(message, over: number, now: now)
      if isCurrent, requests.isEmpty { plan.settled(at: now) }
      return outputs
    case .garbled(let number, let problem):
      guard number == plan.current else { return [] }
      return carryOut(plan.heard(number, at: now), now: now) + giveUp(problem, now: now)
    case .ended(let number, let mayRetry):
      if number == plan.current { disconnect() }
      if number == standbyClock?.number { standbyClock = nil }
      return carryOut(plan.ended(number, mayRetry: mayRetry, at: now), now: now)
    case .signed(let number, let signature):
      guard number == plan.current, proof.signed(over: number) else { return [] }
      return send(.prove(signature: signature)) + ask()
    case .command(let command): return perform(command, now: now)
    case .tick:
      let outputs =
        proveAgain(now: now) + resumeIfDue(now: now) + sendHeld(now: now) + sendPoint(now: now)
        + probe(now: now) + probeStandby(now: now)
      let orders = plan.tick(at: now, unansweredSince: clockSync.unansweredSince)
      return outputs + carryOut(orders, now: now)
    case .woke:
      clockSync.woke(at: now)
      standbyClock?.sync.woke(at: now)
      return probe(now: now) + probeStandby(now: now)
    case .close: return carryOut(plan.close(), now: now)
    }
  }

  // MARK: Connections

  /// Whether there is an open connection.
  package var isConnected: Bool { plan.current != nil }

  /// Whether it has given up, or was closed.
  package var isOver: Bool { plan.isOver }

  /// When `tick` is due next; nil for never.
  package var nextWake: LocalTime? {
    let retry = plan.nextWake(unansweredSince: clockSync.unansweredSince)
    return [retry, nextMessage, pointDue, standbyClock?.sync.nextWake].compactMap { $0 }.min()
  }

  /// When a held choice, a resume, a proof or a clock probe is sent next; nil for never.
  private var nextMessage: LocalTime? {
    guard isConnected else { return nil }
    let retry = mayAsk ? resume.retryAt : nil
    let again = isWelcome ? proof.retryAt : nil
    return [held.due, retry, again, clockSync.nextWake].compactMap { $0 }.min()
  }

  /// Whether the last message over a connection deserves a chaser: a tiny message right behind it.
  ///
  /// A client's messages are small and rare, and all deserve one unless another message follows
  /// soon anyway. The probes of a fresh connection, each with a chaser, would be more packets than
  /// it may have in flight, and at a round trip of 300 ms would delay what follows. Nor do the
  /// probes of those without a seat: for the server a chaser is as much work as a probe.
  package func isWorthChaser(
    behind message: ClientMessage? = nil, over number: ConnectionNumber, at now: LocalTime
  ) -> Bool {
    // The next place makes a lost one good.
    if case .point? = message { return false }
    guard number == plan.current, clockSync.pace == .player || !requests.isEmpty else {
      return false
    }
    return nextMessage.map { $0 - now > ProbeSchedule.spacing } ?? true
  }

  /// The delay of a clock probe that serves as a chaser.
  package static let chaserDelay = Duration.milliseconds(20)

  /// Makes a clock probe the chaser of the last message over a connection, if that deserves one.
  ///
  /// For programs that cannot send an empty pong, such as pages.
  package mutating func chaseByProbe(
    behind message: ClientMessage? = nil, over number: ConnectionNumber, at now: LocalTime
  ) {
    // A ping needs no ping behind it.
    if case .ping? = message { return }
    guard isWorthChaser(behind: message, over: number, at: now) else { return }
    clockSync.probe(by: now + Self.chaserDelay)
  }

  mutating func carryOut(
    _ orders: [ConnectionPlan.Order], now: LocalTime
  ) -> [ClientOutput] {
    var outputs: [ClientOutput] = []
    for order in orders {
      switch order {
      case .dial(let number, let target): outputs.append(.dial(number, target))
      case .hangUp(let number):
        if number == standbyClock?.number { standbyClock = nil }
        outputs.append(.hangUp(number))
      case .changeServer: changeServer()
      case .adopt:
        disconnect()
        clockSync.opened(at: now)
        outputs += greet(now: now)
      case .measure(let number): outputs += measure(over: number, now: now)
      case .adoptMeasured(let number):
        disconnect()
        useStandbyClock(of: number)
        outputs += greet(now: now)
      case .notFollowed(let problem): outputs.append(.event(.notFollowed(problem)))
      case .interrupted(let retryAt): outputs.append(.event(.interrupted(retryAt: retryAt)))
      case .restored: outputs.append(.event(.restored))
      case .giveUp:
        disconnect()
        outputs.append(.event(.disconnected))
      }
    }
    return outputs
  }

  /// The connection in use, if any, is lost.
  private mutating func disconnect() {
    clockSync.closed()
    resume.cancel()
  }

  /// Sends the hello, and right behind it everything that is unanswered, unless a proof must go
  /// first.
  private mutating func greet(now: LocalTime) -> [ClientOutput] {
    isWelcome = false
    requests.connected()
    resume.connected(hasRoom: membership != nil)
    proof.connected()
    let hello = Hello(
      agent: agent, name: name, resumeToken: welcome?.resumeToken ?? restored?.resumeToken,
      publicKey: proof.publicKey, followsMoves: plan.followsMoves,
      room: plan.followsMoves ? membership?.code : nil)
    return send(.hello(hello)) + ask() + probe(now: now)
  }

  /// Sends a message over the connection in use, if any.
  func send(_ message: ClientMessage) -> [ClientOutput] {
    plan.current.map { [.send(message, over: $0)] } ?? []
  }

  /// Signs the proof once more if that is due.
  private mutating func proveAgain(now: LocalTime) -> [ClientOutput] {
    guard isWelcome, let welcome, let number = plan.current,
      let statement = proof.retry(welcome, over: number, at: now)
    else { return [] }
    return [.sign(statement, over: number)]
  }

  /// Sends a clock probe if one is due.
  private mutating func probe(now: LocalTime) -> [ClientOutput] {
    clockSync.probe(at: now).map { send(.ping($0)) } ?? []
  }

  /// Closes everything because of what the server has sent.
  mutating func giveUp(_ problem: String, now: LocalTime) -> [ClientOutput] {
    [.event(.garbled(problem))] + carryOut(plan.close(), now: now)
  }

  // MARK: State

  /// What another start of the program continues; nil before the first welcome.
  ///
  /// Whoever stores it does so before sending what was requested with it: the next start must know
  /// every request id that this one has used.
  package var snapshot: ClientSnapshot? {
    guard let welcome else { return restored }
    return ClientSnapshot(
      sessionID: welcome.sessionID, resumeToken: welcome.resumeToken,
      lastRequest: requests.lastID, room: isLeaving ? nil : membership, share: share.drawn)
  }

  /// The room to be in: the table's, or the one that the program's last start was in.
  var membership: ClientSnapshot.Room? {
    table.map { ClientSnapshot.Room($0) } ?? restored?.room
  }

  /// The estimate of the server's clock; nil before the first exchange.
  package var clock: ClockEstimate? { clockSync.estimate }

  /// Whether any request is unanswered or held back, or the session is waiting to reconnect.
  package var isWaiting: Bool {
    !requests.isEmpty || !held.isEmpty || resume.isPending
      || (welcome != nil || restored != nil) && !isConnected
  }

  /// Whether the session has been resumed on the present connection, so that the log is up to date.
  package var isCurrent: Bool { isConnected && isWelcome && !resume.isPending }

  /// The estimated server time; nil before the first exchange.
  ///
  /// While the connection lasts it never runs backwards or jumps, unless a clock does.
  package func serverTime(at now: LocalTime) -> ServerTime? {
    clock?.serverTime(at: now)
  }

  /// The time to show: the server's, less a spectator's delay; nil before the first exchange.
  ///
  /// Everything on screen uses this time. At the server's own time, every flip that a spectator
  /// receives would already be over.
  package func shownTime(at now: LocalTime) -> ServerTime? {
    serverTime(at: now).map { $0 - (table?.delay ?? .zero) }
  }

  /// When a moment of the match is shown here; nil before the first exchange.
  package func localTime(showing time: ServerTime) -> LocalTime? {
    clock?.localTime(at: time + (table?.delay ?? .zero))
  }

  /// The error bound of `serverTime(at:)`; nil before the first exchange.
  package func clockBound(at now: LocalTime) -> Duration? { clock?.bound(at: now) }

  /// The quality of the connection.
  package func linkQuality(at now: LocalTime) -> ConnectionQuality { clockSync.quality(at: now) }
}
