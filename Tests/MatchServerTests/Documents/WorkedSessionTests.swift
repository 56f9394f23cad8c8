// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Foundation
import Testing

@Suite("The worked session of the documents", .timeLimit(.minutes(1)))
struct WorkedSessionTests {
  private static let file = URL(filePath: #filePath).deletingLastPathComponent()
    .appending(path: "../../../docs/session.md").standardized

  /// The file changes only when `FACEDOWN_UPDATE_GOLDEN=1` says that it is meant.
  @Test("is what a real server says to these clients, byte for byte")
  func replays() throws {
    let page = try String(contentsOf: Self.file, encoding: .utf8)
    let replayed = try WorkedSession(page: page).replayed()
    if ProcessInfo.processInfo.environment["FACEDOWN_UPDATE_GOLDEN"] == "1" {
      try Data(replayed.utf8).write(to: Self.file)
      return
    }
    let said = replayed.split(separator: "\n", omittingEmptySubsequences: false)
    let written = page.split(separator: "\n", omittingEmptySubsequences: false)
    let first = zip(written, said).first { $0 != $1 }
    #expect(
      page == replayed, "The page has \(first?.0 ?? "too few lines"), said is \(first?.1 ?? "")")
  }

  @Test("would be noticed if a byte of it were another")
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
    #expect(changed != whole)
    #expect(try WorkedSession(page: changed).replayed() == whole)
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
