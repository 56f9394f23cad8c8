// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

package import Game
import Lobby
import Protocol

// A relay: spectators of matches that another server decides.

extension ServerCore {
  /// The spacing of clients' reconnects after the relayed time has stepped.
  static let returnSpacing = Duration.milliseconds(2)

  /// Makes an empty server core a relay of another server's matches.
  ///
  /// - Parameter owner: that server's address, for those who want to play.
  /// - Returns: the name by which the relay is known to other relays.
  @discardableResult
  package mutating func relay(of owner: String) -> String {
    precondition(connections.isEmpty, "A server core becomes a relay before it has clients.")
    directory.relay(atMost: limits.process.rooms)
    let relay = Relay(
      owner: owner, name: random.relayName(), clock: RelayClock(epoch: random.nextWord()))
    self.relay = relay
    return relay.name
  }

  /// Whether it is a relay whose owner cannot be reached.
  package var isOwnerAway: Bool { relay?.isOwnerAway ?? false }

  /// The error bound of the time that a relay tells; nil before it knows the owner's.
  package func clockBound(at now: ServerTime) -> Duration? { relay?.clock.bound(at: now) }

  /// The time sent to clients: the owner's, if this is a relay.
  func told(_ time: ServerTime) -> ServerTime { relay?.clock.time(at: time) ?? time }

  /// The epoch and the version sent to clients.
  var toldEpoch: UInt64 { relay?.clock.epoch ?? clockEpoch }

  /// The limits sent to clients: nobody points at a relay.
  func told(_ limits: ClientLimits) -> ClientLimits {
    var told = limits
    if relay != nil { told.pointsPerSecond = 0 }
    return told
  }

  /// The version sent to clients; a relay adds its path.
  var toldVersion: String {
    guard let relay else { return version }
    return RelayPath([relay.name] + (relay.path?.names ?? [])).version(version)
  }

  /// Handles what has come from the owner.
  mutating func take(_ input: OwnerInput, now: ServerTime, _ out: inout Outbox) {
    precondition(relay != nil, "Only a relay has an owner.")
    switch input {
    case .reached(let path):
      let former = relay?.path
      relay?.isOwnerAway = false
      relay?.path = path
      // Relays behind this one must learn of it, or a circle might stay unnoticed.
      if let former, former != path { sendAway(now: now, &out) }
    case .lost:
      relay?.isOwnerAway = true
      giveUpQuestions(&out)
    case .clock(let reading):
      let epoch = random.nextWord()
      let isStep = relay?.clock.follow(reading, newEpoch: epoch) ?? false
      directory.ownerIsAhead(by: told(now) - now)
      if isStep { sendAway(now: now, &out) }
    case .rooms(let update, let isWhole):
      deliver(directory.listed(update, isWhole: isWhole), &out)
    case .room(let room, let event):
      directory.ownerIsAhead(by: told(now) - now)
      let outputs = directory.followed(event, in: room, now: now)
      countWrongCodes(in: outputs, now: now)
      deliver(outputs, &out)
    case .reaction(let room, let actor, let kind):
      guard let audience = directory.audience(of: room) else { return }
      send(.reaction(actor: actor, kind), to: [], audience: audience, &out)
    case .pointing(let room, let actor, let place):
      guard let audience = directory.audience(of: room) else { return }
      send(.pointing(actor: actor, place: place), to: [], audience: audience, &out)
    case .answered(let question, let answer): answered(question, answer, now: now, &out)
    }
  }

  /// Has every client reconnect soon, a few at a time.
  private mutating func sendAway(now: ServerTime, _ out: inout Outbox) {
    for (index, connection) in connections.keys.sorted().enumerated()
    where delivery.isHeard(connection) {
      close(
        connection, code: .serverRestarting, reason: "The server's clock or place has changed.",
        closeCode: 1001, retryAfter: .milliseconds(100) + Self.returnSpacing * index, &out)
    }
  }

