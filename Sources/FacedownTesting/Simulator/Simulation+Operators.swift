// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Game
import Journal
import MatchClient
import MatchServer

// Operators' requests, and players who disconnect for good.

extension Simulation {
  /// An operator sends a request to a node.
  func operate(_ node: SimulatedNode) {
    let order = { [self] (request: AdminRequest) in self.order(request, of: node) }
    let sessions = checker.sessions.values.filter { $0.connection != nil }.map(\.id).sorted()
    let players = Set(checker.sessions.values.compactMap(\.player)).sorted()
    switch dice.roll(0...7) {
    case 0, 1:
      guard let session = dice.pick(sessions) else { return }
      order(.kick(session: session, reason: "simulated"))
    case 2, 3:
      guard let player = dice.pick(players) else { return }
      let length: Duration? = dice.happens(0.5) ? .seconds(dice.roll(1...30)) : nil
      order(.ban(.key(player), lasting: length, reason: "simulated"))
    case 4:
      guard let player = dice.pick(checker.bans.keys.sorted()) else { return }
      order(.unban(.key(player)))
    case 5: order(.drain(within: dice.happens(0.5) ? .seconds(dice.roll(1...30)) : nil))
    case 6: order(.cancelDrain)
    default: order(.announce("The server is simulated."))
    }
  }

  /// An operator sends this request to a node.
  func order(_ request: AdminRequest, of node: SimulatedNode) {
    guard node.isServing else { return }
    lastOrder += 1
    let id = AdminRequestID(lastOrder)
    node.orders[id] = (request, askedAt: now)
    say("an operator asks the server to \(request.action)")
    if case .drain = request, bugInjector?.plantedBug == .forgetsDraining {
      return checker.granted(request, askedAt: now, now: now)
    }
    checker.node = node.index
    checker.asked(request)
    feed(.admin(request, id), to: node)
  }

  /// A server has answered an operator's request.
  func answered(_ answer: AdminAnswer, to id: AdminRequestID, by node: SimulatedNode) {
    guard let order = node.orders.removeValue(forKey: id), case .done = answer.last else { return }
    checker.node = node.index
    say("the server has granted: \(order.request.action)")
    checker.granted(order.request, askedAt: order.askedAt, now: now)
  }

  /// One player disconnects for good, or all of them.
  func desert() {
    let here = peers.filter {
      $0.hasCome && !$0.isOver && $0.honest != nil && $0.errand == nil
    }
    leaveForGood(dice.happens(0.25) ? here : dice.pick(here).map { [$0] } ?? [])
  }

  /// These peers disconnect and never return.
  func leaveForGood(_ people: [SimulatedPeer]) {
    for peer in people
    where peer.hasCome && !peer.isOver && peer.honest != nil && peer.errand == nil {
      say("\(peer.index) disconnects for good")
      give(.close, to: peer)
    }
  }
}
