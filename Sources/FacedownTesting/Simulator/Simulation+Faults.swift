// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Game
import MatchClient
import MatchServer
import Replays

// What goes wrong when, until there is peace, and what must be true then.

extension Simulation {
  /// Does the next wrong thing, and says when the one after it comes.
  func makeTrouble() {
    guard now < began + plan.trouble else { return makePeace() }
    troubleAt = now + dice.milliseconds(50...2500)
    if plan.faults.contains(.crashes), !isDown, dice.happens(0.06) {
      stepsUntilCrash = dice.roll(0...60)
      return
    }
    if plan.faults.contains(.restarts), !isDown, dice.happens(0.04) { return leave() }
    if plan.faults.contains(.whims), dice.happens(0.3) { return haveWhim() }
    if plan.faults.contains(.failingDisk), dice.happens(0.1) {
      let length = dice.milliseconds(100...6000)
      say("the disk is full for \(length)")
      return disk.fill(until: now + length)
    }
    if plan.faults.contains(.operators), !isDown, dice.happens(0.12) { return operate() }
    if plan.faults.contains(.desertion), dice.happens(0.05) { return desert() }
    guard let deed = NetworkFault.drawn(of: plan.faults, &dice),
      let peer = dice.pick(peers.filter { $0.hasCome && !$0.isOver })
    else { return }
    if dice.happens(0.5) { peer.aimed = deed } else { carryOut(deed, on: peer) }
    if dice.happens(0.15) {
      // Once more, in the middle of coming back.
      planned.append((now + dice.milliseconds(0...900), peer.index, deed))
    }
  }

  /// Breaks a peer's connections in a way.
  func carryOut(_ deed: NetworkFault, on peer: SimulatedPeer) {
    guard !isPeace else { return }
    say("\(peer.index): \(deed)")
    touched.insert(peer.index)
    if case .unplug(let length) = deed { peer.unpluggedUntil = now + length }
    if case .crawl(let rate, let length) = deed {
      return crawl(peer, bytesPerSecond: rate, for: length)
    }
    for id in peer.wires.filter({ !$0.isOverAtClient }).map(\.id) {
      guard let index = peer.wire(id) else { continue }
      switch deed {
      case .close:
        peer.wires[index].up.send(.end, bytes: 0, at: now)
        endAtClient(id, of: peer)
      case .lose, .unplug:
        lose(id, of: peer, serverLearns: now)
        endAtClient(id, of: peer)
      case .halfOpen(let length):
        lose(id, of: peer, serverLearns: now + length)
        endAtClient(id, of: peer)
      case .late(let length):
        peer.wires[index].block(until: now + length)
        peer.wires[index].serverToldAt = now + length + .seconds(dice.roll(0...5))
        endAtClient(id, of: peer)
      case .stall(let length) where length <= NetworkFault.userTimeout:
        peer.wires[index].block(until: now + length)
      case .stall(let length):
        peer.wires[index].block(until: now + length)
        peer.wires[index].serverToldAt = now + NetworkFault.userTimeout
        peer.wires[index].clientToldAt = now + NetworkFault.userTimeout
      case .crawl: break
      }
    }
  }

  /// Nothing that is under way arrives any more.
  private func lose(_ id: ServerConnectionID, of peer: SimulatedPeer, serverLearns time: ServerTime)
  {
    guard let index = peer.wire(id) else { return }
    peer.wires[index].up.cut()
    peer.wires[index].down.cut()
    // What the server still sends waits for nobody, until it learns.
    if plan.faults.contains(.slowReaders) {
      peer.wires[index].backlog.slowDown(to: 0, until: nil, now: now)
    }
    peer.wires[index].connectsAt = nil
    peer.wires[index].serverToldAt = time
  }

  private func makePeace() {
    say("peace")
    isPeace = true
    troubleAt = ServerTime(microseconds: .max)
    restedAt = now + .seconds(5)
    disk.isSound = true
    planned = []
    stepsUntilCrash = nil
    for peer in peers {
      touched.insert(peer.index)
      peer.aimed = nil
      peer.unpluggedUntil = nil
      hurry(peer)
      peer.conditions.loss = 0
      peer.conditions.hasCongestion = false
      if let outputs = peer.hostile?.calm() { perform(outputs, of: peer) }
    }
    guard plan.faults.contains(.desertion), dice.happens(0.4) else { return }
    crash()
    leaveForGood(peers)
  }

  /// Whether anything is still not as it must be in peace; if it stays so for too long, a promise is
  /// broken.
  func hasTroubleLeft() -> Bool {
    restedAt = now + .seconds(1)
    guard let rest = unrest() else { return goOn() }
    if now > restBy { complain(.nobodyWaits, rest) }
    return true
  }

  /// What is not at rest, in a sentence; nil if everything is.
  private func unrest() -> String? {
    if isDown || leavesAt != nil { return "The server is not there." }
    if disk.nextInstant != nil { return "The disk is still writing." }
    for id in checker.rooms.keys.sorted() {
      guard let room = checker.rooms[id], room.isOpen, room.rules.isRunning else { continue }
      return "The match in room \(id) is still \(room.rules.phase) after entry \(room.lastSeq)."
    }
    if let id = checker.deserted() { return "Room \(id) is still open, and nobody is in it." }
    for peer in peers {
      guard let honest = peer.honest, !honest.isOver, honest.machine.core.welcome != nil else {
        continue
      }
      let core = honest.machine.core
      if !core.isCurrent || core.isWaiting {
        return "Peer \(peer.index) still waits for an answer."
      }
      guard let table = core.table else { continue }
      guard let room = checker.rooms[table.roomID] else { return "A room is not in the journal." }
      let last = room.cut(for: .player, now: now)
      if table.log.latest.seq != last {
        return "Peer \(peer.index) has \(table.log.latest.seq) of \(last) entries."
      }
    }
    if let question = checker.unanswered().first { return "There is no answer to \(question)." }
    return checker.misinformed()
  }
}
