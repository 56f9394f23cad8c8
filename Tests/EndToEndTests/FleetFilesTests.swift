// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Testing

/// The files of `deploy/nats`, `deploy/fleet` and `deploy/kubernetes`; `scripts/fleet-trial` runs them.
@Suite("The files of a fleet", .timeLimit(.minutes(2)))
struct FleetFilesTests {
  private func check(_ what: String) async throws -> [String] {
    let finished = try await Programs.run(
      "/usr/bin/python3",
      [
        "-B", "\(Programs.checkout)/Tests/EndToEndTests/Drivers/fleet_files.py", Programs.checkout,
        what,
      ])
    #expect(finished.code == 0, "\(finished.errors)")
    return finished.lines
  }

  @Test(
    "NATS accepts both configurations and the certificates, and a misspelt setting is noticed",
    .needs("python3-yaml", "openssl"),
    .needs(
      "test -x \"${FACEDOWN_NATS_SERVER:-\(Programs.checkout)/.build/nats/nats-server-2.10.27}\"",
      orElse: "There is no nats-server: scripts/fetch-nats fetches one."))
  func nats() async throws {
    #expect(
      try await check("nats") == ["three: valid", "single: valid", "misspelt: refused"])
  }

  @Test(
    "HAProxy accepts its configuration, which sends newcomers and its own to each node",
    .needs("python3-yaml", "haproxy", "openssl"))
  func proxy() async throws {
    #expect(
      try await check("haproxy") == ["valid", "node-1 newcomers node-1", "node-2 newcomers node-2"])
  }

  @Test(
    "docker-compose accepts its file, in which nodes differ in their number alone",
    .needs("python3-yaml", "docker-compose"))
  func compose() async throws {
    #expect(
      try await check("compose") == [
        "nats-1 nats-2 nats-3 node-1 node-2 proxy relay-1",
        "variables: NATS_NODE_PASSWORD NATS_SYSTEM_PASSWORD",
        "nodes differ in their number alone",
      ])
  }

  @Test(
    "Kubernetes' files are as their schemas say, and agree with one another and with compose",
    .needs("python3-yaml"),
    .needs(
      "test -x \(Programs.checkout)/.build/kubernetes/bin/kubectl",
      orElse: "There is no kubectl: scripts/fetch-kubernetes fetches one."))
  func kubernetes() async throws {
    #expect(
      try await check("kubernetes") == [
        "21 objects, each as its schema says", "misspelt: refused",
        "budget nats 1 of True", "budget node 1 of True", "budget proxy 1 of True",
        "budget relay 1 of True",
        "secrets: named: nats-node-tls nats-passwords nats-server-tls play-example-org",
        "the journal is open to: node (client) nats (cluster)",
        "dialled: node-1 node-2 relay-1 missing:", "nodes: node-1 node-2 not dialled:",
        "as in compose: True drains: True within 120",
      ])
  }
}
