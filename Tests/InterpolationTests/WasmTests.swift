// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Foundation
import Testing

@Suite("Under JavaScript", .timeLimit(.minutes(10)))
struct WasmTests {
  /// Whether one of the folders programs are looked for in has `program`.
  private static func hasProgram(_ program: String) -> Bool {
    let folders = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
    return folders.contains { FileManager.default.isExecutableFile(atPath: "\($0)/\(program)") }
  }

  @Test(
    "the same source, as Embedded Swift for wasm32, meets the same vectors",
    .enabled(if: hasProgram("node") && hasProgram("wasm-ld"), "There is no node, or no wasm-ld."))
  func vectors() throws {
    let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent()
    let process = Process()
    let output = Pipe()
    process.executableURL = root.appendingPathComponent("scripts/wasm")
    process.arguments = ["interpolation"]
    process.standardOutput = output
    try process.run()
    let text = String(
      decoding: try output.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self)
    process.waitUntilExit()
    #expect(process.terminationStatus == 0, "\(text)")
    #expect(text.hasSuffix("160 passed, 0 failed\n"), "\(text)")
  }
}
