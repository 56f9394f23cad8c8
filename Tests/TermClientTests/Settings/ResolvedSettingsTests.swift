// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Cells
import Settings
import TerminalUI
import Testing

@testable import TermClient

@Suite("Settings in effect", .timeLimit(.minutes(1)))
struct ResolvedSettingsTests {
  private func settings(
    flags: [Preference: String] = [:], _ variables: [String: String] = [:], _ text: String = ""
  ) -> ResolvedSettings {
    ResolvedSettings(
      flags: flags, environment: { variables[$0] }, file: SettingsFile(text: text), path: "/c")
  }

  @Test("Without any source, the defaults apply")
  func standard() {
    #expect(settings().preferences == .standard)
    #expect(settings().warnings == [])
    for setting in Preferences.table { #expect(settings().source(of: setting) == .standard) }
  }

  @Test("A flag overrides the environment, which overrides the file")
  func precedence() {
    let text = "rate = low\n\n# mine\n decoration= none \nname = Ana Maria\n"
    let variables = ["FACEDOWN_RATE": "on-change", "FACEDOWN_DECORATION": "reduced"]
    let all = settings(flags: [Preference(\.decoration): "full"], variables, text)
    #expect(all.preferences.decoration == .full)
    #expect(all.source(of: Preference(\.decoration)) == .flag)
    #expect(all.preferences.rate == .onChange)
    #expect(all.source(of: Preference(\.rate)) == .environment("FACEDOWN_RATE"))
    #expect(all.preferences.name == "Ana Maria")
    #expect(all.source(of: Preference(\.name)) == .file(path: "/c", line: 5))
    let two = settings(variables, text)
    #expect(two.preferences.decoration == .reduced)
    let one = settings([:], text)
    #expect(one.preferences.decoration == Decoration.none && one.preferences.rate == .low)
    #expect(one.source(of: Preference(\.decoration)) == .file(path: "/c", line: 4))
    #expect([all, two, one].allSatisfy { $0.warnings.isEmpty })
  }

  @Test("Every setting can come from every source, and reads back unchanged")
  func everyWay() throws {
    let texts = [
      "name": "Zoë", "server": "wss://example.org:7777", "theme_file": "/themes/mine.csv",
      "identity": "~/keys/mine.pem", "public_server": "https://play.example.org",
    ]
    for setting in Preferences.table {
      let values = setting.choices + [texts[setting.name]].compactMap { $0 }
      #expect(!values.isEmpty, "\(setting)")
      for value in values {
        for said in [
          settings(flags: [setting: value]), settings([setting.variable: value]),
          settings([:], "\(setting.name) = \(value)"),
        ] {
          #expect(setting.word(in: said.preferences) == value)
          #expect(said.source(of: setting) != .standard)
          #expect(said.warnings == [])
        }
      }
    }
    #expect(Preference(\.themeFile).variable == "FACEDOWN_THEME_FILE")
  }

  @Test("A bad value is reported with its place and the allowed values, and ignored")
  func badValues() {
    let said = settings(
      ["FACEDOWN_MOUSE": "maybe", "FACEDOWN_NAME": ""],
      "rate = fast\nrate\nbogus = 1\nname = \u{1b}[31mx\nserver = example.org\nmouse = off\n")
    #expect(said.preferences.rate == .full && said.source(of: Preference(\.rate)) == .standard)
    #expect(said.preferences.usesMouse == false)
    #expect(said.source(of: Preference(\.usesMouse)) == .file(path: "/c", line: 6))
    #expect(
      said.warnings == [
        "FACEDOWN_MOUSE is \"maybe\": say on or off.",
        "/c:1: rate is \"fast\": choose one of full, low, on-change.",
        "/c:2: give settings as lines of NAME = VALUE.",
        "/c:3: there is no setting \"bogus\": facedown config lists them all.",
        "/c:4: name is \"\u{fffd}[31mx\": give 1 to 24 characters, none of them invisible.",
        "/c:5: server is \"example.org\": give an address such as ws://127.0.0.1:7777.",
      ])
  }

  @Test("A file of garbage gives a few warnings and nothing else")
  func noise() {
    var random = SystemRandomNumberGenerator()
    for _ in 0..<50 {
      let bytes = (0..<500).map { _ in UInt8.random(in: 0...255, using: &random) }
      let said = settings([:], String(decoding: bytes, as: UTF8.self))
      #expect(said.preferences == .standard)
      #expect(said.warnings.count <= 8)
      for warning in said.warnings { #expect(!warning.unicodeScalars.contains { !$0.isPrintable }) }
    }
  }

  @Test("The table lists each setting, its value and its source")
  func table() {
    let said = settings(
      flags: [Preference(\.usesMouse): "off"], ["FACEDOWN_PALETTE": "deutan"], "drawing = halves\n")
    let rows = said.table.map { row in row.split(separator: " ").joined(separator: " ") }
    #expect(rows.count == Preferences.table.count)
    #expect(rows[0] == "palette deutan FACEDOWN_PALETTE")
    #expect(rows.contains("mouse off --mouse"))
    #expect(rows.contains("drawing halves /c:1"))
    #expect(rows.contains("rate full default"))
    #expect(rows.contains("server ws://127.0.0.1:7777 default"))
  }
}
