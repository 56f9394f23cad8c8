// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Testing

@testable import MatchServer

@Suite("The text for Prometheus", .timeLimit(.minutes(1)))
struct PrometheusTextTests {
  @Test("has families sorted by name and their samples by label, with help and type")
  func order() {
    var page = PrometheusText()
    page.add("b_total", .counter, "Of b.", .whole(2))
    page.add(
      "a", .gauge, "Of a.", [.init("kind", "z", .whole(1)), .init("kind", "c", .real(0.5))])
    #expect(
      page.text == """
        # HELP a Of a.
        # TYPE a gauge
        a{kind="c"} 0.5
        a{kind="z"} 1
        # HELP b_total Of b.
        # TYPE b_total counter
        b_total 2

        """)
  }

  @Test("escapes labels and help texts")
  func escaping() {
    var page = PrometheusText()
    page.add("a", .gauge, "One\\two\n\"three\"", [.init("l", "1\\2\n\"3\" ä", .whole(1))])
    #expect(
      page.text == #"""
        # HELP a One\\two\n"three"
        # TYPE a gauge
        a{l="1\\2\n\"3\" ä"} 1

        """#)
  }

  @Test("writes infinities and NaN as the format requires")
  func numbers() {
    #expect(PrometheusText.Number.real(.nan).text == "NaN")
    #expect(PrometheusText.Number.real(.infinity).text == "+Inf")
    #expect(PrometheusText.Number.real(-.infinity).text == "-Inf")
    #expect(PrometheusText.Number.whole(.max).text == "18446744073709551615")
    #expect(PrometheusText.Number(-1).text == "0")
  }

  @Test("writes a histogram's buckets cumulatively, in seconds")
  func histogram() {
    var histogram = Histogram()
    for microseconds in [0, 10, 11, 600_000, 99_000_000] as [Int64] { histogram.add(microseconds) }
    var page = PrometheusText()
    page.add("h_seconds", "Of h.", histogram)
    let lines = page.text.split(separator: "\n").map(String.init)
    #expect(lines.first == "# HELP h_seconds Of h.")
    #expect(lines[2] == "h_seconds_bucket{le=\"1e-05\"} 2")
    #expect(lines[3] == "h_seconds_bucket{le=\"2.5e-05\"} 3")
    #expect(lines.contains("h_seconds_bucket{le=\"0.5\"} 3"))
    #expect(lines.contains("h_seconds_bucket{le=\"1.0\"} 4"))
    #expect(
      lines.suffix(3) == [
        "h_seconds_bucket{le=\"+Inf\"} 5", "h_seconds_sum 99.600021", "h_seconds_count 5",
      ])
  }
}
