// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import FacedownTesting

/// A node's event loop, or a relay's: one queue, served in order by one core.
struct LoopQueue: Sendable {
  /// One kind of input.
  struct Input: Sendable {
    /// How many come a second.
    var rate: Double
    /// The mean processor time of one, in seconds.
    var cost: Double
  }

  /// All kinds of its inputs.
  var inputs: [Input]

  /// The share of the core that they take.
  var load: Double { inputs.reduce(0) { $0 + $1.rate * $1.cost } }

  /// How long inputs take from their arrival to their end, in seconds.
  ///
  /// - Precondition: the load is below 1, or there would be no end.
  func delays(count: Int, seed: UInt64) -> Percentiles {
    precondition(load < 1, "A loop with more work than time never ends it.")
    var random = SeededRandom(seed: seed, stream: 3)
    let total = inputs.reduce(0) { $0 + $1.rate }
    var (now, free) = (0.0, 0.0)
    return Percentiles(
      (0..<count).map { _ in
        now += random.exponential(mean: 1 / total)
        var place = random.unit() * total
        let input = inputs.first { input in
          place -= input.rate
          return place <= 0
        }
        free = max(free, now) + random.exponential(mean: input?.cost ?? 0)
        return free - now
      })
  }
}
