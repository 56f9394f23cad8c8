// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Foundation
import Testing

/// `Tools/run-tests` counts the results that `swift test` prints, and never reports a failed run as
/// passed.
@Suite("Counting tests", .timeLimit(.minutes(1)))
struct RunTestsTests {
  struct Row: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let printed: String
    let swiftTestStatus: Int
    let lastLine: String
    let status: Int32
  }

  static let table = [
    Row(
      testDescription: "all passed",
      printed: "✔ Test one() passed after 1 seconds.\n✔ Test run with 2 tests in 1 suite passed",
      swiftTestStatus: 0, lastLine: "2 passed, 0 failed", status: 0),
    Row(
      testDescription: "one failed, with two cases",
      printed: "✘ Test \"two\" with 2 test cases failed after 1 seconds with 2 issues.\n"
        + "✘ Suite \"A\" failed after 1 seconds.\n"
        + "✘ Test run with 2 tests in 1 suite failed after 1 seconds with 2 issues.",
      swiftTestStatus: 1, lastLine: "1 passed, 1 failed", status: 1),
    Row(
      testDescription: "a known issue is no failure",
      printed: "━ Test run with 2 tests in 1 suite passed after 1 seconds with 1 known issue.",
      swiftTestStatus: 0, lastLine: "2 passed, 0 failed", status: 0),
    Row(
      testDescription: "a skipped test has not passed",
      printed: "➜ Test two() skipped: \"Why.\"\n✔ Test run with 2 tests in 1 suite passed",
      swiftTestStatus: 0, lastLine: "1 passed, 0 failed", status: 0),
    Row(
      testDescription: "the process died", printed: "✔ Test one() passed after 1 seconds.",
      swiftTestStatus: 139, lastLine: "0 passed, 1 failed", status: 1),
    Row(
      testDescription: "the run failed between tests",
      printed: "✔ Test run with 2 tests in 1 suite passed after 1 seconds.",
      swiftTestStatus: 1, lastLine: "1 passed, 1 failed", status: 1),
    Row(
      testDescription: "a failure nobody reported in the exit status",
      printed: "✘ Test one() failed after 1 seconds.\n✘ Test run with 1 test in 1 suite failed",
      swiftTestStatus: 0, lastLine: "0 passed, 1 failed", status: 1),
    Row(
      testDescription: "nothing ran", printed: "✔ Test run with 0 tests in 0 suites passed",
      swiftTestStatus: 0, lastLine: "0 passed, 1 failed", status: 1),
  ]

  /// What a script prints that runs tests; the lines define `swift`, and `$1` and `$2` are `arguments`.
  private func script(_ lines: String, _ arguments: String...) throws -> Script {
    let tools = Repository.checkoutRoot.appending(path: "Tools/run-tests").path
    let head = """
      set -euo pipefail
      . "$0"
      log=$(mktemp)
      trap 'rm "$log"' EXIT
      """
    return try Script(
      "/bin/bash", arguments: ["-c", head + "\n" + lines, tools] + arguments, input: "")
  }

  @Test("The line and the exit status", arguments: table)
  func counts(row: Row) throws {
    let script = try script(
      """
      printed=$1 code=$2
      swift() { echo "$printed"; return "$code"; }
      run_tests "$log"
      report
      """, row.printed, "\(row.swiftTestStatus)")
    #expect(script.output.split(separator: "\n").last.map(String.init) == row.lastLine)
    #expect(script.status == row.status, "\(script.output) \(script.errors)")
    #expect(script.output.contains("== Failures") == (row.status != 0))
  }

  @Test("Failures are listed at the end, whatever came after them")
  func listed() throws {
    let script = try script(
      """
      swift() {
        printf '✘ Test %s\\n' "one() failed after 1 seconds." "run with 2 tests failed"
        false
      }
      run_tests "$log"
      swift() { echo "✔ Test run with 3 tests in 1 suite passed"; }
      run_tests "$log"
      report || true
      """)
    let end = script.output.split(separator: "\n").drop { $0 != "== Failures" }
    #expect(end.dropFirst().first == "✘ Test one() failed after 1 seconds.", "\(script.errors)")
    #expect(end.last == "4 passed, 1 failed")
    #expect(end.count == 4, "The failure, the exit status and the sums: \(end)")
  }
}
