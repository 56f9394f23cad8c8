// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Testing

@testable import Lab

@Suite("Latency histogram", .timeLimit(.minutes(1)))
struct LatencyHistogramTests {
  @Test("tells small latencies apart exactly, and large ones within a 32nd")
  func resolution() throws {
    for microseconds: Int64 in [0, 1, 31, 32, 33, 1_000, 65_535, 12_345_678, 3_600_000_000] {
      var histogram = LatencyHistogram()
      histogram.append(.microseconds(microseconds))
      let counted = try #require(histogram.percentile(0.5)) * 1_000
      #expect(abs(counted - Double(microseconds)) <= Double(microseconds) / 32, "\(microseconds)")
    }
  }

  @Test("has the percentiles of what it counted")
  func percentiles() throws {
    var histogram = LatencyHistogram()
    for milliseconds in 1...1_000 { histogram.append(.milliseconds(milliseconds)) }
    #expect(histogram.count == 1_000)
    for (share, expected) in [(0.5, 500.0), (0.9, 900), (0.99, 990), (0.999, 999)] {
      let counted = try #require(histogram.percentile(share))
      #expect(abs(counted - expected) < expected / 30, "\(share)")
    }
  }

  @Test("has no percentile without latencies, and takes negative and absurd ones")
  func extremes() {
    var histogram = LatencyHistogram()
    #expect(histogram.percentile(0.5) == nil)
    histogram.append(.seconds(-5))
    #expect(histogram.percentile(0.5) == 0)
    histogram.append(.seconds(Int64.max / 2))
    #expect(histogram.count == 2)
  }
}
