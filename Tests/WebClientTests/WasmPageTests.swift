// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Foundation
import Game
import MatchFixtures
import Testing
import WebClient

@Suite("The page's module", .timeLimit(.minutes(10)))
struct WasmPageTests {
  private static let root = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()
  private static let matches = [
    MatchSettings(pairs: 32, spectatorDelay: .seconds(3)),
    MatchSettings(pairs: 10, mode: .classic, shuffle: .blind, spectatorDelay: .seconds(3)),
    MatchSettings(pairs: 4, mode: .blitz, turnLimit: .seconds(8), spectatorDelay: .seconds(3)),
  ]
  private static let framesEach = 1000

  /// Where `scripts/wasm web` reads what happened and what was to be seen.
  @Test("a spectator's page shows the stage's scene of the whole log, at every time")
  func matches() throws {
    var file: [UInt8] = []
    for (index, settings) in Self.matches.enumerated() {
      let match = DecidedMatch(settings, seed: UInt64(index + 1))
      #expect(match.log.latest.phase == .ended)
      let page = PlayedPage(match, frames: Self.framesEach)
      #expect(page.frames > Self.framesEach * 9 / 10)
      #expect(page.largestDifference <= 1e-9)
      #expect(page.motions == [0, 1, 2])
      #expect(page.phases.isSuperset(of: [0, 3, 4, 5]))
      // Nothing was wrong on the way: no commitment was broken, no connection lost.
      let pause = "The match was paused for 3155760000 seconds; nobody loses time."
      // The players of this match sent no requests, so that it is not verified.
      let verdict =
        "Entry 2 of this match failed verification: the request that caused it is missing. "
        + "Do not trust this server."
      #expect(page.messages == ["", pause, verdict])
      #expect(page.verdict.hasPrefix("bad\tEntry 1 of this match failed verification: "))
      file += page.file
    }
    let folder = Self.root.appending(path: ".build/wasm")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    try Data(file).write(to: folder.appending(path: "matches.bin"), options: .atomic)
  }

  @Test(
    "the same page, as Embedded Swift for wasm32, shows the same, and nothing traps it",
    .enabled(if: WasmScript.isUsable, "There is no node, or no wasm-ld."))
  func wasm() throws {
    try matches()
    let (status, output) = try WasmScript.run("web")
    #expect(status == 0, "\(output)")
    #expect(output.hasSuffix(" checks passed, 0 failed\n"), "\(output)")
  }
}
