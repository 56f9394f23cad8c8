// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Foundation
import Testing

/// `Tools/build-progress` shows the output of `swift build` as one line.
@Suite("Progress of a build", .timeLimit(.minutes(1)))
struct BuildProgressTests {
  /// The lines that are shown one over another.
  private func shown(
    _ printed: String, from: Int = 0, to: Int = 100, steps: Int, columns: Int = 80
  ) throws -> [String] {
    let tool = Repository.checkoutRoot.appending(path: "Tools/build-progress").path
    let script = try Script(
      "/usr/bin/env",
      arguments: ["COLUMNS=\(columns)", tool, "\(from)", "\(to)", "\(steps)", "the game"],
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
        [0/9] Write sources
        [7/9] Compiling Game Board.swift
        warning: not shown
        [8/12] Compiling Lobby Room.swift
        [12/12] Linking facedown

        """, steps: 4) == [
          "  0 %  the game: starting", "  0 %  the game: fetching swift-log",
          "  0 %  the game: fetching swift-protobuf",
          "  0 %  the game: compiling Game", " 25 %  the game: compiling Lobby",
          " 50 %  the game: linking facedown",
        ])
  }

  @Test("counts from and to its share, and no further")
  func share() throws {
    let modules = (1...4).map { "[\($0)/9] Compiling M\($0) file.swift\n" }.joined()
    let lines = try shown(modules, from: 60, to: 80, steps: 2)
    #expect(lines.map { $0.prefix(3) } == [" 60", " 60", " 70", " 80", " 80"])
  }

  @Test("is of a game whose drawing modules, which exist, are optimised")
  func optimised() throws {
    let root = Repository.checkoutRoot
    let play = try String(contentsOf: root.appending(path: "scripts/play"), encoding: .utf8)
    let named = try #require(play.firstMatch(of: /FACEDOWN_OPTIMISED="([^"]+)"/)?.1)
    let modules = Set(named.split(separator: " ").map(String.init))
    #expect(modules.isSuperset(of: ["TermClient", "MatchUI", "TerminalUI", "Stage"]))
    for module in modules {
      #expect(try root.appending(path: "Sources/\(module)").checkResourceIsReachable())
    }
    let package = try String(contentsOf: root.appending(path: "Package.swift"), encoding: .utf8)
    #expect(package.contains("FACEDOWN_OPTIMISED"))
  }

  @Test("stays within the window")
  func narrow() throws {
    let module = String(repeating: "M", count: 50)
    for line in try shown("[1/2] Compiling \(module) m\n", steps: 1, columns: 20) {
      #expect(line.count < 20)
    }
  }
}
