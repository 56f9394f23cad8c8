// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Foundation
import Testing

extension Trait where Self == ConditionTrait {
  /// Skips a test where one of these programs is not installed, and names it.
  ///
  /// `python3-websockets` stands for Python's package of that name. `make check` has installed them
  /// all, so under it the test runs in any case, and fails where something is missing.
  static func needs(_ programs: String...) -> Self {
    let missing = programs.filter { !isInstalled($0) }.joined(separator: ", ")
    return .enabled(
      if: missing.isEmpty || ProcessInfo.processInfo.environment["FACEDOWN_CHECK"] == "1",
      "Not installed: \(missing). scripts/setup --check installs it.")
  }

  /// Skips a test where `command` fails in a shell, because of `reason`.
  static func needs(_ command: String, orElse reason: Comment) -> Self {
    .enabled(reason) { (try? await Programs.run("sh", ["-c", command]).code) == 0 }
  }

  private static func isInstalled(_ program: String) -> Bool {
    if program == "python3-websockets" {
      // Of the Python that the tests run.
      return FileManager.default.fileExists(atPath: "/usr/lib/python3/dist-packages/websockets")
    }
    let path = ProcessInfo.processInfo.environment["PATH"] ?? ""
    // Debian keeps servers where only the superuser looks.
    let folders = path.components(separatedBy: ":") + ["/usr/sbin"]
    return folders.contains {
      FileManager.default.isExecutableFile(atPath: "\($0)/\(program)")
    }
  }
}
