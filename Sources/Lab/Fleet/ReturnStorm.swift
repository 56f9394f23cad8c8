// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import FacedownTesting
import Game
import MatchClient

/// Clients that lost a node, or all nodes, and come back.
struct ReturnStorm: Sendable {
  /// How many there are.
  var clients: Int
  /// How many nodes take them, each with one core.
  var nodes: Int
  /// Mean processor time of a return, in seconds.
  var cost: Double
  /// The share of each core that other players take.
  var load: Double
  /// When the nodes listen, in seconds from the loss.
  var listening = 0.0
  var policy = ReconnectPolicy()

  /// When each client has its session back, in seconds from the loss.
  ///
  /// A client dials at once, then with the pauses of its policy; before `listening` it is refused.
  func returns(seed: UInt64) -> [Double] {
    precondition(load < 1 && nodes > 0, "Somebody takes them.")
    var random = SeededRandom(seed: seed, stream: 4)
    let waits = policy.waits.map { Double($0.wholeMicroseconds) / 1e6 }
    let first = Double(policy.first.wholeMicroseconds) / 1e6
    let arrivals = (0..<clients).map { _ in
      var at = random.unit() * first
      var failures = 0
      while at < listening {
        let wait = waits[min(failures, waits.count - 1)]
        at += wait * random.uniform((1 - policy.spread)...(1 + policy.spread))
        failures += 1
      }
      return (at, Int(random.unit() * Double(nodes)) % nodes)
    }.sorted { $0 < $1 }
    var free = [Double](repeating: 0, count: nodes)
    return arrivals.map { at, node in
      free[node] = max(free[node], at) + random.exponential(mean: cost / (1 - load))
      return free[node]
    }
  }
}
