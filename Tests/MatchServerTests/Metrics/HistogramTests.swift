// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Testing

@testable import MatchServer

@Suite("A histogram", .timeLimit(.minutes(1)))
struct HistogramTests {
  @Test("counts each time in the first bucket that is long enough")
  func buckets() {
    for (index, bound) in Histogram.bounds.enumerated() {
      var histogram = Histogram()
      histogram.add(bound)
      #expect(histogram.counts[index] == 1, "\(bound) us")
      histogram.add(bound + 1)
      #expect(histogram.counts[index + 1] == 1, "\(bound) us and one more")
    }
    #expect(Histogram.bounds == Histogram.bounds.sorted())
  }

  @Test("has the count and the sum, and counts negative times as zero")
  func sums() {
    var histogram = Histogram()
    for microseconds in [-5, 3, .max / 4] as [Int64] { histogram.add(microseconds) }
    #expect(histogram.count == 3)
    #expect(histogram.sum == 3 + .max / 4)
    #expect(histogram.counts.first == 2 && histogram.counts.last == 1)
  }
}
