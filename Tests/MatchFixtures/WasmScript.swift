// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Foundation

/// `scripts/wasm`, which builds modules for wasm32 and tests them under Node.
package enum WasmScript {
  /// Whether its tools are installed; without them it tests nothing.
  package static let isUsable =
    InstalledPrograms.contain("node") && InstalledPrograms.contain("wasm-ld")

  /// Runs one part to its end.
  ///
  /// - Returns: the exit status and the standard output.
  package static func run(_ part: String) throws -> (status: Int32, output: String) {
    let root = URL(filePath: #filePath).deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent()
    let process = Process()
    let output = Pipe()
    process.executableURL = root.appending(path: "scripts/wasm")
    process.arguments = [part]
    process.standardOutput = output
    try process.run()
    let bytes = try output.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    return (process.terminationStatus, String(decoding: bytes, as: UTF8.self))
  }
}
