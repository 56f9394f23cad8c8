// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import MatchFixtures
import Testing

@Suite("Under JavaScript", .timeLimit(.minutes(10)))
struct WasmTests {
  @Test(
    "the same source, as Embedded Swift for wasm32, meets the same vectors",
    .enabled(if: WasmScript.isUsable, "There is no node, or no wasm-ld."))
  func vectors() throws {
    let (status, output) = try WasmScript.run("interpolation")
    #expect(status == 0, "\(output)")
    #expect(output.hasSuffix("160 passed, 0 failed\n"), "\(output)")
  }
}
