// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Foundation
import MatchFixtures
import Testing

/// A server's metrics with the real Prometheus programs.
@Suite("Observability: real programs", .timeLimit(.minutes(3)))
struct ObservabilityTests {
  private static let files = Programs.checkout + "/deploy/observability"
  private static let metrics = ["--metrics", "127.0.0.1:0"]

  /// Runs a line in a shell.
  private func shell(_ line: String, _ arguments: String...) async throws -> Finished {
    try await Programs.run("sh", ["-c", line, "sh"] + arguments)
  }

  /// Fetches a page of a server with its head, with options for curl.
  private func page(_ url: String, _ options: String...) async throws -> [String] {
    let finished = try await Programs.run("curl", ["-s", "-i", "-m", "20"] + options + [url])
    #expect(finished.code == 0, "\(url): \(finished.errors)")
    return finished.lines.map { $0.hasSuffix("\r") ? String($0.dropLast()) : $0 }
  }

  /// The value of one series.
  private func number(_ series: String, in page: [String]) -> Double? {
    page.first { $0.hasPrefix(series + " ") }.flatMap { Double($0.dropFirst(series.count + 1)) }
  }

  @Test(
    "promtool accepts rules, their tests and the configuration",
    .needs("promtool"))
  func rules() async throws {
    for (command, file) in [
      ("check rules --lint-fatal", "alerts.yml"), ("test rules", "alerts_test.yml"),
      ("check config --lint-fatal", "prometheus.yml"),
      ("check rules --lint-fatal", "fleet-alerts.yml"), ("test rules", "fleet-alerts_test.yml"),
    ] {
      let checked = try await shell("cd \"$1\" && promtool \(command) \(file)", Self.files)
      #expect(checked.code == 0, "\(file): \(checked.lines) \(checked.errors)")
    }
  }

  @Test(
    "a match shows in the metrics, which promtool accepts",
    .needs("curl", "promtool"))
  func played() async throws {
    let folder = try TemporaryFolder()
    let (_, code) = try await Programs.withServer(
      Self.metrics + ["--tls-self-signed"], storage: ["--data", folder.path + "/data"]
    ) { server in
      let url = try #require(server.metrics)
      let match = try await Programs.run(
        "facedown",
        ["bot", server.url, "--create", "--seats", "1", "--pairs", "2", "--json", "--reveal", "1"]
          + ["--pace", "fast"] + server.trust)
      #expect(match.code == 0, "\(match.errors)")
      let refused = try await Programs.run(
        "facedown", ["join", server.url, "AAAAA", "--plain"] + server.trust)
      #expect(refused.code != 0)
      let told = try await page(url + "/metrics")
      #expect(told.first == "HTTP/1.1 200 OK")
      #expect(told.contains("Content-Type: text/plain; version=0.0.4; charset=utf-8"))
      for (series, expected) in [
        ("facedown_matches_begun_total", 1), ("facedown_ready", 1),
        ("facedown_journal_writable", 1),
        ("facedown_matches_ended_total{reason=\"finished\"}", 1),
        ("facedown_requests_total{kind=\"create_room\"}", 1),
        ("facedown_refusals_total{code=\"room/unknown_code\"}", 1),
        ("facedown_rooms{phase=\"ended\"}", 1), ("facedown_queued_bytes", 0),
        ("facedown_connections_opened_total{encoding=\"proto\"}", 2),
      ] as [(String, Double)] {
        #expect(number(series, in: told) == expected, "\(series)")
      }
      for series in [
        "facedown_entries_total", "facedown_intents_accepted_total",
        "facedown_commit_seconds_count",
        "facedown_decide_seconds_count", "facedown_send_seconds_count", "facedown_journal_bytes",
        "facedown_loop_delay_seconds_count", "facedown_round_trip_seconds_count",
        "facedown_sessions", "process_resident_memory_bytes", "process_open_fds",
        "process_start_time_seconds", "process_cpu_seconds_total",
        "facedown_message_sent_bytes_total{encoding=\"proto\"}",
      ] {
        #expect(number(series, in: told).map { $0 > 0 } == true, "\(series)")
      }
      let checked = try await shell(
        "curl -s -m 20 \"$1/metrics\" | promtool check metrics", url)
      #expect(checked.code == 0 && checked.errors.isEmpty, "\(checked.lines) \(checked.errors)")
    }
    #expect(code == 0)
  }

