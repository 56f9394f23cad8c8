// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import DequeModule
import Game
import Lobby
import MatchServer

// The server's process dies, with all it knew but what is on the disk, and another takes its place.

extension Simulation {
  /// Counts a step towards the crash that is planned; between any two of them it may come.
  ///
  /// - Returns: whether the process has just died.
  func crashIfDue() -> Bool {
    guard let left = stepsUntilCrash else { return isDown }
    stepsUntilCrash = left > 0 ? left - 1 : nil
    if left > 0 { return isDown }
    crash()
    return true
  }

  /// The process dies.
  func crash() {
    guard !isDown else { return }
    crashes += 1
    stepsUntilCrash = nil
    leavesAt = nil
    inbox = []
    noted = []
    orders = [:]
    startsAt = now + dice.milliseconds(dice.happens(0.7) ? 50...3000 : 3000...40_000)
    say("the server dies, until \(startsAt.map { $0 - now } ?? .zero) later")
    disk.crash(now) { step, time in landed(step, at: time) }
    witness.crashed(now: now)
    hash.add(UInt64(crashes))
    let isMachineGone = dice.happens(0.3)
    for peer in peers {
      touched.insert(peer.index)
      for index in peer.wires.indices { sever(index, of: peer, isMachineGone: isMachineGone) }
    }
  }

  /// A connection whose server is gone: its kernel says goodbye for it, unless that is gone as well.
  private func sever(_ index: Int, of peer: SimulatedPeer, isMachineGone: Bool) {
    let wasOpen = peer.wires[index].isOpenAtServer
    peer.wires[index].isOverAtServer = true
    peer.wires[index].serverToldAt = nil
    peer.wires[index].connectsAt = nil
    peer.wires[index].up.cut()
    peer.wires[index].backlog.drop()
    guard !peer.wires[index].isOverAtClient else { return }
    if wasOpen, !isMachineGone {
      peer.wires[index].down.send(.end, bytes: 0, at: now)
    } else {
      peer.wires[index].down.cut()
      peer.wires[index].clientToldAt = now + (wasOpen ? Deed.userTimeout : .milliseconds(100))
    }
  }

  /// The server takes its leave, to start again.
  func leave() {
    guard !isDown, leavesAt == nil else { return }
    say("the server takes its leave")
    leavesAt = now + .milliseconds(1500)
    disk.beat(at: serverNow)
    feed(.leave(.restarting(retryAfter: .milliseconds(2000))))
  }

  /// Another process takes the place of the one that died.
  func start() {
    startsAt = nil
    var contents = disk.contents
    // A wall clock may have been set meanwhile; the scale goes on from what the journal knows.
    let wall = now + .milliseconds(plan.faults.contains(.clocks) ? dice.roll(-20_000...2000) : 0)
    serverOffset = max(wall, contents.lastStamp + .microseconds(1)) - now
    say(
      "the server starts with \(contents.lobby.rooms.count) rooms; the last was alive until "
        + "\(contents.lobby.lastAlive.microseconds - serverOffset.wholeMicroseconds) us, and "
        + "\(contents.lobby.outages.count) outages are owed")
    witness.started(
      at: serverNow, offset: serverOffset, lastAlive: contents.lobby.lastAlive)
    saboteur?.forge(&contents, now: serverNow)
    server = makeServer()
    let (losses, outputs) = server.restore(contents, now: serverNow)
    for loss in losses {
      complain(.oneLog, "Room \(loss.room.rawValue) cannot be gone on with: \(loss.problem)")
    }
    for output in outputs { perform(output) }
  }

  /// A process's server core, with random numbers of its own.
  func makeServer() -> ServerCore {
    var key = SeededRandom(seed: plan.seed, stream: 200 + UInt64(crashes))
    var server = ServerCore(
      key: (0..<32).map { _ in UInt8(truncatingIfNeeded: key.next()) }, dealer: dealer,
      limits: plan.limits, version: "simulated")
    server.names = [Self.serverName]
    return server
  }
}
