// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Testing

/// Mistakes on the command line: each gets a sentence with a remedy, and an exit code.
@Suite("Mistakes", .timeLimit(.minutes(2)))
struct MistakesTests {
  /// A mistake, and a part of the expected message.
  struct Mistake: Sendable, CustomTestStringConvertible {
    var arguments: [String]
    var says: String

    init(_ arguments: String..., says: String) {
      self.arguments = arguments
      self.says = says
    }

    var testDescription: String { arguments.joined(separator: " ") }
  }

  private func check(_ program: String, _ mistake: Mistake, code: Int32? = nil) async throws {
    let finished = try await Programs.run(program, mistake.arguments)
    #expect(finished.code != 0 && finished.code == code ?? finished.code)
    #expect(finished.errors.contains(mistake.says), "\(finished.errors)")
  }

  @Test(
    "at the client",
    arguments: [
      Mistake("join", "ftp://127.0.0.1", "K7QF2", says: "Write it like ws://127.0.0.1:7777,"),
      Mistake("join", "127.0.0.1:1/K7QF2", says: "No server answers at 127.0.0.1 port 1"),
      Mistake("join", "ws://127.0.0.1:1", says: "Which room?"),
      Mistake("join", "ws://127.0.0.1:1", "K7QF2", says: "No server answers at 127.0.0.1 port 1"),
      Mistake("watch", "ws://127.0.0.1:1/K7QF2", "--json", says: "No server answers"),
      Mistake("rooms", "ws://127.0.0.1:1", says: "No server answers"),
      Mistake("leaderboard", "ws://127.0.0.1:1", says: "No server answers"),
      Mistake("leaderboard", "ws://127.0.0.1:1", "--mode", "zen", says: "in zen are not rated"),
      Mistake("profile", "Ada", "ws://127.0.0.1:1", says: "No server answers"),
      Mistake("profile", "A\u{202e}", "ws://127.0.0.1:1", says: "invisible characters"),
      Mistake(
        "profile", "Somebody with a long long name", "ws://127.0.0.1:1", says: "at most 24"),
      Mistake("bot", "ws://127.0.0.1:1", says: "Use either --create or --room CODE, or give"),
      Mistake("bot", "ws://127.0.0.1:1/K7QF2/watch", says: "remove /watch"),
      Mistake(
        "join", "ws://127.0.0.1:1/K7QF2/play",
        says: "does not end in a room code. Paste the whole link"),
      Mistake("create", "ws://127.0.0.1:1/K7QF2", says: "is a link to a room"),
      Mistake("join", "ws://127.0.0.1:1/A", "--guest", "--identity", "k", says: "not both"),
      Mistake("identity", "--identity", "/nowhere.pem", says: "There is no key in /nowhere.pem"),
      Mistake("create", "ws://127.0.0.1:1", "--pairs", "99", says: "2...32"),
      Mistake("create", "ws://127.0.0.1:1", "--theme", "cars", says: "animals"),
      Mistake("create", "ws://127.0.0.1:1", "--reveal", "nan", says: "number, such as 1.5"),
      Mistake("create", "ws://127.0.0.1:1", "--reveal", "1e30", says: "number, such as 1.5"),
      Mistake("create", "ws://127.0.0.1:1", "--turn-limit", "3", says: "0, 5...120 s"),
      Mistake("create", "ws://127.0.0.1:1", "--plain", "--json", says: "not both"),
      Mistake("rooms", "ws://127.0.0.1:1", "--plain", says: "Unknown option '--plain'"),
      Mistake(
        "demo", "nosuch", says: "ending, teams.\nHelp:  <name>  The demo to show.\nUsage"),
      Mistake("replay", "/etc/passwd", says: "It is not a recording: give a file saved"),
      Mistake("join", "wss://127.0.0.1:1/A", "--tls-fingerprint", "zz", says: "64 hexadecimal"),
      Mistake("rooms", "ws://127.0.0.1:1", "--ca", "/nowhere.pem", says: "use wss://"),
      Mistake("join", "wss://127.0.0.1:1/A", "--ca", "/nowhere.pem", says: "/nowhere.pem"),
      Mistake("--palette", "deutan", "play", says: "say facedown play --palette deutan."),
    ])
  func client(mistake: Mistake) async throws { try await check("facedown", mistake) }

  @Test("at the client's own server")
  func ownServer() async throws {
    try await check(
      "facedown", Mistake("host", "--listen", "foo", "--plain", says: "--listen"), code: 64)
  }

