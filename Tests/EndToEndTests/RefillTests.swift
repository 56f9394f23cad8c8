// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Foundation
import MatchFixtures
import NATSFixtures
import Testing

/// Nodes whose NATS servers lose their disks during a match.
@Suite("A match whose servers lose their disks", .timeLimit(.minutes(3)), .needsNATS)
struct RefillTests {
  private static func flags(_ cluster: NATSCluster) throws -> [String] {
    let host = try #require(cluster.addresses.first).dropFirst("nats://".count)
    return [
      "--nats", "nats://node:secret@\(host)", "--nats-system", "nats://system:secret@\(host)",
      "--world", "play",
    ]
  }

  private static let play = ["--pairs", "6", "--reveal", "1", "--pace", "fast", "--json"]

  @Test("goes on to its end once both nodes have written back what they remember")
  func refilled() async throws {
    let program = try #require(NATSProgram.current)
    let folder = try TemporaryFolder()
    try await NATSCluster.run(1, program) { cluster in
      let flags = try Self.flags(cluster)
      let sockets = ["a", "b"].map { "\(folder.path)/\($0).sock" }
      @Sendable func arguments(_ name: String, _ socket: String) -> [String] {
        flags + ["--node-name", name, "--node-url", "ws://127.0.0.1:1", "--admin-socket", socket]
      }
      let (_, code) = try await Programs.withServer(arguments("b", sockets[1]), storage: []) { _ in
        let (matches, code) = try await Programs.withServer(
          arguments("a", sockets[0]), storage: []
        ) { server in
          try await Self.refused(sockets[0], "Nothing is to be written back")
          let matches = try await Self.match(at: server.url) {
            try await Self.lose(cluster, sockets)
          }
          return matches
        }
        #expect(code == 0)
        for match in matches {
          #expect(match.code == 0, "\(match.errors)")
          #expect(match.lines.contains { $0.contains(#""ended""#) })
        }
        #expect(matches.contains { $0.lines.contains { $0.contains("clockAdjusted") } })
      }
      #expect(code == 0)
      let backup = folder.path + "/world.backup"
      let exported = try await Programs.run(
        "facedown-server", ["world", "export", backup] + flags)
      #expect(exported.code == 0, "\(exported)")
      #expect(exported.lines.first?.hasPrefix("1 room with ") == true, "\(exported)")
      #expect(exported.lines.first?.contains(", 1 result, ") == true, "\(exported)")
      let checked = try await Programs.run("facedown-server", ["check", backup])
      #expect(checked.code == 0, "\(checked)")
    }
  }

  /// A match of two bots, during which something happens once a card was turned.
  private static func match(
    at url: String, _ body: @escaping @Sendable () async throws -> Void
  ) async throws -> [Finished] {
    let (flips, turned) = AsyncStream.makeStream(of: Void.self)
    let (codes, opened) = AsyncStream.makeStream(of: String.self)
    return try await withThrowingTaskGroup(of: Finished?.self) { group in
      group.addTask {
        defer {
          opened.finish()
          turned.finish()
        }
        return try await Programs.run(
          "facedown", ["bot", url, "--create", "--seats", "2"] + play
        ) { line in
          if let code = value(of: "code", in: line) { opened.yield(code) }
          if line.contains(#""flipped""#) { turned.yield() }
        }
      }
      group.addTask {
        for await code in codes {
          return try await Programs.run(
            "facedown", ["bot", "\(url)/\(code)", "--name", "Ben"] + play)
        }
        return nil
      }
      group.addTask {
        for await _ in flips {
          try await body()
          break
        }
        return nil
      }
      return try await group.reduce(into: []) { if let match = $1 { $0.append(match) } }
    }
  }

  /// Loses the disk of the one server, and has both nodes write back what they remember.
  private static func lose(_ cluster: NATSCluster, _ sockets: [String]) async throws {
    await cluster.kill(0)
    try await cluster.loseDisk(0)
    try await cluster.start(0)
    for socket in sockets {
      while try await !admin(["world"], socket).lines.contains(where: { $0.contains("refill") }) {
        try Task.checkCancellation()
        await NATSCluster.pause()
      }
    }
    let dry = try await admin(["world", "refill", "--dry-run"], sockets[0])
    #expect(dry.lines.last?.contains("nothing was written") == true, "\(dry)")
    for (socket, rooms) in zip(sockets, [1, 0]) {
      let refilled = try await admin(["world", "refill"], socket)
      #expect(refilled.code == 0, "\(refilled)")
      #expect(
        refilled.lines.last?.hasPrefix("\(rooms) of \(rooms) room") == true, "\(refilled)")
    }
    try await refused(sockets[0], "Nothing is to be written back")
  }

  /// Expects that a node refuses to write back, with a sentence.
  private static func refused(_ socket: String, _ sentence: String) async throws {
    let refused = try await admin(["world", "refill"], socket)
    #expect(refused.code == 1 && refused.errors.contains(sentence), "\(refused)")
  }

  private static func admin(_ words: [String], _ socket: String) async throws -> Finished {
    try await Programs.run("facedown-server", ["admin"] + words + ["--socket", socket])
  }
}
