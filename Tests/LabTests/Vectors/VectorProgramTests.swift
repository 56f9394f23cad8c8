// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import MatchFixtures
import Testing

@testable import Lab

@Suite("Vector file command", .timeLimit(.minutes(1)))
struct VectorProgramTests {
  private let program = VectorProgram(name: "try-vectors", form: "a file of words") {
    text throws(VectorFault) in
    guard !text.isEmpty else { throw VectorFault("is empty") }
    var report = VectorReport()
    for word in text.split(separator: " ") {
      switch word {
      case "good": report.pass()
      case "odd": report.skip("unknown part 'odd'.")
      default: report.count("\(word)", ["it is bad", "it is worse"])
      }
    }
    return report
  }

  /// Runs the command on a file with `text`.
  private func run(_ text: String) throws -> (status: Int32, lines: [String]) {
    let folder = try TemporaryFolder()
    let file = try folder.write(text, to: "vectors")
    var lines: [String] = []
    let status = program.run(arguments: [file]) { lines.append($0) }
    return (status, lines.map { $0.replacing(file, with: "FILE") })
  }

  @Test("prints counts last, after differences and skipped parts")
  func counts() throws {
    let (status, lines) = try run("good odd poor good")
    #expect(status == 1)
    #expect(
      lines == [
        "poor: it is bad; it is worse.", "skipped: unknown part 'odd'.",
        "2 passed, 1 failed",
      ])
    #expect(try run("good") == (0, ["1 passed, 0 failed"]))
  }

  @Test("says what is wrong with a malformed or missing file")
  func noFile() throws {
    #expect(try run("") == (2, ["FILE is empty; name a file of words."]))
    var lines: [String] = []
    #expect(program.run(arguments: []) { lines.append($0) } == 2)
    #expect(program.run(arguments: ["a", "b"]) { lines.append($0) } == 2)
    #expect(program.run(arguments: ["/no/such/file"]) { lines.append($0) } == 2)
    #expect(program.run(arguments: ["/"]) { lines.append($0) } == 2)
    #expect(program.run(arguments: ["/dev/zero"]) { lines.append($0) } == 2)
    #expect(
      lines == [
        "Name one vector file: try-vectors FILE.",
        "Name one vector file: try-vectors FILE.",
        "/no/such/file cannot be read (No such file or directory); name a file of words.",
        "/ cannot be read (Is a directory); name a file of words.",
        "/dev/zero is longer than 64 MiB; name a file of words.",
      ])
  }
}
