// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Settings
import Testing

@testable import TermClient

@Suite("The text of a settings file", .timeLimit(.minutes(1)))
struct SettingsFileTests {
  @Test("Settings are found with their line numbers; other lines are kept")
  func entries() {
    let text = "# Mine.\n\nrate = low\r\n  name=Ana = Ben \nodd line\n"
    let file = SettingsFile(text: text)
    #expect(
      file.entries == [
        .init(line: 3, key: "rate", value: "low"), .init(line: 4, key: "name", value: "Ana = Ben"),
      ])
    #expect(file.oddLines == [5])
    #expect(file.text == "# Mine.\n\nrate = low\n  name=Ana = Ben \nodd line\n")
  }

  @Test("Line ends of every system are accepted", arguments: ["\n", "\r\n", "\r"])
  func lineEnds(end: String) {
    let file = SettingsFile(
      text: ["# Mine.", "rate = low", "", "name = Ana"].joined(separator: end))
    #expect(file.entries.map(\.line) == [2, 4])
    #expect(file.text == "# Mine.\nrate = low\n\nname = Ana\n")
    let odd = SettingsFile(text: "rate = low\r\r\nname = Ana\r\r")
    #expect(SettingsFile(text: odd.text) == odd)
  }

  @Test("Changing a setting changes its last line, or appends one")
  func setting() {
    var file = SettingsFile(text: "# Mine.\nrate = low\nfuture = 1\nrate = full")
    file.set(Preference(\.rate), to: "on-change")
    file.set(Preference(\.usesMouse), to: "off")
    #expect(
      file.text == "# Mine.\nrate = low\nfuture = 1\nrate = on-change\nmouse = off\n")
    file.set(Preference(\.usesMouse), to: "on")
    #expect(file.text.hasSuffix("rate = on-change\nmouse = on\n"))
    var empty = SettingsFile()
    empty.set(Preference(\.name), to: "Ana")
    #expect(empty.text == "name = Ana\n")
  }
}
