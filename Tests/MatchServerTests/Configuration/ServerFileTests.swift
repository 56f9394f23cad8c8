// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import MatchFixtures
import Settings
import Testing

@testable import MatchServer

@Suite("A configuration file", .timeLimit(.minutes(1)))
struct ServerFileTests {
  private func read(_ text: String) throws(SettingsProblem) -> [SettingItem<ServerSettings>] {
    let file = try SettingLines(yaml: Array(text.utf8), path: "server.yaml")
    guard file.problems.isEmpty else { throw SettingsProblem(file.problems.map(\.sentence)) }
    return file.items
  }

  private func item(
    _ path: PartialKeyPath<ServerSettings>, _ words: [String], line: Int
  ) -> SettingItem<ServerSettings> {
    SettingItem(Setting(path), words, .file(path: "server.yaml", line: line))
  }

  @Test("has settings with a word or a list of words each, and comments")
  func well() throws {
    let items = try read(
      """
      # A club's machine & more
      listen: 0.0.0.0:7777  # everyone
      "max-rooms": '500'
      public-name:
        - play.example.org
        - 192.0.2.7:443
      allow-origin: "*"
      trusted-proxy: [192.0.2.1, "2001:db8::1"]
      wait: true
      """)
    #expect(
      items == [
        item(\.listen, ["0.0.0.0:7777"], line: 2),
        item(\.process.rooms, ["500"], line: 3),
        item(\.publicNames, ["play.example.org", "192.0.2.7:443"], line: 4),
        item(\.origins, ["*"], line: 7),
        item(\.trustedProxies, ["192.0.2.1", "2001:db8::1"], line: 8),
        item(\.waits, ["true"], line: 9),
      ])
  }

  @Test("may be empty", arguments: ["", "\n\n", "# Nothing yet.\n", "---\n", "---\n...\n"])
  func nothing(text: String) throws {
    #expect(try read(text).isEmpty)
  }

  @Test(
    "is rejected with the line and the remedy if it is malformed",
    arguments: [
      ("max-roms: 5", "server.yaml:1: there is no setting \"max-roms\": did you mean max-rooms?"),
      ("\n\nbanana: 5", "server.yaml:3: there is no setting \"banana\": facedown-server config"),
      (
        "# One\nlisten: a\nwait: true\n\"listen\" : b",
        "server.yaml:4: listen is given twice, first in line 2: keep one of them."
      ),
      ("{listen: a, listen: b}", "server.yaml:1: listen is given twice: keep one of them."),
      ("max-rooms: [1, 2]", "server.yaml:1: max-rooms has a list: give it one value."),
      ("max-rooms:\n  most: 1", "server.yaml:1: max-rooms has nested settings"),
      ("public-name:\n  - a\n  - [b]", "server.yaml:3: public-name is a list of single words."),
      ("public-name: [a, ]\nwait: {a: b}", "server.yaml:2: wait has nested settings"),
      ("wait:", "server.yaml:1: wait has no value"), ("wait: ~", "wait has no value"),
      ("- 5", "server.yaml:1: give settings as lines of NAME: VALUE."),
      ("5", "server.yaml:1: give settings as lines of NAME: VALUE."),
      ("listen: [a", "server.yaml:1: this is not YAML"),
      ("a: b: c", "server.yaml:1: this is not YAML"),
      ("\tlisten: a", "server.yaml:1: this is not YAML"),
      ("wait: *x", "server.yaml:1: this is not YAML"),
      ("wait: true\nallow-origin: *\n", "server.yaml:2: this is not YAML"),
      ("wait: true\n---\nwait: false", "another document"),
      ("? [a, b]\n: 1", "server.yaml:1: a setting's name is a single word."),
      ("wait: \"\\uD800\"", "this is not YAML"),
      ("wait: true\n\nlisten: a\0b", "server.yaml:3: there is a control character (byte 0)"),
      ("listen: \u{1b}[31m", "server.yaml:1: there is a control character (byte 27)"),
      ("list\u{202e}en: x", "there is no setting \"list\u{fffd}en\""),
    ])
  func wrong(text: String, sentence: String) {
    let problem = #expect(throws: SettingsProblem.self) { try read(text) }
    #expect(problem?.description.contains(sentence) == true, "\(problem?.description ?? "")")
  }

  @Test("is rejected with all its problems at once")
  func several() {
    let problem = #expect(throws: SettingsProblem.self) { try read("a1: 1\nwait: [x]\nb2: 2") }
    #expect(problem?.sentences.count == 3)
  }

  @Test("is rejected if it is not UTF-8")
  func bytes() {
    let problem = #expect(throws: SettingsProblem.self) {
      try SettingLines(yaml: Array("wait: ".utf8) + [0xff, 0xfe], path: "server.yaml")
    }
    #expect(problem?.description == "server.yaml: the file is not UTF-8: write it as plain text.")
  }

  @Test("is rejected if its aliases expand too far")
  func bomb() {
    var text = "a: &a [" + String(repeating: "x,", count: 9) + "]\n"
    for (name, former) in zip(
      ["b", "c", "d", "e", "f", "g", "h"], ["a", "b", "c", "d", "e", "f", "g"])
    {
      text += "\(name): &\(name) [" + String(repeating: "*\(former),", count: 9) + "]\n"
    }
    let problem = #expect(throws: SettingsProblem.self) { try read(text + "? *h\n: 1") }
    #expect(problem?.description.contains("write the values out") == true)
    let deep = String(repeating: "[", count: 60_000)
    #expect(throws: SettingsProblem.self) { try read(deep) }
  }

  @Test("is rejected at once if it cannot be read")
  func unreadable() throws {
    let folder = try TemporaryFolder()
    try folder.write(
      [UInt8](repeating: 0x61, count: SettingLines<ServerSettings>.limit + 1), to: "large.yaml")
    for (path, word) in [
      (folder.path, "it is not a regular file"), (folder.path + "/none", "No such file"),
      ("/dev/zero", "it is not a regular file"), ("", "the path names no file"),
      ("a\0b", "the path names no file"),
      (folder.path + "/large.yaml", "it is longer than 65536 bytes"),
    ] {
      let problem = #expect(throws: SettingsProblem.self) { try SettingLines(yamlFile: path) }
      #expect(problem?.description.contains("cannot be read (\(word)") == true, "\(path)")
    }
  }
}
