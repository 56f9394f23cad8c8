// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Foundation
import Game
import Testing
import Wire

/// Playing and watching programs, over real sockets and in separate processes.
@Suite("JSON lines", .timeLimit(.minutes(3)))
struct JSONLinesTests {
  /// A program's output, parsed.
  private struct Printed {
    var code: String?
    var log: MatchLog
    /// The program's verdict at the end of the match.
    var finding: String?

    init(_ finished: Finished) throws {
      #expect(finished.code == 0, "\(finished.errors)")
      code = finished.lines.first.flatMap { value(of: "code", in: $0) }
      finding = finished.lines.last.flatMap { value(of: "finding", in: $0) }
      let lines = try finished.lines.filter { !$0.hasPrefix(#"{"event":"#) }
        .map { try LogLine(json: $0) }
      guard case .base(let base)? = lines.first else { throw ProgramError.noCode }
      log = MatchLog(base: base)
      for case .entry(let entry) in lines.dropFirst() {
        #expect(entry.seq == log.latest.seq + 1)
        log.append(entry)
      }
    }
  }

  @Test(
    "two bots and a spectator print the same entries without gaps, and the same standings",
    arguments: [[], ["--tls-self-signed"]])
  func sameEntries(tls: [String]) async throws {
    let ((one, two, watcher), serverCode) = try await Programs.withServer(tls) { server in
      let (codes, code) = AsyncStream<String>.makeStream()
      async let one = Programs.run(
        "facedown",
        ["bot", server.url, "--create", "--pairs", "4", "--reveal", "1", "--pace", "fast"]
          + ["--seed", "1", "--name", "Ada", "--json"] + server.trust
      ) { line in
        if let found = value(of: "code", in: line) { code.yield(found) }
      }
      guard let room = await codes.first(where: { _ in true }) else { throw ProgramError.noCode }
      async let watcher = Programs.run(
        "facedown", ["watch", server.url, room, "--name", "Eve", "--json"] + server.trust)
      async let two = Programs.run(
        "facedown",
        ["bot", server.url, "--room", room, "--pace", "fast", "--seed", "2", "--name", "Ben"]
          + ["--json"] + server.trust)
      return try await (Printed(one), Printed(two), Printed(watcher))
    }
    #expect(serverCode == 0)
    #expect(one.code != nil && one.code == two.code && one.code == watcher.code)
    for other in [two, watcher] {
      #expect(other.log.entries == one.log.entries.filter { $0.seq > other.log.base.seq })
      #expect(other.log.latest == one.log.latest)
    }
    #expect(one.log.latest.endReason == .finished)
    #expect(one.finding == "verified" && two.finding == "verified")
    // It depends on when it joined.
    #expect(["verified", "partial"].contains(watcher.finding))
    #expect(one.log.latest.standings.map(\.pairs).reduce(0, +) == 4)
  }

  @Test(
    "a client in another language plays a match over facedown.v1.json",
    .needs("python3", "python3-websockets"))
  func python() async throws {
    let script = Programs.checkout + "/examples/python/memory_client.py"
    let ((one, two), _) = try await Programs.withServer { server in
      let (codes, code) = AsyncStream<String>.makeStream()
      async let one = Programs.run(
        "/usr/bin/python3", [script, server.url, "--create", "Ada", "3"]
      ) { line in
        if let start = line.firstRange(of: "\"code\": \"")?.upperBound {
          code.yield(String(line[start...].prefix { $0 != "\"" }))
        }
      }
      guard let room = await codes.first(where: { _ in true }) else { throw ProgramError.noCode }
      async let two = Programs.run("/usr/bin/python3", [script, server.url, room, "Ben"])
      return try await (one, two)
    }
    #expect(one.code == 0, "\(one.errors)")
    #expect(two.code == 0, "\(two.errors)")
    #expect(one.lines.count == 3 && one.lines.dropFirst() == two.lines.dropFirst())
  }

  @Test(
    "a fold in another language computes the same views of the same logs",
    .needs("python3"))
  func views() async throws {
    let folder = Programs.checkout + "/examples/views"
    let files = try FileManager.default.contentsOfDirectory(atPath: folder).sorted()
      .map { "\(folder)/\($0)" }
    let finished = try await Programs.run(
      "/usr/bin/python3", [Programs.checkout + "/examples/python/fold_views.py"] + files)
    #expect(finished.code == 0, "\(finished.errors)")
    #expect(!files.isEmpty && finished.lines.count == files.count, "\(finished.lines)")
    #expect(finished.lines.allSatisfy { $0.hasSuffix(" 0 differences") }, "\(finished.lines)")
  }

  @Test(
    "the example client retries a lost request before it resumes the room",
    .needs("python3", "python3-websockets"))
  func lostRequest() async throws {
    let finished = try await Programs.run(
      "/usr/bin/python3",
      [
        Programs.checkout + "/Tests/EndToEndTests/Drivers/lost_request.py",
        Programs.checkout + "/examples/python/memory_client.py",
      ])
    #expect(finished.code == 0, "\(finished.errors)")
    // Refused with intent/expired, the choice is requested again under a higher number.
    #expect(
      finished.lines == ["hello dG9rZW4=", "choose 2", "joinRoom 3 r 6", "choose 4", "exit 0"])
  }
}
