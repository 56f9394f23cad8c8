// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Game
import Protocol

extension ClientCore {
  /// Takes in one message of the server.
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
      // What was asked at this table is answered by that; what was asked since is not.
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

  /// The session is open, or its player proven.
  private mutating func enter(_ welcome: Welcome, now: LocalTime) -> [ClientOutput] {
    let former = self.welcome
    let isSame = former?.sessionID == welcome.sessionID
    let isFirst = !isWelcome
    self.welcome = welcome
    // A number that the session has used is no use for anything new.
    lastRequest = max(lastRequest, welcome.highestRequestID ?? lastRequest)
    isWelcome = true
    clockSync.welcomed(
      epoch: welcome.clockEpoch, serverTime: welcome.serverTime, at: now)
    guard isFirst else { return settleProof(as: welcome) }
    var outputs: [ClientOutput] = [.event(.welcomed)]
    if former != nil, !isSame, table != nil {
      // The server knows the session no more, and with it the seat is gone.
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
      // Unasked, or of a server that does not say which request it answers.
      pending = pending.filter { !$0.value.command.isEntering }
      resuming = nil
    }
    resumesAt = nil
    let isSame = joined.roomID == table?.roomID
    guard isSame || joined.base != nil else {
      return [.event(.garbled("The room has nothing to go on from.")), .close]
    }
    let told = isSame ? table.map { max($0.toldThrough, $0.log.latest.seq) } ?? 0 : 0
    let former = isSame ? table?.log.latest.matchID : nil
    let isSameMember = isSame && table?.actor == joined.actor
    if let base = joined.base {
      table = ClientTable(
        code: joined.code, roomID: joined.roomID, role: joined.role, actor: joined.actor,
        log: MatchLog(base: base), toldThrough: told)
    } else {
      // Who had left without being told has come in anew.
      table?.role = joined.role
      table?.actor = joined.actor
    }
    if !isSameMember { forgetReplacedShare() }
    var outputs: [ClientOutput] = [.event(.joined)]
    for entry in joined.tail { outputs += add(entry, now: now) }
    // A share is drawn for one match, and a new base may have passed over that one's end.
    if table?.log.latest.matchID != former { entropy = nil }
    // What the tail asks for may have been answered further down in it.
    return outputs + revealEntropy(now: now)
  }

  /// Adds an entry to the log and does what it asks of this seat.
  ///
  /// A fresh base may stand before entries that the client has had: those are added to the log, but
  /// the user is not told of them a second time, and what they say of this seat's share is about a
  /// match that may be over.
  private mutating func add(_ entry: Entry, now: LocalTime) -> [ClientOutput] {
    guard let before = table?.log.latest.seq else { return [] }
    let builtOn = table?.log.latest.earliestChoice
    // Answered again ahead of what was missed: it comes once more, in its place, unless the table is
    // being left.
    if resuming != nil || isLeaving, entry.seq > before + 1 { return [] }
    guard table?.log.append(entry) == true else {
      return [
        .event(.garbled("Entry \(entry.seq) does not follow entry \(before).")), .close,
      ]
    }
    // An answer may be in the base already.
    if let cause = entry.cause, cause.actor == table?.actor { answered(cause.request) }
    guard entry.seq > before else {
      answeredAgain(by: entry)
      return []
    }
    if table?.log.latest.earliestChoice != builtOn { table?.builtOnAt = now }
    if case .seated(let seated) = entry.event, seated.actor == table?.actor {
      forgetReplacedShare()
    }
    var outputs: [ClientOutput] = []
    if let told = table?.toldThrough, entry.seq > told {
      table?.toldThrough = entry.seq
      outputs.append(.event(.entry(entry)))
      outputs += checkShares(in: entry.event)
      switch entry.event {
      // Not where settings change: whichever of two commitments counts, one share opens it.
      case .opened, .dealt: entropy = nil
      default: break
      }
    }
    if case .flipped(let flip) = entry.event { outputs += check(flip) }
    return outputs + timeHeld(now: now)
  }

  /// An intent's entry is its answer; leaving has one of its own, which is still to come.
  private mutating func answered(_ request: RequestID) {
    if pending[request]?.command != .leaveRoom { pending[request] = nil }
  }

  /// A seat that asks to be what it is already is answered by the entry that said so, whose cause is
  /// the former request.
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

  /// Holds a face shown against the commitment its card was dealt with.
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
