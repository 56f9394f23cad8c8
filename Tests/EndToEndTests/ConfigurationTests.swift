// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Foundation
import MatchFixtures
import Testing

/// A server's messages at start about its configuration and its machine.
@Suite("A server's start", .timeLimit(.minutes(2)))
struct ConfigurationTests {
  @Test("is refused with file and line, both by the server and by `config`")
  func refused() async throws {
    let folder = try TemporaryFolder()
    let file = try folder.write(
      "listen: 127.0.0.1:0\nin-memory: yes\n\nmax-rooms: many\n", to: "s.yaml")
    for command in ["serve", "config"] {
      let finished = try await Programs.run("facedown-server", [command, "--config", file])
      #expect(finished.code == 64 && finished.lines.isEmpty)
      #expect(
        finished.errors
          == "Error: \(file):4: max-rooms is \"many\": give a whole number from 1 to 1000000.\n")
    }
  }

  @Test("can be previewed, setting by setting")
  func told() async throws {
    let folder = try TemporaryFolder()
    let file = try folder.write("max-rooms: 500\n", to: "server.yaml")
    let told = try await Programs.run(
      "facedown-server", ["config", "--config", file, "--in-memory", "--json"])
    #expect(told.code == 0 && told.errors.isEmpty, "\(told.errors)")
    #expect(told.lines.contains { $0.contains(#""name":"max-rooms","value":500,"from":"file""#) })
    #expect(told.lines.contains { $0.contains(#""name":"in-memory","value":true,"from":"flag""#) })
  }

  @Test("warns if the clock is behind the journal")
  func clock() async throws {
    let folder = try TemporaryFolder()
    let data = folder.path + "/data"
    // The heartbeat belongs to a journal: one server creates both, then the clock appears to be set
    // back.
    _ = try await Programs.withServer(storage: ["--data", data]) { _ in }
    let ahead = Int((Date().timeIntervalSince1970 + 3_700) * 1_000_000)
    let mark = try folder.text("data/heartbeat").split(separator: "\n").dropFirst()
    try folder.write(
      ([Substring("\(ahead)")] + mark).joined(separator: "\n") + "\n", to: "data/heartbeat")
    let (_, code) = try await Programs.withServer(
      ["--log-format", "json"], storage: ["--data", data], log: folder.path + "/log"
    ) { server in
      let rooms = try await Programs.run("facedown", ["rooms", server.url])
      #expect(rooms.code == 0, "\(rooms.errors)")
    }
    #expect(code == 0)
    let lines = try folder.text("log").split(separator: "\n")
    #expect(
      lines.contains {
        $0.contains("\"level\":\"warning\"")
          && $0.contains("clock is 1 hour and 1 minute behind the journal's last entry")
      }, "\(lines)")
    for line in lines {
      #expect(try JSONSerialization.jsonObject(with: Data(line.utf8)) is [String: Any])
    }
  }
}
