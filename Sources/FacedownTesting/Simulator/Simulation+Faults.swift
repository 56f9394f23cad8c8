// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Game
import MatchClient
import MatchServer
import Replays

// Injects faults until their period ends, and checks for quiescence afterwards.

extension Simulation {
  /// Injects the next fault, and schedules the one after it.
  func injectFault() {
    guard now < began + plan.faultPeriod else { return endFaults() }
    nextFaultAt = now + dice.milliseconds(50...2500)
    if let world, dice.happens(0.2) { return disturb(world) }
    if !plan.relays.isEmpty, dice.happens(0.15) { return disturbRelays() }
    let node = nodes[nodes.count > 1 ? dice.roll(0...(nodes.count - 1)) : 0]
    if plan.faults.contains(.crashes), !node.isDown, dice.happens(0.06) {
      node.stepsUntilCrash = dice.roll(0...60)
      return
    }
    if plan.faults.contains(.restarts), !node.isDown, dice.happens(0.04) { return shutDown(node) }
    if plan.faults.contains(.whims), dice.happens(0.3) { return requestAtRandom() }
    if plan.faults.contains(.failingDisk), dice.happens(0.1) {
      let length = dice.milliseconds(100...6000)
      say("the disk is full for \(length)")
      node.disk?.fill(until: now + length)
      return
    }
    if plan.faults.contains(.operators), !node.isDown, dice.happens(0.12) {
      return operate(node)
    }
    if plan.faults.contains(.desertion), dice.happens(0.05) { return desert() }
    guard let fault = NetworkFault.drawn(of: plan.faults, &dice),
      let peer = dice.pick(peers.filter { $0.hasCome && !$0.isOver })
    else { return }
    if dice.happens(0.5) { peer.aimed = fault } else { apply(fault, on: peer) }
    if dice.happens(0.15) {
      // Once more, in the middle of reconnecting.
      planned.append((now + dice.milliseconds(0...900), peer.index, fault))
    }
  }

  /// Applies a network fault to a peer's connections.
  func apply(_ fault: NetworkFault, on peer: SimulatedPeer) {
    guard !areFaultsOver else { return }
    say("\(peer.index): \(fault)")
    touched.insert(peer.index)
    if case .unplug(let length) = fault { peer.device.unpluggedUntil = now + length }
    if case .crawl(let rate, let length) = fault {
      return crawl(peer, bytesPerSecond: rate, for: length)
    }
    for connection in peer.device.connections where !connection.isOverAtClient {
      switch fault {
      case .close:
        connection.hangUp(now)
        give(connection.ended, to: peer)
      case .lose, .unplug:
        lose(connection, serverNotices: now)
        connection.leaveClient()
        give(connection.ended, to: peer)
      case .halfOpen(let length):
        lose(connection, serverNotices: now + length)
        connection.leaveClient()
        give(connection.ended, to: peer)
      case .late(let length):
        connection.block(until: now + length)
        connection.serverNotices(at: now + length + .seconds(dice.roll(0...5)))
        connection.leaveClient()
        give(connection.ended, to: peer)
      case .stall(let length): connection.stall(for: length, now: now)
      case .crawl: break
      }
    }
  }

  /// A node is cut off from a peer, and either end notices in its own time.
  func cut(_ peer: SimulatedPeer, from node: SimulatedNode, until end: ServerTime) {
    for connection in peer.device.connections
    where owners[connection.id]?.node === node && !connection.isOverAtClient {
      touched.insert(peer.index)
      lose(connection, serverNotices: end)
      connection.leaveClient()
      give(connection.ended, to: peer)
    }
  }

  /// Nothing in flight arrives any more.
  func lose(_ connection: SimulatedConnection, serverNotices time: ServerTime) {
    connection.cut()
    // What the server still sends is never read, until it notices.
    if plan.faults.contains(.slowReaders) {
      connection.backlog.slowDown(to: 0, until: nil, now: now)
    }
    connection.serverNotices(at: time)
  }

  private func endFaults() {
    say("faults end")
    areFaultsOver = true
    nextFaultAt = ServerTime(microseconds: .max)
    nextRestCheckAt = now + .seconds(5)
    for node in nodes {
      node.disk?.isSound = true
      node.stepsUntilCrash = nil
    }
    planned = []
    if let world { heal(world) }
    for peer in peers {
      touched.insert(peer.index)
      peer.aimed = nil
      peer.device.unpluggedUntil = nil
      speedUp(peer)
      peer.device.conditions.loss = 0
      peer.device.conditions.hasCongestion = false
      if let outputs = peer.hostile?.fallSilent() { perform(outputs, of: peer) }
    }
    guard plan.faults.contains(.desertion), dice.happens(0.4) else { return }
    nodes.forEach(crash)
    leaveForGood(peers)
  }

  /// Whether anything is not at rest after the faults; if that lasts too long, liveness is
  /// violated.
  func isStillBusy() -> Bool {
    nextRestCheckAt = now + .seconds(1)
    guard let rest = unsettled() else { return continueEpilogue() }
    if now > restBy { complain(.liveness, rest) }
    return true
  }

  /// What is not at rest, in a sentence; nil if everything is.
  private func unsettled() -> String? {
    if !nodes.allSatisfy(\.isServing) { return "A server is down." }
    if nodes.contains(where: { $0.nextInstant != nil }) { return "A disk is still writing." }
    if let world, let rest = unsettled(world) { return rest }
    for id in checker.rooms.keys.sorted() {
      guard let room = checker.rooms[id], room.isOpen, room.rules.isRunning else { continue }
      return "The match in room \(id) is still \(room.rules.phase) after entry \(room.lastSeq)."
    }
    if let id = checker.deserted() { return "Room \(id) is still open although nobody is in it." }
    for peer in peers {
      guard let core = peer.core, !core.isOver, core.welcome != nil else { continue }
      if !core.isCurrent || core.isWaiting {
        return "Peer \(peer.index) still waits for an answer."
      }
      guard let table = core.table else { continue }
      guard let room = checker.rooms[table.roomID] else { return "A room is not in the journal." }
      let last = room.cut(for: .player, now: now)
      if table.log.latest.seq != last {
        return "Peer \(peer.index) has only \(table.log.latest.seq) of \(last) entries."
      }
    }
    if let question = checker.unanswered().first { return "There is no answer to \(question)." }
    return checker.misinformed()
  }
}
