// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Game
import Protocol

extension ClientCore {
  /// Handles one message that the server has sent over a connection.
  mutating func receive(
    _ message: ServerMessage, over number: ConnectionNumber, now: LocalTime
  ) -> [ClientOutput] {
    switch message {
    case .welcome(let welcome): return enter(welcome, over: number, now: now)
    case .pong(let pong):
      let wasKnown = clock != nil
      clockSync.answered(pong, at: now)
      guard !wasKnown, clock != nil, table != nil else { return [] }
      return [.event(.timeKnown)] + (resume.isPending ? [] : timeHeld(now: now))
    case .rooms(let update):
      list(update)
      return [.event(.rooms)]
    case .joined(let joined): return enter(joined, now: now)
    case .entry(let entry):
      let outputs = add(entry, now: now)
      guard case .committed = entry.event else { return outputs }
      return outputs + revealShare(now: now)
    case .refused(let id, let refusal): return take(refusal, of: id, now: now)
    case .presence(let presence):
      table?.presence = presence
      return [.event(.presence)]
    case .audience(let count):
      table?.audience = count
      return [.event(.audience)]
    case .left(let id, let code):
      // Leaving answers everything asked at this table before it; later requests stay open.
      requests.removeAll { request, command in
        id.map { request <= $0 } ?? !command.isEntering
      }
      leaveTable()
      return [.event(.left(reason: code))]
    case .closing(let closing): return [.event(.closing(closing))]
    case .reaction(nil, let kind): return table == nil ? [] : [.event(.reaction(nil, kind))]
    case .reaction(let actor?, let kind):
      return table?.log.latest.seat(of: actor).map { [.event(.reaction($0, kind))] } ?? []
    case .pointing(let actor, let place):
      return table?.log.latest.seat(of: actor).map { [.event(.pointing($0, place: place))] } ?? []
    case .leaderboard(let best):
      guard requests.remove(best.id) == .leaderboard(best.mode) else { return [] }
      return [.event(.leaderboard(best))]
    case .profile(let profile):
      guard requests.remove(profile.id) == .profile(profile.asked) else { return [] }
      return [.event(.profile(profile))]
    case .daily(let daily):
      guard case .daily = requests.remove(daily.id) else { return [] }
      return [.event(.daily(daily))]
    case .replays(let id, let replays):
      requests.remove(id)
      return [.event(.replays(replays))]
    case .replay(let replay):
      requests.remove(replay.id)
      return [.event(.replay(replay))]
    case .notice(let text): return [.event(.notice(text))]
    case .moved(let moved): return follow(moved, now: now)
    case .moving(let url): return carryOut(plan.moving(to: url, at: now), now: now)
    case .unrecognized: return []
    }
  }

  // MARK: Sessions

  /// The session is open, or its player was proven.
  private mutating func enter(
    _ welcome: Welcome, over number: ConnectionNumber, now: LocalTime
  ) -> [ClientOutput] {
    let former = self.welcome?.sessionID ?? restored?.sessionID
    let isSame = former == welcome.sessionID
    let isFirst = !isWelcome
    self.welcome = welcome
    if let highest = welcome.highestRequestID { requests.skip(through: highest) }
    isWelcome = true
    clockSync.welcomed(
      epoch: welcome.clockEpoch, serverTime: welcome.serverTime, at: now)
    // A second welcome on a connection acknowledges the proof.
    guard isFirst else { return accept(welcome) }
    var outputs: [ClientOutput] = [.event(.welcomed)]
    if former != nil, !isSame, membership != nil {
      // The server no longer knows the session, so the seat is lost.
      leaveTable()
      requests.removeAll()
      outputs.append(.event(.left(reason: "session/unknown")))
    }
    let statement = proof.welcomed(welcome, isNewSession: !isSame, over: number)
    return (statement.map { [.sign($0, over: number)] } ?? ask()) + outputs
  }

  private mutating func accept(_ welcome: Welcome) -> [ClientOutput] {
    guard let player = welcome.playerID else { return [] }
    proof.accepted()
    return [.event(.proven(playerID: player))]
  }

  private mutating func list(_ update: RoomsUpdate) {
    rooms.removeAll { room in
      update.removed.contains(room.code) || update.rooms.contains { $0.code == room.code }
    }
    rooms += update.rooms
  }

  // MARK: Refusals

  /// A request was refused, or something without a request id.
  private mutating func take(
    _ refusal: Refusal, of id: RequestID?, now: LocalTime
  ) -> [ClientOutput] {
    if let id, resume.isAnswered(by: id) { return refuseResuming(refusal, now: now) }
    if id == nil, proof.isRefused(by: refusal, at: now) { return [.event(.unproven(refusal))] }
    let command = id.map { requests.remove($0) } ?? takeUnknown(refusal)
    if case .intent(.choose(let card)) = command, held.holdAgain(card, after: refusal, at: now) {
      return []
    }
    // This connection has not resumed the room, because the session was about to leave it.
    if command == .request(.leaveRoom), table != nil, !resume.isUnderWay, refusal.mayPass {
      resume.retry(after: now)
    }
    return [.event(.refused(command, refusal))] + leaveIfOut(refusal, of: command)
      + timeHeld(now: now)
  }

  /// The first profile or daily deal that is requested, if a server refuses a message that it does not
  /// know: a server without them names neither the request nor its kind.
  private mutating func takeUnknown(_ refusal: Refusal) -> ClientCommand? {
    guard refusal.code == .requestUnsupported, refusal.fact("request")?.isEmpty ?? true else {
      return nil
    }
    var first: ClientCommand?
    requests.removeAll { _, command in
      guard first == nil else { return false }
      switch command {
      case .profile, .daily: first = command
      default: return false
      }
      return true
    }
    return first
  }

