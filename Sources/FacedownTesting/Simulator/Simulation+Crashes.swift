// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import DequeModule
import Game
import Journal
import Lobby
import MatchServer

// The server crashes with everything but the disk, and another process replaces it.

extension Simulation {
  /// Counts a step towards the planned crash, which may come between any two.
  ///
  /// - Returns: whether the process has just died.
  func crashIfDue() -> Bool {
    guard let left = stepsUntilCrash else { return isDown }
    stepsUntilCrash = left > 0 ? left - 1 : nil
    if left > 0 { return isDown }
    crash()
    return true
  }

  func crash() {
    guard !isDown else { return }
    crashes += 1
    stepsUntilCrash = nil
    leavesAt = nil
    inbox = []
    noted = []
    orders = [:]
    startsAt = now + dice.milliseconds(dice.happens(0.7) ? 50...3000 : 3000...40_000)
    say("the server crashes; the next starts in \(startsAt.map { $0 - now } ?? .zero)")
    disk.crash(now) { step, time in landed(step, at: time) }
    checker.crashed(now: now)
    hash.add(UInt64(crashes))
    let isMachineGone = dice.happens(0.3)
    for peer in peers {
      touched.insert(peer.index)
      for connection in peer.device.connections {
        connection.crashServer(isMachineGone: isMachineGone, now: now)
      }
    }
  }

  /// The server shuts down, to restart.
  func shutDown() {
    guard !isDown, leavesAt == nil else { return }
    say("the server shuts down")
    leavesAt = now + .milliseconds(1500)
    disk.beat(at: serverNow)
    feed(.leave(.restarting(retryAfter: .milliseconds(2000))))
  }

  /// Another process replaces the one that died.
  func start() {
    startsAt = nil
    var contents = disk.contents
    // The wall clock may have been set meanwhile; server time continues from the journal's.
    let wall = now + .milliseconds(plan.faults.contains(.clocks) ? dice.roll(-20_000...2000) : 0)
    serverOffset = max(wall, contents.lastStamp + .microseconds(1)) - now
    say(
      "the server starts with \(contents.lobby.rooms.count) rooms; last heartbeat at "
        + "\(contents.lobby.lastAlive.microseconds - serverOffset.wholeMicroseconds) us, and "
        + "\(contents.lobby.outages.count) unrefunded outages")
    checker.started(
      at: serverNow, offset: serverOffset, lastAlive: contents.lobby.lastAlive)
    bugInjector?.forge(&contents, now: serverNow)
    server = makeServer()
    topics = TopicSubscribers()
    let (losses, outputs) = server.restore(contents, now: serverNow)
    for loss in losses {
      complain(.oneLog, "Room \(loss.room.rawValue) could not be restored: \(loss.problem)")
    }
    for output in outputs { perform(output) }
  }

  /// A server core for a new process, with random numbers of its own.
  func makeServer() -> ServerCore {
    var key = SeededRandom(seed: plan.seed, stream: 200 + UInt64(crashes))
    var server = ServerCore(
      key: (0..<32).map { _ in UInt8(truncatingIfNeeded: key.next()) }, dealer: dealer,
      limits: plan.limits, version: "simulated")
    server.names = [Self.serverName]
    return server
  }
}
