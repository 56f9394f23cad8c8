// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Cells
import MatchClient
import MatchUI
import Settings
import TerminalFixtures
import TerminalUI
import Testing

@testable import TermClient

@Suite("A shared host", .timeLimit(.minutes(1)))
struct SharedHostTests {
  private static func resolved(_ variables: [String: String]) -> ResolvedSettings {
    ResolvedSettings(environment: { variables[$0] })
  }

  private let shared = resolved([
    "FACEDOWN_SHARED": "1", "FACEDOWN_SERVER": "ws://127.0.0.1:9",
    "FACEDOWN_PUBLIC_SERVER": "https://play.example.org",
  ])

  @Test("runs only what a login needs", arguments: [true, false])
  func words(isShared: Bool) {
    var preferences = Preferences.standard
    preferences.isShared = isShared
    for good in [[], ["daily"], ["join", "K7QF2"], ["watch", "k7qf2"]] {
      #expect(preferences.problem(with: good) == nil, "\(good)")
    }
    for bad in [
      ["play"], ["host"], ["config"], ["config", "show"], ["identity"], ["bot", "K7QF2"],
      ["export", "K7QF2"], ["join"], ["join", "K7QF2", "--json"], ["join", "--help"], ["--help"],
      ["join", "ws://example.org/K7QF2"], ["join", "example.org:1"], ["join", "K7QF2;id"],
      ["join", ""], ["join", "facedown join ws://example.org K7QF2"], ["--ca", "/etc/passwd"],
    ] {
      #expect((preferences.problem(with: bad) != nil) == isShared, "\(bad)")
    }
  }

  @Test("has one server, and says how others reach it")
  func servers() throws {
    #expect(shared.preferences.onlyServer.map { "\($0)" } == "ws://127.0.0.1:9")
    #expect(shared.preferences.linkServer?.link(to: "K7QF2") == "https://play.example.org/K7QF2")
    let setup = TermRun.Setup.person(
      .watch(code: "K7QF2"), at: try #require(shared.preferences.onlyServer), shared)
    #expect(setup.invitation?.link(to: "K7QF2") == "https://play.example.org/K7QF2")
    let own = Self.resolved(["FACEDOWN_PUBLIC_SERVER": "https://play.example.org"]).preferences
    #expect(own.onlyServer == nil && own.linkServer == nil)
    #expect(Self.resolved(["FACEDOWN_SHARED": "1"]).preferences.onlyServer != nil)
  }

  @Test("offers settings that name neither files nor servers")
  func settings() {
    let hidden: Set<String> = ["shared", "public_server"]
    let names = { (settings: ResolvedSettings) in
      Set(Preference.offered(by: settings.preferences).map(\.name))
    }
    let all = Set(Preferences.table.map(\.name))
    #expect(names(Self.resolved([:])) == all.subtracting(hidden))
    #expect(
      names(shared) == all.subtracting(hidden).subtracting(["server", "theme_file", "identity"]))
    for setting in Preference.offered(by: shared.preferences) {
      if case .path = setting.field.kind { Issue.record("\(setting.name) names a file.") }
    }
    let tester = ScreenTester(SettingsScreen(shared))
    #expect(tester.sees("Your name") && !tester.sees("Custom faces") && !tester.sees("Server"))
  }

  @Test("offers no server of one's own, and asks for no address")
  func forms() {
    let home = ScreenTester(HomeScreen(HomeChoice.offeredWhereShared, isDealt: true))
    #expect(!home.sees("Host") && !home.sees("machine") && home.sees("Leaderboard"))
    home.type("h")
    #expect(home.outcome == nil)
    home.press(.character("?"))
    #expect(home.sees("the item whose letter is underlined") && !home.sees("Host"))
    let preferences = shared.preferences
    for form in [
      RoomForm.playWhereShared, .quick(preferences), .join(preferences), .watch(preferences),
      .rooms(preferences), .leaderboard(preferences), .name(preferences),
    ] {
      #expect(
        !form.rows.rows.contains { [.server, .fingerprint, .listen].contains($0.id) },
        "\(form.title)")
    }
    #expect(!RoomForm.rooms(preferences).asks && RoomForm.rooms(.standard).asks)
    var join = RoomForm.join(preferences).rows
    #expect(
      join.problem(needsCode: true)?.1 == "Which room? Enter its code, for example K7QF2.")
    let isLink = join.unpack("https://elsewhere.example.org/K7QF2")
    #expect(
      isLink && join.code == "K7QF2" && join.url == nil && join.problem(needsCode: true) == nil)
  }
}
