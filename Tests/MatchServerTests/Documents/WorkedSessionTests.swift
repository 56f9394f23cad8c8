// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Foundation
import Testing

@Suite("The worked session of the documents", .timeLimit(.minutes(1)))
struct WorkedSessionTests {
  private static let file = URL(filePath: #filePath).deletingLastPathComponent()
    .appending(path: "../../../docs/session.md").standardized

  /// The file is rewritten only with `FACEDOWN_UPDATE_GOLDEN=1`.
  @Test("matches a real server's answers byte for byte")
  func replays() throws {
    let page = try String(contentsOf: Self.file, encoding: .utf8)
    let replayed = try WorkedSession(page: page).replayed()
    if ProcessInfo.processInfo.environment["FACEDOWN_UPDATE_GOLDEN"] == "1" {
      try Data(replayed.utf8).write(to: Self.file)
      return
    }
    #expect(Self.difference(of: page, from: replayed) == nil)
  }

  /// The first line in which a page differs from the messages sent; nil if they are equal.
  private static func difference(of page: String, from replayed: String) -> String? {
    let written = page.split(separator: "\n", omittingEmptySubsequences: false)
    let said = replayed.split(separator: "\n", omittingEmptySubsequences: false)
    for line in 0..<max(written.count, said.count) {
      let lines = [written, said].map { line < $0.count ? String($0[line]) : "nothing" }
      if lines[0] != lines[1] { return "Line \(line + 1) is \(lines[0]), said is \(lines[1])" }
    }
    return nil
  }

  @Test("fails if a single byte differs")
  func canFail() throws {
    let page = """
      ```session
      ann opens
      ann > {"hello":{"agent":"a","name":"Ann"}}
      ```
      """
    let whole = try WorkedSession(page: page).replayed()
    #expect(whole.contains(#"ann < {"welcome":{"sessionId":"#))
    #expect(try WorkedSession(page: whole).replayed() == whole)
    let changed = whole.replacing("0.1.0", with: "0.1.1")
    let said = try WorkedSession(page: changed).replayed()
    #expect(said == whole)
    #expect(Self.difference(of: changed, from: said)?.hasPrefix("Line 4 is ann < {") == true)
    #expect(Self.difference(of: whole + "\n", from: said) == "Line 6 is , said is nothing")
  }

  @Test("has lines of a few kinds, and no other")
  func lines() throws {
    #expect(try WorkedSession.read("ann opens") == .opens("ann"))
    #expect(try WorkedSession.read("ann is lost") == .isLost("ann"))
    #expect(try WorkedSession.read("ann hears nothing") == .hearsNothing("ann"))
    #expect(try WorkedSession.read("ann > {}") == .says("ann", "{}"))
    #expect(try WorkedSession.read("0.18 s pass") == .passes(.milliseconds(180)))
    #expect(try WorkedSession.read("the server stops") == .stops)
    #expect(try WorkedSession.read("ann ben < {}") == .answer)
    for line in ["", "ann", "Ann opens", "x s pass", "ann >"] {
      #expect(throws: WorkedSession.Unreadable.self) { try WorkedSession.read(line) }
    }
  }
}