  private mutating func refuseResuming(_ refusal: Refusal, now: LocalTime) -> [ClientOutput] {
    guard !refusal.mayPass else {
      resume.retry(after: now)
      return []
    }
    leaveTable()
    requests.removeAll()
    return [.event(.left(reason: refusal.code.rawValue))]
  }

  /// Leaves the table if a refusal shows that the session is no longer in the room.
  ///
  /// The answer to leaving may have been lost with the connection and forgotten by the server
  /// since. While a resume is under way, its answer decides.
  private mutating func leaveIfOut(
    _ refusal: Refusal, of command: ClientCommand?
  ) -> [ClientOutput] {
    let isOut =
      refusal.code == .roomNotIn
      || refusal.code == .intentExpired && command == .request(.leaveRoom)
    guard isOut, table != nil, !resume.isPending else { return [] }
    leaveTable()
    return [.event(.left(reason: refusal.code.rawValue))]
  }

  /// Forgets the table and everything that belongs to it.
  private mutating func leaveTable() {
    table = nil
    restored?.room = nil
    share.forget()
    _ = held.remove()
    resume.cancel()
  }

  // MARK: The room's log

  private mutating func enter(_ joined: Joined, now: LocalTime) -> [ClientOutput] {
    if let id = joined.id {
      requests.remove(id)
    } else {
      // Unsolicited, or from a server that does not name the request.
      requests.removeAll { $1.isEntering }
    }
    resume.joined(by: joined.id)
    let known = membership?.roomID == joined.roomID ? membership : nil
    guard let entered = ClientTable(joined, after: table, toldThrough: known?.lastEntry ?? 0) else {
      return giveUp("The server sent no base for this room.", now: now)
    }
    let former = known?.matchID
    let isSameMember = known.map { $0.actor == joined.actor } ?? false
    table = entered
    restored?.room = nil
    if !isSameMember { share.forgetIfReplaced(at: table) }
    var outputs: [ClientOutput] = [.event(.joined)]
    for entry in joined.tail { outputs += add(entry, now: now) }
    // A share belongs to one match, whose end the new base may have skipped.
    if table?.log.latest.matchID != former { share.forget() }
    // A later entry of the tail may already have answered what an earlier one asks for.
    return outputs + revealShare(now: now) + timeHeld(now: now)
  }

  /// Adds an entry to the log and reacts to it.
  ///
  /// A fresh base may precede entries that the client already has. Those are added to the log again
  /// but not reported a second time, and their shares are not checked: their match may be over.
  private mutating func add(_ entry: Entry, now: LocalTime) -> [ClientOutput] {
    guard let before = table?.log.latest.seq else { return [] }
    // The answer to a retry, ahead of entries that were missed: it will come again in its place,
    // unless the table is being left.
    if resume.isUnderWay || isLeaving, entry.seq > before + 1 { return [] }
    guard let addition = table?.add(entry, at: now), addition != .rejected else {
      return giveUp("Entry \(entry.seq) does not follow entry \(before).", now: now)
    }
    table?.forget(keeping: entriesKept)
    // The base may already contain the answer.
    if let cause = entry.cause, cause.actor == table?.actor { answered(cause.request) }
    guard addition != .known else {
      answeredAgain(by: entry)
      return []
    }
    if case .seated(let seated) = entry.event, seated.actor == table?.actor {
      share.forgetIfReplaced(at: table)
    }
    var outputs: [ClientOutput] = []
    if addition == .new {
      outputs.append(.event(.entry(entry)))
      outputs += checkShares(in: entry.event)
    }
    if case .flipped(let flip) = entry.event,
      let broken = table?.check(flip, hashing: hashing)
    {
      outputs.append(.event(broken))
    }
    return outputs + timeHeld(now: now)
  }

  /// An intent is answered by its entry; leaving has an answer of its own.
  private mutating func answered(_ request: RequestID) {
    if requests.command(of: request) != .request(.leaveRoom) { requests.remove(request) }
  }

  /// A request for what the seat already is gets the entry of the former request as its answer.
  private mutating func answeredAgain(by entry: Entry) {
    guard let cause = entry.cause, cause.actor == table?.actor else { return }
    let command: ClientCommand
    switch entry.event {
    case .readied: command = .ready
    case .consented: command = .intent(.restart)
    default: return
    }
    requests.removeAll { $0 >= cause.request && $1 == command }
  }

  // MARK: The share of the deal

  private mutating func checkShares(in event: Event) -> [ClientOutput] {
    guard let table else { return [] }
    let problems = share.check(event, at: table)
    for problem in problems { self.table?.count(problem) }
    switch event {
    // Not on a change of settings: one share opens either of the two commitments.
    case .opened, .dealt: share.forget()
    default: break
    }
    return problems.map { .event($0) }
  }

  /// Reveals the share once all commitments are published, unless that has been done.
  private mutating func revealShare(now: LocalTime) -> [ClientOutput] {
    guard let share = share.toReveal(at: table) else { return [] }
    let intent = Intent.reveal(entropy: share)
    guard !requests.contains(where: { $0 == .intent(intent) }) else { return [] }
    return intend(intent, .intent(intent), now: now)
  }
}

extension Refusal {
  /// Whether the same request may succeed later: the server was temporarily unable, or a rate limit
  /// applied.
  fileprivate var mayPass: Bool {
    code == .journalUnavailable || code == .journalRegressed || code.rawValue.hasPrefix("limit/")
  }
}
