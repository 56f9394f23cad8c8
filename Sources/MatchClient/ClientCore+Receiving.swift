// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Game
import Protocol

extension ClientCore {
  /// Handles one message from the server.
  mutating func receive(_ message: ServerMessage, now: LocalTime) -> [ClientOutput] {
    switch message {
    case .welcome(let welcome): return enter(welcome, now: now)
    case .pong(let pong):
      clockSync.answered(pong, at: now)
      return []
    case .rooms(let update):
      list(update)
      return [.event(.rooms)]
    case .joined(let joined): return enter(joined, now: now)
    case .entry(let entry):
      let outputs = add(entry, now: now)
      guard case .committed = entry.event else { return outputs }
      return outputs + revealEntropy(now: now)
    case .refused(let id, let refusal):
      if let id, id == resuming { return refuseResuming(refusal, now: now) }
      if id == nil, isAboutProof(refusal) { return settleProof(refusal) }
      let command = id.flatMap { pending.removeValue(forKey: $0)?.command }
      stayIfRefused(refusal, of: command, now: now)
      return [.event(.refused(command, refusal))] + leaveIfOut(refusal, of: command)
        + timeHeld(now: now)
    case .presence(let presence):
      table?.presence = presence
      return [.event(.presence)]
    case .audience(let count):
      table?.audience = count
      return [.event(.audience)]
    case .left(let id, let code):
      // Leaving answers everything asked at this table before it; later requests stay open.
      pending = pending.filter { request, asked in
        id.map { request > $0 } ?? asked.command.isEntering
      }
      leaveTable()
      return [.event(.left(reason: code))]
    case .closing(let closing): return [.event(.closing(closing))]
    case .reaction(let actor, let kind):
      return table?.log.latest.seat(of: actor).map { [.event(.reaction($0, kind))] } ?? []
    case .leaderboard(let best):
      let asked = pending.removeValue(forKey: best.id)?.command
      guard asked == .leaderboard(best.mode) else { return [] }
      return [.event(.leaderboard(best))]
    case .replays(let id, let replays):
      pending[id] = nil
      return [.event(.replays(replays))]
    case .replay(let replay):
      pending[replay.id] = nil
      return [.event(.replay(replay))]
    case .notice(let text): return [.event(.notice(text))]
    case .unrecognized: return []
    }
  }

  /// The session is open, or its player was proven.
  private mutating func enter(_ welcome: Welcome, now: LocalTime) -> [ClientOutput] {
    let former = self.welcome
    let isSame = former?.sessionID == welcome.sessionID
    let isFirst = !isWelcome
    self.welcome = welcome
    // Ids that the session has already used are of no use for new requests.
    lastRequest = max(lastRequest, welcome.highestRequestID ?? lastRequest)
    isWelcome = true
    clockSync.welcomed(
      epoch: welcome.clockEpoch, serverTime: welcome.serverTime, at: now)
    guard isFirst else { return settleProof(as: welcome) }
    var outputs: [ClientOutput] = [.event(.welcomed)]
    if former != nil, !isSame, table != nil {
      // The server no longer knows the session, so the seat is lost.
      leaveTable()
      pending = [:]
      outputs.append(.event(.left(reason: "session/unknown")))
    }
    return beginProof(isNewSession: !isSame, welcome) + outputs
  }

  private mutating func list(_ update: RoomsUpdate) {
    rooms.removeAll { room in
      update.removed.contains(room.code) || update.rooms.contains { $0.code == room.code }
    }
    rooms += update.rooms
  }

