// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Testing

/// The last line of `make test`, from lines as Swift Testing writes them.
@Suite("Counting tests", .timeLimit(.minutes(1)))
struct CountTestsTests {
  /// What the script is given, and what it has to answer.
  struct Row: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let events: [String]
    let swiftTestStatus: Int32
    let line: String
    let status: Int32
  }

  static let table = [
    Row(
      testDescription: "all passed; suites do not count",
      events: passing("one") + passing("two") + [ended("OtherTests.Suite", "pass")],
      swiftTestStatus: 0, line: "2 passed, 0 failed", status: 0),
    Row(
      testDescription: "one failed",
      events: passing("one") + [started(id("two")), ended(id("two"), "fail")],
      swiftTestStatus: 1, line: "1 passed, 1 failed", status: 1),
    Row(
      testDescription: "a known issue is no failure",
      events: [started(id("one")), ended(id("one"), "passWithKnownIssue")],
      swiftTestStatus: 0, line: "1 passed, 0 failed", status: 0),
    Row(
      testDescription: "the process died in a test",
      events: passing("one") + [started(id("two"))],
      swiftTestStatus: 139, line: "1 passed, 1 failed", status: 139),
    Row(
      testDescription: "the run failed between tests",
      events: passing("one"), swiftTestStatus: 1, line: "1 passed, 1 failed", status: 1),
    Row(
      testDescription: "a failure nobody reported in the exit status",
      events: [started(id("one")), ended(id("one"), "fail")],
      swiftTestStatus: 0, line: "0 passed, 1 failed", status: 1),
    Row(
      testDescription: "nothing ran",
      events: [], swiftTestStatus: 0, line: "0 passed, 0 failed", status: 1),
    Row(
      testDescription: "a test's text that looks like an event",
      events: passing(#"says \"kind\":\"testStarted\",\"symbol\":\"fail\""#),
      swiftTestStatus: 0, line: "1 passed, 0 failed", status: 0),
  ]

  @Test("The line and the exit status", arguments: table)
  func counts(row: Row) throws {
    let script = try Script(
      "count-tests", arguments: ["\(row.swiftTestStatus)"], input: row.events.joined())
    #expect(script.output == row.line + "\n")
    #expect(script.status == row.status)
  }

  @Test("What failed is named, with the first thing it found; what is known to fail is not")
  func names() throws {
    let failed = Self.id("two")
    let events =
      Self.passing("one")
      + [
        Self.started(failed), Self.issue(failed, #"Expectation failed: \"a\" == b"#),
        Self.issue(failed, "and another"), Self.ended(failed, "fail"),
        Self.started(Self.id("three")), Self.issue(Self.id("three"), "x", known: true),
        Self.ended(Self.id("three"), "passWithKnownIssue"), Self.started(Self.id("four")),
      ]
    let script = try Script("count-tests", arguments: ["1"], input: events.joined())
    let lines = script.errors.split(separator: "\n").sorted()
    #expect(
      lines == [
        "Failed: OtherTests.Suite/four()/File.swift:4:2",
        #"Failed: OtherTests.Suite/two()/File.swift:4:2: Expectation failed: \"a\" == b"#,
        "The process ended while 1 of the failed were still running.",
      ])
  }

  private static func issue(_ id: String, _ text: String, known: Bool = false) -> String {
    #"{"kind":"event","payload":{"issue":{"isKnown":\#(known)},"kind":"issueRecorded","#
      + #""messages":[{"symbol":"fail","text":"\#(text)"}],"testID":"\#(id)"},"version":0}"# + "\n"
  }

  private static func id(_ name: String) -> String {
    #"OtherTests.Suite\/\#(name)()\/File.swift:4:2"#
  }

  private static func passing(_ name: String) -> [String] {
    [started(id(name)), ended(id(name), "pass")]
  }

  private static func started(_ id: String) -> String { event("testStarted", "default", id) }

  private static func ended(_ id: String, _ symbol: String) -> String {
    event("testEnded", symbol, id)
  }

  private static func event(_ kind: String, _ symbol: String, _ id: String) -> String {
    #"{"kind":"event","payload":{"kind":"\#(kind)","messages":[{"symbol":"\#(symbol)","text":"x"}],"#
      + #""testID":"\#(id)"},"version":0}"# + "\n"
  }
}
