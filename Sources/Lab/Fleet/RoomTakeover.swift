// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import FacedownTesting
import Glibc

/// The rooms of a dead node, taken over by those that are left.
struct RoomTakeover: Sendable {
  /// The dead node's rooms.
  var rooms: Int
  /// Nodes that are left.
  var nodes: Int
  /// Groups of servers among which the rooms' streams are divided.
  var groups: Int
  /// What each group is, and what it stores meanwhile, in steps a second.
  var servers: JournalServers
  var rate: Double
  var costs = MeasuredCosts()
  /// Rooms that a node reads at once.
  var atOnce = 64

  /// When each room is decided again, in seconds from the death.
  ///
  /// Each survivor notices by itself, claims its share of the rooms, behind what others store, and
  /// reads them.
  func claims(seed: UInt64) -> [Double] {
    precondition(nodes > 0 && groups > 0, "Somebody takes the rooms over.")
    var random = SeededRandom(seed: seed, stream: 5)
    let noticed = (0..<nodes).map { _ in random.uniform(costs.noticed) }
    var asked: [[(at: Double, node: Int)]] = Array(repeating: [], count: groups)
    for _ in 0..<rooms {
      let node = Int(random.next() % UInt64(nodes))
      asked[Int(random.next() % UInt64(groups))].append((noticed[node], node))
    }
    var claimed: [[Double]] = Array(repeating: [], count: nodes)
    for group in asked {
      // The steps of all other rooms, as long as somebody claims.
      var steps: [(at: Double, node: Int)] = []
      var at = costs.noticed.lowerBound
      while rate > 0, at < costs.noticed.upperBound + 0.2 {
        at += random.exponential(mean: 1 / rate)
        steps.append((at, -1))
      }
      let all = (group + steps).sorted { ($0.at, $0.node) < ($1.at, $1.node) }
      for (answer, one) in zip(servers.stored(all.map(\.at), &random), all) where one.node >= 0 {
        claimed[one.node].append(answer)
      }
    }
    // A normal distribution of the logarithm with the median and the percentile that were measured.
    let spread = log(costs.read.worst / costs.read.median) / 2.326
    return claimed.flatMap { answers in
      var readers = [Double](repeating: 0, count: atOnce)
      return answers.sorted().map { at in
        let next = readers.indices.min { readers[$0] < readers[$1] } ?? 0
        readers[next] =
          max(readers[next], at) + costs.read.median * exp(spread * random.normal())
        return readers[next]
      }
    }
  }
}