  private mutating func enter(_ joined: Joined, now: LocalTime) -> [ClientOutput] {
    if let id = joined.id {
      pending[id] = nil
      if id == resuming { resuming = nil }
    } else {
      // Unsolicited, or from a server that does not name the request.
      pending = pending.filter { !$0.value.command.isEntering }
      resuming = nil
    }
    resumesAt = nil
    let isSame = joined.roomID == table?.roomID
    guard isSame || joined.base != nil else {
      return [.event(.garbled("The server sent no base for this room.")), .close]
    }
    let told = isSame ? table.map { max($0.toldThrough, $0.log.latest.seq) } ?? 0 : 0
    let former = isSame ? table?.log.latest.matchID : nil
    let isSameMember = isSame && table?.actor == joined.actor
    if let base = joined.base {
      table = ClientTable(
        code: joined.code, roomID: joined.roomID, role: joined.role, actor: joined.actor,
        log: MatchLog(base: base), toldThrough: told)
    } else {
      // The membership may be new: the session had left without receiving the answer.
      table?.role = joined.role
      table?.actor = joined.actor
    }
    if !isSameMember { forgetReplacedShare() }
    assert(table?.roomID == joined.roomID, "After joining, the client is at that room's table.")
    var outputs: [ClientOutput] = [.event(.joined)]
    for entry in joined.tail { outputs += add(entry, now: now) }
    // A share belongs to one match, whose end the new base may have skipped.
    if table?.log.latest.matchID != former { entropy = nil }
    // A later entry of the tail may already have answered what an earlier one asks for.
    return outputs + revealEntropy(now: now)
  }

  /// Adds an entry to the log and reacts to it.
  ///
  /// A fresh base may precede entries that the client already has. Those are added to the log again
  /// but not reported a second time, and their shares are not checked: their match may be over.
  private mutating func add(_ entry: Entry, now: LocalTime) -> [ClientOutput] {
    guard let before = table?.log.latest.seq else { return [] }
    let builtOn = table?.log.latest.earliestChoice
    // The answer to a retry, ahead of entries that were missed: it will come again in its place,
    // unless the table is being left.
    if resuming != nil || isLeaving, entry.seq > before + 1 { return [] }
    guard table?.log.append(entry) == true else {
      return [
        .event(.garbled("Entry \(entry.seq) does not follow entry \(before).")), .close,
      ]
    }
    // The base may already contain the answer.
    if let cause = entry.cause, cause.actor == table?.actor { answered(cause.request) }
    guard entry.seq > before else {
      answeredAgain(by: entry)
      return []
    }
    if table?.log.latest.earliestChoice != builtOn { table?.builtOnAt = now }
    if case .seated(let seated) = entry.event, seated.actor == table?.actor {
      forgetReplacedShare()
    }
    assert(
      table.map { entry.seq <= $0.log.latest.seq } ?? false, "An added entry is part of the log.")
    var outputs: [ClientOutput] = []
    if let told = table?.toldThrough, entry.seq > told {
      table?.toldThrough = entry.seq
      outputs.append(.event(.entry(entry)))
      outputs += checkShares(in: entry.event)
      switch entry.event {
      // Not on a change of settings: one share opens either of the two commitments.
      case .opened, .dealt: entropy = nil
      default: break
      }
    }
    if case .flipped(let flip) = entry.event { outputs += check(flip) }
    return outputs + timeHeld(now: now)
  }

  /// An intent is answered by its entry; leaving has an answer of its own.
  private mutating func answered(_ request: RequestID) {
    if pending[request]?.command != .leaveRoom { pending[request] = nil }
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
    pending = pending.filter { $0.key < cause.request || $0.value.command != command }
  }

  /// Checks a revealed face against the commitment in the deal.
  private mutating func check(_ flip: Event.Flipped) -> [ClientOutput] {
    guard let leaves = table?.log.latest.leaves, leaves.indices.contains(flip.card.slot) else {
      return []
    }
    let leaf = FairDeal.leaf(
      slot: flip.card.slot, face: flip.face, salt: flip.salt, hashing: hashing)
    guard leaf == leaves[flip.card.slot] else {
      table?.brokenFlips += 1
      return [.event(.brokenCommitment(flip.card))]
    }
    table?.provenFlips += 1
    return []
  }
}