  @Test(
    "at the server",
    arguments: [
      Mistake("--data", "/tmp", "--in-memory", says: "Give either --data or --in-memory"),
      Mistake("--data", "", says: "names no folder"),
      Mistake("--config", "/nowhere.yaml", says: "/nowhere.yaml cannot be read (No such file"),
      Mistake("--config", "/tmp", says: "/tmp cannot be read (it is not a regular file)"),
      Mistake("config", "--log-level", "loud", says: "choose one of trace, debug, info"),
      Mistake("--data", "/dev/null", says: "it is not a folder"),
      Mistake("ratings", "--data", "/nowhere", says: "There are no matches in /nowhere"),
      Mistake("ratings", "--mode", "zen", says: "--mode is one of memorize, classic"),
      Mistake("--data", "/proc/here", says: "cannot be used as the data folder"),
      Mistake("--listen", "nonsense", "--in-memory", says: "--listen"),
      Mistake("--listen", "no.such.host.invalid:0", "--in-memory", says: "host to listen on"),
      Mistake("--in-memory", "--tls-key", "/nowhere.pem", says: "go together"),
      Mistake(
        "--listen", "127.0.0.1:0", "--in-memory", "--tls-certificate", "/nowhere.pem",
        "--tls-key", "/nowhere.pem", says: "/nowhere.pem"),
    ])
  func server(mistake: Mistake) async throws { try await check("facedown-server", mistake) }

  @Test(
    "at the server that no retry can fix, marked by the exit code",
    arguments: [
      Mistake("--data", "/dev/null", says: "it is not a folder"),
      Mistake("--data", "/proc/here", says: "cannot be used as the data folder"),
      Mistake(
        "--listen", "127.0.0.1:0", "--in-memory", "--tls-certificate", "/nowhere.pem",
        "--tls-key", "/nowhere.pem", says: "Error: The file /nowhere.pem cannot be read"),
      Mistake(
        "config", "--in-memory", "--tls-certificate", "/nowhere.pem", "--tls-key", "/nowhere.pem",
        says: "Error: The file /nowhere.pem cannot be read"),
      Mistake(
        "--in-memory", "--admin-socket", "/" + String(repeating: "x", count: 120),
        says: "choose a shorter admin-socket"),
      Mistake("serv", says: "\"serv\" is not a command: did you mean serve?"),
      Mistake("--data", "/x", "admin", "rooms", says: "say facedown-server admin rooms --data /x."),
    ])
  func lasting(mistake: Mistake) async throws {
    try await check("facedown-server", mistake, code: 64)
  }

  @Test(
    "at the server that a retry may fix",
    arguments: [
      Mistake("--listen", "no.such.host.invalid:0", "--in-memory", says: "host to listen on"),
      Mistake("--listen", "192.0.2.1:0", "--in-memory", says: "is not an address of this machine"),
    ])
  func passing(mistake: Mistake) async throws {
    try await check("facedown-server", mistake, code: 1)
  }

  /// Plays a bot's solo match to its end; returns its room's code as soon as there is one.
  private func playAlone(
    at server: Announcement, _ code: AsyncStream<String>.Continuation
  ) async throws -> Finished {
    try await Programs.run(
      "facedown",
      ["bot", server.url, "--create", "--seats", "1", "--pairs", "3", "--json"]
        + ["--pace", "fast", "--reveal", "1"]
    ) { line in
      if let found = value(of: "code", in: line) { code.yield(found) }
    }
  }

  @Test("a port in use, a wrong code, a full room, and an untrusted certificate")
  func whileServing() async throws {
    _ = try await Programs.withServer { server in
      let address = String(server.url.dropFirst("ws://".count))
      let second = try await Programs.run(
        "facedown-server", ["--listen", address, "--in-memory"])
      #expect(second.code != 0)
      #expect(second.errors.contains("is in use"), "\(second.errors)")

      let lost = try await Programs.run("facedown", ["join", server.url, "NOSUCH", "--plain"])
      #expect(lost.code != 0)
      #expect(lost.errors.contains("NOSUCH"), "\(lost.errors)")

      let (codes, code) = AsyncStream<String>.makeStream()
      async let host = playAlone(at: server, code)
      guard let room = await codes.first(where: { _ in true }) else { throw ProgramError.noCode }
      let late = try await Programs.run("facedown", ["join", server.url, room, "--plain"])
      #expect(late.code != 0)
      #expect(late.errors.contains("watch it"), "\(late.errors)")
      let finished = try await host
      #expect(finished.code == 0, "The match did not continue: \(finished.errors)")
    }
    _ = try await Programs.withServer(["--tls-self-signed"]) { server in
      let untrusting = try await Programs.run("facedown", ["rooms", server.url])
      #expect(untrusting.code != 0)
      #expect(untrusting.errors.hasPrefix("The certificate of 127.0.0.1 is not trusted"))
      #expect(untrusting.errors.contains("fingerprint"), "\(untrusting.errors)")
      let trusting = try await Programs.run("facedown", ["rooms", server.url] + server.trust)
      #expect(trusting.code == 0, "\(trusting.errors)")
      #expect(trusting.lines == ["No rooms are open. Open one with  facedown create \(server.url)"])
    }
  }

  @Test("a full server says so, only to clients it refuses")
  func full() async throws {
    _ = try await Programs.withServer(["--max-connections", "1"]) { server in
      let (codes, code) = AsyncStream<String>.makeStream()
      async let host = playAlone(at: server, code)
      _ = await codes.first { _ in true }
      let late = try await Programs.run("facedown", ["rooms", server.url])
      #expect(late.code != 0)
      #expect(late.errors.hasPrefix("The server is full"), "\(late.errors)")
      let finished = try await host
      #expect(finished.code == 0, "The match did not continue: \(finished.errors)")
    }
  }
}
