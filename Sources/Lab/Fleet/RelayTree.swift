// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import FacedownTesting

/// Relays behind relays: what spectators of one match are sent, and when.
struct RelayTree: Sendable {
  /// Viewers of the match.
  var viewers: Int
  /// Viewers of one of the last relays.
  var viewersPerRelay: Int
  /// Relays that one relay, or the node, feeds.
  var relaysPerRelay: Int
  /// Entries a second.
  var entries: Double
  /// The way from one relay to the next, or to a viewer, in seconds.
  var hop = 0.001
  var costs = MeasuredCosts()
  /// The pause between a viewer's clock probes once its clock is set, in seconds.
  var probePause = 20.0

  /// How many relays there are in each level, from the node's own down to those with viewers.
  var levels: [Int] {
    precondition(viewersPerRelay > 0 && relaysPerRelay > 1, "A relay feeds others.")
    var levels = [max(1, (viewers + viewersPerRelay - 1) / viewersPerRelay)]
    while levels[0] > relaysPerRelay {
      levels.insert((levels[0] + relaysPerRelay - 1) / relaysPerRelay, at: 0)
    }
    return levels
  }

  /// The share of a core that one of the last relays takes.
  var load: Double {
    Double(viewersPerRelay)
      * (entries * (costs.delivery + costs.tls) + (costs.probe + 2 * costs.tls) / probePause)
  }

  /// How long after the node has an entry its viewers have it, in seconds.
  ///
  /// Every viewer of a relay is one of many equal deliveries; what came before is sent first.
  func delays(entries count: Int, seed: UInt64) -> Percentiles {
    var random = SeededRandom(seed: seed, stream: 6)
    var delays: [Double] = []
    var (now, free) = (0.0, 0.0)
    let probes = Double(viewersPerRelay) / probePause * (costs.probe + 2 * costs.tls)
    // A share of the core goes to probes, which come between deliveries.
    let each = (costs.delivery + costs.tls) / max(1 - probes, 0.01)
    for _ in 0..<count {
      now += random.exponential(mean: 1 / entries)
      var at = now
      for level in levels.dropLast() {
        at += hop + random.unit() * Double(min(level, relaysPerRelay)) * each
      }
      at = max(at + hop + random.unit() * Double(relaysPerRelay) * each, free)
      free = at + Double(viewersPerRelay) * each
      // Some viewers of each entry stand for all.
      for _ in 0..<20 { delays.append(at + random.unit() * (free - at) + hop - now) }
    }
    return Percentiles(delays)
  }
}
