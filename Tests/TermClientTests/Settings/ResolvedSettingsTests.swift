// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import TerminalUI
import Testing

@testable import TermClient

@Suite("Settings in effect", .timeLimit(.minutes(1)))
struct ResolvedSettingsTests {
  private func settings(
    flags: [Setting: String] = [:], _ variables: [String: String] = [:], _ text: String = ""
  ) -> ResolvedSettings {
    ResolvedSettings(
      flags: flags, environment: { variables[$0] }, file: SettingsFile(text: text), path: "/c")
  }

  @Test("Without any source, the defaults apply")
  func standard() {
    #expect(settings().preferences == .standard)
    #expect(settings().warnings == [])
    for setting in Setting.allCases { #expect(settings().source(of: setting) == .standard) }
  }

  @Test("A flag overrides the environment, which overrides the file")
  func precedence() {
    let text = "rate = low\n\n# mine\n decoration= none \nname = Ana Maria\n"
    let variables = ["FACEDOWN_RATE": "on-change", "FACEDOWN_DECORATION": "reduced"]
    let all = settings(flags: [.decoration: "full"], variables, text)
    #expect(all.preferences.decoration == .full)
    #expect(all.source(of: .decoration) == .flag)
    #expect(all.preferences.rate == .onChange)
    #expect(all.source(of: .rate) == .environment("FACEDOWN_RATE"))
    #expect(all.preferences.name == "Ana Maria")
    #expect(all.source(of: .name) == .file("/c", line: 5))
    let two = settings(variables, text)
    #expect(two.preferences.decoration == .reduced)
    let one = settings([:], text)
    #expect(one.preferences.decoration == Decoration.none && one.preferences.rate == .low)
    #expect(one.source(of: .decoration) == .file("/c", line: 4))
    #expect([all, two, one].allSatisfy { $0.warnings.isEmpty })
  }

  @Test("Every setting can come from every source, and reads back unchanged")
  func everyWay() throws {
    let texts: [Setting: String] = [
      .name: "Zoë", .server: "wss://example.org:7777", .themeFile: "/themes/mine.csv",
      .identity: "~/keys/mine.pem",
    ]
    for setting in Setting.allCases {
      let values = setting.choices + [texts[setting]].compactMap { $0 }
      #expect(!values.isEmpty, "\(setting)")
      for value in values {
        for said in [
          settings(flags: [setting: value]), settings([setting.variable: value]),
          settings([:], "\(setting.rawValue) = \(value)"),
        ] {
          #expect(setting.word(in: said.preferences) == value)
          #expect(said.source(of: setting) != .standard)
          #expect(said.warnings == [])
        }
      }
    }
    #expect(Setting.themeFile.variable == "FACEDOWN_THEME_FILE")
  }

  @Test("A bad value is reported with its place and the allowed values, and ignored")
  func badValues() {
    let said = settings(
      ["FACEDOWN_MOUSE": "maybe", "FACEDOWN_NAME": ""],
      "rate = fast\nrate\nbogus = 1\nname = \u{1b}[31mx\nserver = example.org\nmouse = off\n")
    #expect(said.preferences.rate == .full && said.source(of: .rate) == .standard)
    #expect(said.preferences.usesMouse == false)
    #expect(said.source(of: .mouse) == .file("/c", line: 6))
    #expect(
      said.warnings == [
        "/c line 2 is ignored: write  key = value.",
        "/c line 1: rate cannot be \"fast\"; it may be full, low, on-change.",
        "/c line 3: \"bogus\" is not a setting; the settings are: palette, decoration, rate, "
          + "drawing, colours, mouse, name, server, theme_file, identity, reactions, turn_bell, "
          + "turn_title, turn_notification.",
        "/c line 4: name cannot be \"[31mx\"; it may be 1 to 24 characters, none of them "
          + "invisible.",
        "/c line 5: server cannot be \"example.org\"; it may be an address such as "
          + "ws://127.0.0.1:7777.",
        "FACEDOWN_MOUSE: mouse cannot be \"maybe\"; it may be on, off.",
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
      for warning in said.warnings { #expect(!warning.unicodeScalars.contains { !$0.isHarmless }) }
    }
  }

  @Test("The table lists each setting, its value and its source")
  func table() {
    let said = settings(
      flags: [.mouse: "off"], ["FACEDOWN_PALETTE": "deutan"], "drawing = halves\n")
    let rows = said.table.map { row in row.split(separator: " ").joined(separator: " ") }
    #expect(rows.count == Setting.allCases.count)
    #expect(rows[0] == "palette deutan environment, FACEDOWN_PALETTE")
    #expect(rows.contains("mouse off flag"))
    #expect(rows.contains("drawing halves file, /c line 1"))
    #expect(rows.contains("rate full default"))
    #expect(rows.contains("server ws://127.0.0.1:7777 default"))
  }
}
