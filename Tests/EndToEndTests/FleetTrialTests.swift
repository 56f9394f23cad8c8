// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Testing

/// `scripts/fleet-trial`: the shorter trials, each once.
@Suite("A fleet in network namespaces", .serialized, .timeLimit(.minutes(5)))
struct FleetTrialTests {
  @Test(
    "runs from the files of deploy, and nothing is wrong",
    .needs("python3-yaml", "python3-websockets", "haproxy", "openssl", "curl"),
    .needs(
      "test $(id -u) = 0 && unshare --net true",
      orElse: "Network namespaces need root, and a machine that allows them."),
    .needs(
      "test -x \"${FACEDOWN_NATS_SERVER:-\(Programs.checkout)/.build/nats/nats-server-2.10.27}\"",
      orElse: "There is no nats-server: scripts/fetch-nats fetches one."),
    arguments: ["servers", "proxy", "kill", "move"])
  func trial(name: String) async throws {
    let finished = try await Programs.run(
      "\(Programs.checkout)/scripts/fleet-trial",
      [name, "--programs", Programs.home, "--rounds", "1"])
    #expect(finished.code == 0, "\(finished.lines) \(finished.errors)")
    // Perhaps the NATS servers had to be started twice.
    if finished.lines.count > 1 { print(finished.lines.joined(separator: "\n")) }
    #expect(finished.lines.last?.hasPrefix("\(name): ") == true)
    #expect(finished.lines.last?.hasSuffix("; 0 things wrong") == true, "\(finished.lines)")
  }

  @Test("lists its trials, and refuses all others before it builds anything")
  func list() async throws {
    let script = "\(Programs.checkout)/scripts/fleet-trial"
    let list = try await Programs.run(script, [])
    let names = list.lines.dropFirst().compactMap { line in
      line.split(separator: " ").first.map(String.init)
    }
    #expect(
      names == [
        "servers", "proxy", "match", "kill", "machine", "both", "move", "leader", "nats-term",
        "partition", "race", "power", "rooms", "quick", "pauses",
      ])
    let unknown = try await Programs.run(script, ["juggling"])
    #expect(unknown.code == 2 && unknown.errors.contains("there is no trial 'juggling'"))
    let never = try await Programs.run(script, ["kill", "--rounds", "0"])
    #expect(never.code == 2 && never.errors.contains("--rounds is a number from 1"))
  }
}
