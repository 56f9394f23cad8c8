// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import FacedownTesting
import Glibc

/// NATS servers that store steps on the disks of a majority, as a queue of batches.
///
/// A batch costs a fixed time, mostly of the disk, and a little for each step in it. Versions differ in how
/// many steps share one write to the disk. Fitted to what was measured with 1, 10 and 200 rooms that
/// have a step under way each; `JournalServersTests` compares.
struct JournalServers: Hashable, Sendable {
  /// What lists call it.
  var name: String
  /// The time of a batch, in seconds.
  var batch: Double
  /// What each step adds, in seconds.
  var step: Double
  /// How many steps a batch has at most.
  var most: Int
  /// What an answer takes beyond its batch, in seconds.
  var answer: Double

  /// 2.10.27: a write to the disk for each step.
  static let v2_10 = JournalServers(
    name: "2.10", batch: 0.63e-3, step: 0.03e-3, most: 1, answer: 0.4e-3)
  /// 2.14.0, likewise.
  static let v2_14 = JournalServers(
    name: "2.14", batch: 0.44e-3, step: 0.03e-3, most: 1, answer: 0.5e-3)
  /// 2.15.0: all that has come meanwhile is written at once.
  static let v2_15 = JournalServers(
    name: "2.15", batch: 0.7e-3, step: 0.034e-3, most: .max, answer: 0)

  static let all = [v2_10, v2_14, v2_15]

  /// From an answer to the room's next step, in seconds: two threads and a wake-up.
  private static let turn = 0.1e-3

  /// How long a batch takes: most are about equal, a few take three times as long.
  private func duration(of count: Int, _ random: inout SeededRandom) -> Double {
    batch * (0.83 + random.exponential(mean: 0.24)) + step * Double(count)
  }

  /// When steps that are published at these times are stored.
  ///
  /// - Parameters:
  ///   - arrivals: ascending, in seconds.
  ///   - random: draws how long batches take.
  /// - Returns: the time of each answer.
  func stored(_ arrivals: [Double], _ random: inout SeededRandom) -> [Double] {
    var answers: [Double] = []
    answers.reserveCapacity(arrivals.count)
    var now = 0.0
    while answers.count < arrivals.count {
      let first = answers.count
      now = max(now, arrivals[first])
      var end = first
      while end < arrivals.count, arrivals[end] <= now, end - first < most { end += 1 }
      now += duration(of: end - first, &random)
      answers += repeatElement(now + answer, count: end - first)
    }
    return answers
  }

  /// How long steps take that are published at random moments, in seconds.
  func latencies(rate: Double, count: Int, seed: UInt64) -> Percentiles {
    precondition(rate > 0, "Steps are published.")
    var random = SeededRandom(seed: seed, stream: 1)
    var at = 0.0
    let arrivals = (0..<count).map { _ in
      at += random.exponential(mean: 1 / rate)
      return at
    }
    // The first tenth finds an empty queue.
    return Percentiles(
      zip(stored(arrivals, &random), arrivals).dropFirst(count / 10).map { $0 - $1 })
  }

  /// Rooms that publish a step as soon as the one before is stored.
  ///
  /// - Returns: steps a second, and how long each takes, in seconds.
  func saturated(rooms: Int, steps: Int, seed: UInt64) -> (rate: Double, latencies: Percentiles) {
    precondition(rooms > 0 && steps > rooms, "Every room publishes.")
    var random = SeededRandom(seed: seed, stream: 2)
    // When each waiting step was published, in order.
    var waiting = [Double](repeating: 0, count: rooms)
    var latencies: [Double] = []
    var now = 0.0
    while latencies.count < steps {
      now = max(now, waiting[0])
      var count = 0
      while count < waiting.count, waiting[count] <= now, count < most { count += 1 }
      now += duration(of: count, &random)
      latencies += waiting[..<count].map { now + answer - $0 }
      waiting.removeFirst(count)
      for _ in 0..<count {
        let next = now + answer + random.exponential(mean: Self.turn)
        let place = waiting.lastIndex { $0 <= next }.map { $0 + 1 } ?? 0
        waiting.insert(next, at: place)
      }
    }
    return (Double(latencies.count) / now, Percentiles(latencies))
  }

  /// The highest rate at which 99 of 100 steps take no longer, and the servers have this much to spare.
  func capacity(within limit: Double, share: Double, seed: UInt64) -> Double {
    let (top, _) = saturated(rooms: 1000, steps: 40_000, seed: seed)
    var (low, high) = (0.0, top * share)
    if latencies(rate: high, count: 20_000, seed: seed)[99] <= limit { return high }
    for _ in 0..<20 {
      let middle = (low + high) / 2
      if latencies(rate: middle, count: 20_000, seed: seed)[99] <= limit {
        low = middle
      } else {
        high = middle
      }
    }
    return low
  }
}
