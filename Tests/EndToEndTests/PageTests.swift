// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Foundation
import Testing

/// The page for browsers, served by the real program; `make check` builds it with the page.
@Suite("The page for browsers", .timeLimit(.minutes(8)))
struct PageTests {
  private static let python = "\(Programs.checkout)/.build/playwright/bin/python3"

  @Test(
    "is served as its sources make it, with the answers it should give, to slow readers and to crowds",
    .needs("python3", "brotli"), arguments: ["sources", "answers", "slow", "crowd"])
  func served(part: String) async throws {
    let visit = try await Programs.run(
      "/usr/bin/python3",
      [
        "-B", "\(Programs.checkout)/Tests/EndToEndTests/Drivers/pages.py",
        Programs.path("facedown"), Programs.path("facedown-server"), Programs.checkout, part,
      ])
    #expect(visit.code == 0, "\(visit.errors)")
    #expect(!visit.lines.isEmpty)
    for line in visit.lines { #expect(line.hasSuffix(": yes"), "\(visit.lines)") }
  }

  @Test(
    "plays and survives what can happen to a page, without an error or a violation of its policy",
    .needs("chromium"),
    .enabled(
      if: FileManager.default.isExecutableFile(atPath: python),
      "skipped, because Playwright is missing: run scripts/fetch-playwright"),
    arguments: [
      ["visit", "match", "reload", "cut", "duplicate", "storage", "traps", "corrupt", "old"],
      ["demo", "demo_still", "ways", "chaser", "keyboard", "faces"],
      ["access", "qr", "motion", "lists", "looks", "goldens", "firefox"],
      ["records", "replay"], ["identity", "bad_keys", "rated", "daily", "windows", "unproven"],
      ["company", "killed", "deployed", "rematches"],
      ["ghosts", "noticed", "again", "phrases", "viewers", "live"],
      ["--tls", "match"],
    ])
  func played(options: [String]) async throws {
    let trial = try await Programs.run(
      Self.python,
      ["-B", "\(Programs.checkout)/Tools/page-trial", "--programs", Programs.home] + options)
    #expect(trial.code == 0, "\(trial.lines) \(trial.errors)")
    #expect(trial.lines.last?.hasPrefix("passed: ") == true, "\(trial.lines)")
  }

  @Test(
    "plays behind a proxy, without an error or a violation of its policy",
    .needs("chromium", "nginx", "haproxy", "openssl"),
    .enabled(
      if: FileManager.default.isExecutableFile(atPath: python),
      "skipped, because Playwright is missing: run scripts/fetch-playwright"),
    arguments: ["nginx", "haproxy"])
  func proxied(proxy: String) async throws {
    let trial = try await Programs.run(
      "/usr/bin/python3",
      [
        "-B", "\(Programs.checkout)/Tests/EndToEndTests/Drivers/proxies.py",
        Programs.path("facedown"), Programs.path("facedown-server"), "\(Programs.checkout)/deploy",
        proxy, Self.python, "-B", "\(Programs.checkout)/Tools/page-trial", "match",
        "--origin",
      ])
    #expect(trial.code == 0, "\(trial.lines) \(trial.errors)")
    #expect(trial.lines.last == "passed: match", "\(trial.lines)")
  }
}