  @Test(
    "Prometheus scrapes a server and accepts the rules",
    .needs("prometheus", "curl", "python3"))
  func scraped() async throws {
    let folder = try TemporaryFolder()
    for name in ["prometheus.yml", "alerts.yml"] {
      try FileManager.default.copyItem(
        atPath: Self.files + "/" + name, toPath: folder.path + "/" + name)
    }
    _ = try await Programs.withServer(Self.metrics) { server in
      let url = try #require(server.metrics)
      let scrape = try await Programs.run(
        "bash", [Programs.checkout + "/Tests/EndToEndTests/Drivers/scrape.sh", folder.path, url])
      #expect(scrape.code == 0, "\(scrape.lines) \(scrape.errors)")
      #expect(scrape.lines == ["up 1", "version 0.1.0", "rules 18"])
    }
  }

  @Test(
    "other paths, methods and upgrades are refused, and a flood of requests harms nobody",
    .needs("curl"))
  func badVisitors() async throws {
    let (_, code) = try await Programs.withServer(Self.metrics) { server in
      let url = try #require(server.metrics)
      #expect(try await page(url + "/other").first == "HTTP/1.1 404 Not Found")
      #expect(
        try await page(url + "/metrics", "-X", "POST", "-d", "x").first
          == "HTTP/1.1 405 Method Not Allowed")
      #expect(try await page(url + "/metrics", "-I").last == "")
      #expect(
        try await page(
          url + "/", "-H", "Connection: Upgrade", "-H", "Upgrade: websocket", "-H",
          "Sec-WebSocket-Version: 13", "-H", "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ=="
        ).first == "HTTP/1.1 400 Bad Request")
      let players = server.url.replacing("ws://", with: "http://")
      #expect(try await page(players + "/metrics").first == "HTTP/1.1 404 Not Found")
      #expect(try await page(players + "/readyz").last == "ok")
      // Two thousand at once, above the limit, during a match.
      async let flood = shell(
        "seq 2000 | xargs -n 50 -P 4 sh -c 'for i; do echo \"url=$0/metrics\"; done"
          + " | curl -s -o /dev/null -m 20 -K -' \"$1\"; true", url)
      let match = try await Programs.run(
        "facedown",
        ["bot", server.url, "--create", "--seats", "1", "--pairs", "2", "--json", "--reveal", "1"]
          + ["--pace", "fast"])
      #expect(match.code == 0, "\(match.errors)")
      _ = try await flood
      #expect(try await page(players + "/healthz").last == "ok")
    }
    #expect(code == 0)
  }

  @Test("a port in use, or given twice, is refused in a sentence; a public one draws a warning")
  func mistakes() async throws {
    let (_, code) = try await Programs.withServer(Self.metrics) { server in
      let address = try #require(server.metrics).replacing("http://", with: "")
      let taken = try await Programs.run(
        "facedown-server",
        ["--in-memory", "--listen", "127.0.0.1:0", "--metrics", address])
      #expect(taken.code != 0 && taken.errors.contains("is in use"), "\(taken.errors)")
      let malformed = try await Programs.run("facedown-server", ["--metrics", "9464"])
      #expect(malformed.code != 0 && malformed.errors.contains("HOST:PORT"), "\(malformed.errors)")
    }
    #expect(code == 0)
    let twice = try await Programs.run(
      "facedown-server", ["--listen", "127.0.0.1:7999", "--metrics", "127.0.0.1:7999"])
    #expect(twice.code != 0 && twice.errors.contains("ports of their own"), "\(twice.errors)")
    let folder = try TemporaryFolder()
    let log = folder.path + "/log"
    _ = try await Programs.withServer(["--metrics", "0.0.0.0:0"], log: log) { _ in }
    let warning = try folder.text("log")
    #expect(warning.contains("without a password"), "\(warning)")
  }
}
