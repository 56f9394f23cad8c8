// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Foundation
import MatchFixtures
import Testing

extension Trait where Self == ConditionTrait {
  /// Skips a test unless these programs are installed, naming the missing ones.
  ///
  /// `python3-websockets` and `python3-yaml` stand for Python's packages of those names. `make check` has installed them
  /// all, so under it the test always runs, and fails if something is missing.
  static func needs(_ programs: String...) -> Self {
    let missing = programs.filter { !isInstalled($0) }.joined(separator: ", ")
    return .enabled(
      if: missing.isEmpty || ProcessInfo.processInfo.environment["FACEDOWN_CHECK"] == "1",
      "Not installed: \(missing). scripts/setup --check installs it.")
  }

  /// Skips a test if `command` fails in a shell, giving `reason`.
  static func needs(_ command: String, orElse reason: Comment) -> Self {
    .enabled(reason) { (try? await Programs.run("sh", ["-c", command]).code) == 0 }
  }

  private static func isInstalled(_ program: String) -> Bool {
    if program.hasPrefix("python3-") {
      // For the Python that the tests run.
      let module = program.dropFirst("python3-".count)
      return FileManager.default.fileExists(atPath: "/usr/lib/python3/dist-packages/\(module)")
    }
    return InstalledPrograms.contain(program)
  }
}