  /// Counts unknown codes among answers that have taken a while.
  private mutating func countWrongCodes(in outputs: [LobbyOutput], now: ServerTime) {
    for case .refused(let session, _, let refusal) in outputs
    where refusal.code == .roomUnknownCode {
      guard let connection = sessions.connection(of: session) else { continue }
      admission.countWrongCode(over: connection, now: now)
    }
  }

  // MARK: Questions

  /// Answers a question, or passes it on to the owner.
  mutating func ask(
    _ question: OwnerQuestion, _ id: RequestID, over connection: ServerConnectionID,
    now: ServerTime, _ out: inout Outbox
  ) {
    guard let relay, !relay.isOwnerAway else {
      return refuse(id, over: connection, Refusal(.serverRestarting), &out)
    }
    let asker = OwnerQuestions.Asker(connection: connection, request: id)
    switch self.relay?.questions.ask(question, for: asker, now: now) {
    case .answer(let answer): send(answer.message(answering: id), to: [connection], &out)
    case .wait(let next): if let next { out.append(.owner(.ask(next))) }
    case .refuse, nil: refuse(id, over: connection, Refusal(.limitTooFast), &out)
    }
  }

  private mutating func answered(
    _ question: OwnerQuestion, _ answer: OwnerAnswer, now: ServerTime, _ out: inout Outbox
  ) {
    guard let (askers, next) = relay?.questions.answered(question, answer, now: now) else {
      return
    }
    for asker in askers {
      send(answer.message(answering: asker.request), to: [asker.connection], &out)
    }
    if let next { out.append(.owner(.ask(next))) }
  }

  /// Refuses what the owner has not answered in time.
  mutating func giveUpLateQuestions(now: ServerTime, _ out: inout Outbox) {
    guard let due = relay?.questions.nextWake, due <= now else { return }
    giveUpQuestions(&out)
  }

  private mutating func giveUpQuestions(_ out: inout Outbox) {
    for asker in relay?.questions.giveUp() ?? [] {
      refuse(asker.request, over: asker.connection, Refusal(.serverRestarting), &out)
    }
  }

  // MARK: Viewers behind relays

  /// A session says how many watch through it.
  ///
  /// Only a relay whose key is in the configuration is believed. Anyone else counts as one spectator,
  /// also one that was believed before the configuration changed.
  mutating func count(
    _ viewers: Int, through session: SessionID, over connection: ServerConnectionID,
    now: ServerTime, _ out: inout Outbox
  ) {
    switch connections[connection]?.pace.count(at: now.sinceEpoch) {
    case .tooMuch: return closeTooFast(connection, &out)
    case .refused: return refuse(nil, over: connection, Refusal(.limitTooFast), &out)
    case .heard, nil: break
    }
    guard isRelay(directory.player(session)?.id) else {
      if let outputs = directory.count(nil, through: session, now: now) { deliver(outputs, &out) }
      return refuse(nil, over: connection, Refusal(.sessionNotRelay), &out)
    }
    guard (0...LobbyLimits.viewersOfRelay).contains(viewers) else {
      let facts: [Refusal.Fact] = [
        .init("allowed", "0 to \(LobbyLimits.viewersOfRelay)"), .init("field", "watching.count"),
        .init("value", "\(viewers)"),
      ]
      return refuse(nil, over: connection, Refusal(.requestMalformed, facts), &out)
    }
    guard let outputs = directory.count(viewers, through: session, now: now) else {
      return refuse(nil, over: connection, Refusal(.roomNotIn), &out)
    }
    deliver(outputs, &out)
  }

  /// Whether a player's key is that of a relay whose counts are believed.
  func isRelay(_ player: String?) -> Bool { player.map(limits.trustedRelays.contains) ?? false }

  /// Another connected session of the same proven player, of which one gives way; nil for none.
  ///
  /// A relay has one session for each room that it follows, and all of them go on.
  func rival(of session: SessionID, as player: String?) -> SessionID? {
    isRelay(player) ? nil : sessions.rival(of: session, as: player)
  }
}
