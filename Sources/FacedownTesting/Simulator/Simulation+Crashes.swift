// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import DequeModule
import Game
import Journal
import Lobby
import MatchServer

// A server crashes with everything but the disk, and another process replaces it.

extension Simulation {
  /// Counts a step towards the planned crash of a node, which may come between any two.
  func crashIfDue(_ node: SimulatedNode) {
    guard let left = node.stepsUntilCrash else { return }
    node.stepsUntilCrash = left > 0 ? left - 1 : nil
    if left == 0 { crash(node) }
  }

  func crash(_ node: SimulatedNode) {
    guard !node.isDown else { return }
    node.crashes += 1
    node.stepsUntilCrash = nil
    node.leavesAt = nil
    node.inbox = []
    node.noted = []
    node.orders = [:]
    let startsAt = now + dice.milliseconds(dice.happens(0.7) ? 50...3000 : 3000...40_000)
    node.startsAt = startsAt
    say("the server\(node.mark) crashes; the next starts in \(startsAt - now)")
    node.disk?.crash(now) { step, time in landed(step, at: time) }
    node.membership?.journal.stop()
    checker.crashed(node: node.index, now: now)
    hash.add(UInt64(node.crashes))
    let isMachineGone = dice.happens(0.3)
    if let relay = node.relay { abandon(relay, isMachineGone: isMachineGone) }
    for peer in peers {
      for connection in peer.device.connections where owners[connection.id]?.node === node {
        touched.insert(peer.index)
        connection.crashServer(isMachineGone: isMachineGone, now: now)
      }
    }
  }

  /// A server shuts down, to restart.
  func shutDown(_ node: SimulatedNode) {
    guard node.isServing else { return }
    say("the server\(node.mark) shuts down")
    node.leavesAt = now + .milliseconds(1500)
    node.disk?.beat(at: time(at: node))
    feed(.leave(.restarting(retryAfter: .milliseconds(2000))), to: node)
  }

  /// Another process replaces the one that died.
  func start(_ node: SimulatedNode) {
    node.startsAt = nil
    if node.relay != nil { return open(node) }
    if let world { return enter(world, node) }
    guard var contents = node.disk?.contents else { return }
    // The wall clock may have been set meanwhile; server time continues from the journal's.
    let wall = now + .milliseconds(plan.faults.contains(.clocks) ? dice.roll(-20_000...2000) : 0)
    node.offset = max(wall, contents.lastStamp + .microseconds(1)) - now
    say(
      "the server starts with \(contents.lobby.rooms.count) rooms; last heartbeat at "
        + "\(contents.lobby.lastAlive.microseconds - node.offset.wholeMicroseconds) us, and "
        + "\(contents.lobby.outages.count) unrefunded outages")
    checker.started(
      node: node.index, at: time(at: node), offset: node.offset,
      lastAlive: contents.lobby.lastAlive)
    bugInjector?.forge(&contents, now: time(at: node))
    node.server = makeServer(node.index, after: node.crashes)
    node.topics = TopicSubscribers()
    let (losses, outputs) = node.server.restore(contents, now: time(at: node))
    for loss in losses {
      complain(.oneLog, "Room \(loss.room.rawValue) could not be restored: \(loss.problem)")
    }
    for output in outputs { perform(output, of: node) }
  }

  /// A server core for the process of a node after some crashes, with random numbers of its own.
  func makeServer(_ node: Int, after crashes: Int) -> ServerCore {
    var key = SeededRandom(seed: plan.seed, stream: UInt64(200 + 10_000 * node + crashes))
    var limits = plan.limits
    limits.trustedRelays = relayPlayers
    var server = ServerCore(
      key: (0..<32).map { _ in UInt8(truncatingIfNeeded: key.next()) }, dealer: dealer,
      limits: limits, version: "simulated")
    server.names = [Self.serverName]
    return server
  }
}
