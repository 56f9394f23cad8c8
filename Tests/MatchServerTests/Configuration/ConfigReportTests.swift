// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import ArgumentParser
import Foundation
import Settings
import Testing

@testable import MatchServer

@Suite("A report of the settings", .timeLimit(.minutes(1)))
struct ConfigReportTests {
  private func report() throws -> ConfigReport {
    let given = try ServerArguments.parse([
      "--max-rooms", "5", "--data", "/srv/\u{1b}\"x\"", "--behind-proxy", "--public-name",
      "a.example",
      "--public-name", "b.example:443",
    ]).given
    return ConfigReport(try given.merged(["FACEDOWN_WAIT": "yes"]))
  }

  @Test("has a line for each setting, with its source and the effect of SIGHUP")
  func table() throws {
    let lines = try report().table
    #expect(lines.count == ServerSettings.table.count + 1)
    let row = { (name: String) in
      lines.first { $0.hasPrefix(name + " ") }?.split(separator: " ").joined(separator: " ")
    }
    #expect(row("max-rooms") == "max-rooms 5 --max-rooms applied")
    #expect(row("wait") == "wait true FACEDOWN_WAIT needs a restart")
    #expect(row("intents") == "intents 5 default applied to new connections")
    #expect(
      row("public-name") == "public-name a.example, b.example:443 --public-name needs a restart")
    #expect(!lines.contains { $0.utf8.contains(0x1b) })
  }

  @Test("is JSON for programs, with numbers as numbers")
  func json() throws {
    let objects = try report().json.map {
      try #require(JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any])
    }
    #expect(objects.map { $0["name"] as? String } == ServerSettings.table.map(\.name))
    let named = { (name: String) in objects.first { $0["name"] as? String == name } ?? [:] }
    #expect(named("max-rooms")["value"] as? Int == 5)
    #expect(named("max-rooms")["from"] as? String == "flag")
    #expect(named("wait")["value"] as? Bool == true)
    #expect(named("wait")["place"] as? String == "FACEDOWN_WAIT")
    #expect(named("public-name")["value"] as? [String] == ["a.example", "b.example:443"])
    #expect(named("data")["value"] as? String == "/srv/\u{1b}\"x\"")
    #expect(named("tls-key")["value"] is NSNull)
  }

  @Test("names the default admin socket and where it comes from")
  func socket() throws {
    let row = { (words: [String]) in
      let settings = try ServerArguments.parse(words).given.merged([:])
      return ConfigReport(settings).table.first { $0.hasPrefix("admin-socket ") }?
        .split(separator: " ").joined(separator: " ")
    }
    #expect(
      try row(["--data", "/srv/club"])
        == "admin-socket /srv/club/admin.sock in the data folder needs a restart")
    #expect(
      try row(["--admin-socket", "/run/x"]) == "admin-socket /run/x --admin-socket needs a restart")
    #expect(try row(["--in-memory"]) == "admin-socket - default needs a restart")
  }

  @Test("reports that a server with a trusted proxy is behind a proxy")
  func proxy() throws {
    let given = try ServerArguments.parse(["--trusted-proxy", "192.0.2.0/24"]).given
    let lines = ConfigReport(try given.merged([:])).table
    let row = lines.first { $0.hasPrefix("behind-proxy ") }?.split(separator: " ")
    #expect(row?.prefix(4) == ["behind-proxy", "true", "by", "trusted-proxy"])
  }

  @Test("names the default data folder")
  func folder() throws {
    let settings = try GivenSettings().merged([:])
    let path = try DataPath.resolved(nil)
    #expect(ConfigReport(settings).table.contains { $0.hasPrefix("data ") && $0.contains(path) })
  }
}
