// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Game
import Protocol

extension ClientCore {
  /// Takes in one message of the server.
  mutating func receive(_ message: ServerMessage, now: LocalTime) -> [ClientOutput] {
    switch message {
    case .welcome(let welcome):
      self.welcome = welcome
      clockKeeper.welcomed(
        epoch: welcome.clockEpoch, serverTime: welcome.serverTime, at: now)
      return [.event(.welcomed)]
    case .pong(let pong):
      clockKeeper.answered(pong, at: now)
      return []
    case .rooms(let update):
      list(update)
      return [.event(.rooms)]
    case .joined(let joined): return enter(joined, now: now)
    case .entry(let entry): return add(entry, now: now)
    case .refused(let id, let refusal):
      let command = id.flatMap { pending.removeValue(forKey: $0)?.command }
      return [.event(.refused(command, refusal))] + timeHeld(now: now)
    case .presence(let presence):
      table?.presence = presence
      return [.event(.presence)]
    case .audience(let count):
      table?.audience = count
      return [.event(.audience)]
    case .left(let id, let code):
      if let id { pending[id] = nil }
      table = nil
      entropy = nil
      return [.event(.left(reason: code))]
    case .closing(let closing): return [.event(.closing(closing))]
    case .unrecognized: return []
    }
  }

  private mutating func list(_ update: RoomsUpdate) {
    rooms.removeAll { room in
      update.removed.contains(room.code) || update.rooms.contains { $0.code == room.code }
    }
    rooms += update.rooms
  }

  private mutating func enter(_ joined: Joined, now: LocalTime) -> [ClientOutput] {
    pending = pending.filter { request in
      switch request.value.command {
      case .createRoom, .joinRoom: false
      default: true
      }
    }
    if joined.roomID != table?.roomID { entropy = nil }
    if let base = joined.base {
      table = ClientTable(
        code: joined.code, roomID: joined.roomID, role: joined.role, actor: joined.actor,
        log: MatchLog(base: base))
    }
    var outputs: [ClientOutput] = [.event(.joined)]
    for entry in joined.tail { outputs += add(entry, now: now) }
    return outputs
  }

  /// Adds an entry to the log and does what it asks of this seat.
  private mutating func add(_ entry: Entry, now: LocalTime) -> [ClientOutput] {
    guard let before = table?.log.latest.seq else { return [] }
    let builtOn = table?.log.latest.earliestChoice
    guard table?.log.append(entry) == true else {
      return [
        .event(.garbled("Entry \(entry.seq) does not follow entry \(before).")), .close,
      ]
    }
    guard entry.seq > before else { return [] }
    if table?.log.latest.earliestChoice != builtOn { table?.builtOnAt = now }
    if let cause = entry.cause, cause.actor == table?.actor { pending[cause.request] = nil }
    var outputs: [ClientOutput] = [.event(.entry(entry))]
    switch entry.event {
    case .opened, .dealt, .configured: entropy = nil
    case .committed: outputs += revealEntropy(now: now)
    case .flipped(let flip): outputs += check(flip)
    default: break
    }
    return outputs + timeHeld(now: now)
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
