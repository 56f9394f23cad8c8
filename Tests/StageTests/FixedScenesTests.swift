// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Foundation
import MatchFixtures
import Testing

@Suite("Fixed scenes", .timeLimit(.minutes(10)))
struct FixedScenesTests {
  private static let root = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()

  /// The file is rewritten only with `FACEDOWN_UPDATE_GOLDEN=1`.
  @Test("the native build reproduces the numbers of the file")
  func native() throws {
    let fixed = FixedScenes()
    let scenes = (0..<FixedScenes.count).map { fixed.numbers($0) }
    if ProcessInfo.processInfo.environment["FACEDOWN_UPDATE_GOLDEN"] == "1" {
      let text = scenes.map { $0.map { "\($0)" }.joined(separator: ",") + "\n" }.joined()
      let file = Self.root.appending(path: "Tests/StageTests/Resources/scenes.csv")
      return try Data(text.utf8).write(to: file)
    }
    let url = try #require(
      Bundle.module.url(forResource: "Resources/scenes", withExtension: "csv"))
    let expected = try String(contentsOf: url, encoding: .utf8).split(separator: "\n").map {
      $0.split(separator: ",").compactMap { Double($0) }
    }
    #expect(expected.count == scenes.count)
    for (index, (scene, numbers)) in zip(scenes, expected).enumerated() {
      let isEqual =
        scene.count == numbers.count
        && zip(scene, numbers).allSatisfy { abs($0 - $1) <= 1e-9 * max(1, abs($1)) }
      #expect(isEqual, "scene \(index)")
    }
    // Something of everything is in it.
    #expect(scenes.contains { $0[2] > 0 } && scenes.contains { $0[6] > 0 })
    #expect(Set(scenes.map { $0[1] }) == [1, 2])
  }

  @Test(
    "rules and stage, as Embedded Swift for wasm32, say the same numbers",
    .enabled(if: WasmScript.isUsable, "There is no node, or no wasm-ld."))
  func wasm() throws {
    let (status, output) = try WasmScript.run("stage")
    #expect(status == 0, "\(output)")
    #expect(output.hasSuffix("\(FixedScenes.count) scenes passed, 0 failed\n"), "\(output)")
  }
}
