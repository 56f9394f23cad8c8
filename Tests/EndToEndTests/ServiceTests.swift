// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Foundation
import MatchFixtures
import Testing

/// The systemd unit; `scripts/trial deb` starts it under a running systemd.
@Suite("The service", .timeLimit(.minutes(1)))
struct ServiceTests {
  /// Writes the unit and its drop-ins, for the programs of this build.
  ///
  /// - Returns: the unit's path.
  private func writeUnits(_ dropIns: [String], to folder: TemporaryFolder) throws -> String {
    let name = "facedown-server.service"
    try FileManager.default.createDirectory(
      atPath: "\(folder.path)/\(name).d", withIntermediateDirectories: true)
    for (from, to) in [(name, name)] + dropIns.map({ ($0, "\(name).d/\($0)") }) {
      let text = try String(
        contentsOfFile: "\(Programs.checkout)/deploy/systemd/\(from)", encoding: .utf8)
      try folder.write(
        text.replacing("/usr/bin/facedown-server", with: Programs.path("facedown-server")), to: to)
    }
    return "\(folder.path)/\(name)"
  }

  @Test(
    "is well formed, with each drop-in",
    .needs("systemd-analyze"),
    arguments: [[], ["low-port.conf"], ["tls-credentials.conf"], ["tls-group.conf"]])
  func verified(dropIns: [String]) async throws {
    let folder = try TemporaryFolder()
    let unit = try writeUnits(dropIns, to: folder)
    // The manual page it names exists once the package is installed.
    let verdict = try await Programs.run(
      "systemd-analyze", ["verify", "--man=no", "--recursive-errors=no", unit])
    #expect(verdict.code == 0 && verdict.errors.isEmpty, "\(verdict.errors)")
  }

  @Test("is limited in memory and threads, with reasons in deploy/systemd/README.md")
  func bounded() throws {
    let folder = "\(Programs.checkout)/deploy/systemd"
    let unit = try String(
      contentsOfFile: "\(folder)/facedown-server.service", encoding: .utf8)
    let readme = try String(contentsOfFile: "\(folder)/README.md", encoding: .utf8)
    for directive in ["MemoryMax", "TasksMax"] {
      let line = try #require(unit.split(separator: "\n").first { $0.hasPrefix("\(directive)=") })
      #expect(readme.contains("| `\(line)` | "), "README.md has no reason for \(line).")
    }
  }

  @Test(
    "has the exposure that deploy/systemd/README.md states",
    .needs("systemd-analyze"))
  func exposed() async throws {
    let folder = try TemporaryFolder()
    let unit = try writeUnits([], to: folder)
    let readme = try String(
      contentsOfFile: "\(Programs.checkout)/deploy/systemd/README.md", encoding: .utf8)
    let promised = try #require(readme.firstMatch(of: /level of \*\*(\d+)\.(\d)\*\*/))
    let verdict = try await Programs.run(
      "systemd-analyze",
      ["security", "--offline=true", "--threshold=\(promised.1)\(promised.2)", unit])
    #expect(verdict.code == 0, "\(verdict.lines.last ?? verdict.errors)")
    #expect(verdict.lines.contains { $0.contains(" \(promised.1).\(promised.2) ") })
  }

  @Test("is configured by a valid file, its examples included")
  func configured() async throws {
    let shipped = "\(Programs.checkout)/deploy/debian/server.yaml"
    let text = try String(contentsOfFile: shipped, encoding: .utf8)
    let folder = try TemporaryFolder()
    // Examples are commented-out keys.
    let examples = text.replacing(/\n# ([a-z-]+: \S+)/) { "\n\($0.1)" }
    #expect(examples != text)
    let file = try folder.write(examples, to: "server.yaml")
    let read = try await Programs.run("facedown-server", ["config", "--config", file])
    #expect(read.code == 0, "\(read.errors)")
    #expect(read.lines.contains { $0.hasPrefix("public-name ") && $0.contains(file) })
  }
}
