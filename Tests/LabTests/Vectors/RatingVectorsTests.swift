// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Testing

@testable import Lab

@Suite("Rating vectors", .timeLimit(.minutes(1)))
struct RatingVectorsTests {
  /// A row that passes.
  static let row = """
    {"name": "2p", "ranks": [1, 2], "before": [[25.0, 8.333333333333334], [25.0, 8.333333333333334]],
     "after": [[27.635389493140497, 8.06590141354368], [22.364610506859503, 8.06590141354368]],
     "max_diff_openskill_6_2_0": 0.0}
    """
  /// Glickman's example, as he and others give it.
  static let glicko = """
    {"v": 1.7789770897239976, "delta": -0.4839332609836549, "vol": 0.059995984286488495,
     "phi_star": 1.1528546895801364, "phi2": 0.8721991881307343, "mu2": -0.20694096667525494,
     "r": 1464.0506705393013, "rd": 151.51652412385727}
    """

  private func check(_ rows: String) throws -> VectorReport {
    try RatingVectors.check("{\"model\": \"m\", \"vectors\": [\(rows)]}")
  }

  @Test("correct rows pass, and so does Glickman's example")
  func passing() throws {
    let report = try RatingVectors.check(
      "{\"vectors\": [\(Self.row), \(Self.row)], \"glicko2_example\": \(Self.glicko)}")
    #expect(report.failures == [] && report.skipped == [] && report.passedCount == 3)
  }

  @Test(
    "a value changed by two billionths fails its row, which is named with what was expected",
    arguments: [
      ("27.635389493140497", "27.635389553140497"), ("8.06590141354368]]", "8.06590143354368]]"),
      ("22.364610506859503", "22.364610556859503"), ("[1, 2]", "[2, 1]"), ("[1, 2]", "[1, 1]"),
      ("[25.0,", "[25.0000001,"), ("[25.0,", "[1e300,"),
    ])
  func changed(from: String, to: String) throws {
    let report = try check(Self.row.replacing(from, with: to, maxReplacements: 1))
    #expect(report.summary == "0 passed, 1 failed")
    let failure = try #require(report.failures.first)
    #expect(failure.hasPrefix("2p: player ") && failure.contains("expected mu"))
  }

  @Test("a changed value of Glickman's example is named")
  func changedGlicko() throws {
    let text = Self.glicko.replacing("1464.05067", with: "1464.06000")
    let report = try RatingVectors.check("{\"glicko2_example\": \(text)}")
    #expect(report.failures.count == 1)
    #expect(report.failures.first?.hasPrefix("glicko2_example: r exp") == true)
  }

  @Test(
    "a row that cannot be computed fails with a sentence, and the others are computed",
    arguments: [
      "1", "{}", "{\"ranks\": [1]}", "{\"ranks\": [1], \"before\": [], \"after\": []}",
      "{\"ranks\": [], \"before\": [], \"after\": []}",
      "{\"ranks\": [1.5], \"before\": [[1, 1]], \"after\": [[1, 1]]}",
      "{\"ranks\": [1], \"before\": [[1]], \"after\": [[1, 1]]}",
      "{\"ranks\": [1], \"before\": [[1, null]], \"after\": [[1, 1]]}",
      "{\"ranks\": [1], \"before\": [[1, 0]], \"after\": [[1, 1]]}",
      "{\"ranks\": [1], \"before\": [[1, -2]], \"after\": [[1, 1]]}",
      "{\"ranks\": 3, \"before\": [[1, 1]], \"after\": [[1, 1]]}", "null", "[[]]",
      "{\"name\": 3, \"ranks\": [1], \"before\": [[1, 1]], \"after\": [[1, 1]]}",
    ])
  func malformed(row: String) throws {
    let report = try check("\(row), \(Self.row)")
    #expect(report.summary == "1 passed, 1 failed")
    let failure = try #require(report.failures.first)
    #expect(failure.hasPrefix("row 1: ") && failure.hasSuffix("."))
  }

  @Test("unknown parts are reported, not skipped silently")
  func unknown() throws {
    let report = try RatingVectors.check(
      "{\"trueskill\": 1, \"vectors\": [\(Self.row.replacing("\"max_diff", with: "\"other"))]}")
    #expect(report.passedCount == 1 && report.failures == [])
    #expect(
      report.skipped == [
        "unknown part 'trueskill'.",
        "2p: unknown part 'other_openskill_6_2_0'.",
      ])
  }

  @Test("a malformed file is a fault", arguments: ["", "[]", "{}", "3", "{\"vectors\": 3}"])
  func noFile(text: String) {
    #expect(throws: VectorFault.self) { try RatingVectors.check(text) }
  }
}
