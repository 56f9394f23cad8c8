// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Foundation
import Testing

/// `Tools/build-progress` shows the output of `swift build` as one line.
@Suite("Progress of a build", .timeLimit(.minutes(1)))
struct BuildProgressTests {
  /// The lines that are shown one over another.
  private func shown(_ printed: String, from: Int = 0, to: Int = 100, columns: Int = 80) throws
    -> [String]
  {
    let tool = Repository.checkoutRoot.appending(path: "Tools/build-progress").path
    let script = try Script(
      "/usr/bin/env", arguments: ["COLUMNS=\(columns)", tool, "\(from)", "\(to)", "the game"],
      input: printed)
    #expect(script.status == 0, "\(script.errors)")
    return script.output.split(separator: "\r\u{1B}[K").map(String.init)
  }

  @Test("is shown in percent, with what is being done")
  func percent() throws {
    #expect(
      try shown(
        """
        Fetching https://example.org/swift-log from cache
        Computing version for https://example.org/swift-protobuf.git
        [1/4] Compiling Game Board.swift
        warning: not shown
        [4/4] Linking facedown

        """) == [
          "  0 %  the game: starting", "  0 %  the game: fetching swift-log",
          "  0 %  the game: fetching swift-protobuf",
          " 25 %  the game: compiling Game", "100 %  the game: linking facedown",
        ])
  }

  @Test("counts from and to its share, and never goes back")
  func share() throws {
    let lines = try shown(
      "[1/2] Compiling A a\n[2/8] Compiling B b\n[9/8] Odd C\n[8/8] Linking d\n", from: 60, to: 80)
    #expect(lines.map { $0.prefix(3) } == [" 60", " 70", " 70", " 70", " 80"])
  }

  @Test("stays within the window")
  func narrow() throws {
    for line in try shown("[1/2] Compiling \(String(repeating: "M", count: 50)) m\n", columns: 20) {
      #expect(line.count < 20)
    }
  }
}
