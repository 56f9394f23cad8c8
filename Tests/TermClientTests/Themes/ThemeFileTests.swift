// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Cells
import Game
import TerminalUI
import Testing

@testable import MatchUI
@testable import TermClient

@Suite("Custom theme files", .timeLimit(.minutes(1)))
struct ThemeFileTests {
  private func read(_ lines: String...) -> ThemeFile {
    ThemeFile(text: lines.joined(separator: "\n"), path: "/t")
  }

  @Test("A line replaces one face, and the others stay")
  func replacing() {
    let file = read(
      "theme,rank,picture,name,plural,code,cells", "# Mine.", "", "animals,1,🍕,pizza,pizzas,piz,2",
      "animals,2,,dot,dots,DOT")
    #expect(file.notices == [])
    let pizza = file.faces.face("animals", Face(0))
    #expect(pizza.emoji == "🍕" && pizza.name == "pizza" && pizza.code == "PIZ")
    let dot = file.faces.face("animals", Face(1))
    #expect(dot.emoji == nil && Pictures.all.text(of: dot) == "DOT")
    #expect(
      file.faces.faces(of: "animals").dropFirst(2)
        == ThemeFaces.standard.faces(of: "animals").dropFirst(2))
    #expect(file.faces.faces(of: "food") == ThemeFaces.standard.faces(of: "food"))
  }

  @Test("An emoji without a drawing is shown as letters, with a notice")
  func unknownPicture() {
    let file = read("animals,1,🫠,melt,melts,MEL", "animals,2,👨‍👩‍👧,family,families,FAM")
    #expect(
      file.notices.first
        == "/t line 1: there is no drawing of 🫠, so melt is shown as MEL.")
    #expect(file.notices.count == 2)
    #expect(file.faces.face("animals", Face(0)).emoji == nil)
    #expect(file.faces.face("animals", Face(1)).code == "FAM")
  }

  @Test(
    "An invalid line is reported and skipped",
    arguments: [
      ("cars,1,,a,b,ABC", "there is no theme \"cars\""),
      ("animals,0,,a,b,ABC", "ranks 1 to"), ("animals,9999,,a,b,ABC", "ranks 1 to"),
      ("animals,x,,a,b,ABC", "ranks 1 to"), ("animals,1,,a,b,AB", "three letters"),
      ("animals,1,,a,b,ÄBC", "three letters"), ("animals,1,,a,b,FOX", "already has the code FOX"),
      ("animals,1,🦊,a,b,ABC", "already has that picture"), ("animals,1,,,b,ABC", "1 to 24"),
      ("animals,1", "theme,rank,picture"), ("\u{1b}[2J,1,,a,b,ABC", "there is no theme"),
    ])
  func problems(line: String, says: String) {
    let file = read(line)
    #expect(file.notices.count == 1 && file.notices[0].contains(says), "\(file.notices)")
    #expect(!file.notices[0].unicodeScalars.contains { !$0.isPrintable })
    #expect(file.faces.faces(of: "animals") == ThemeFaces.standard.faces(of: "animals"))
  }

  @Test("An unreadable or invalid file leaves the built-in faces and a few notices")
  func noise() {
    var random = SystemRandomNumberGenerator()
    let bytes = (0..<5000).map { _ in UInt8.random(in: 0...255, using: &random) }
    let file = ThemeFile(text: String(decoding: bytes, as: UTF8.self), path: "/t")
    #expect((1...8).contains(file.notices.count))
    var preferences = Preferences.standard
    preferences.themeFile = "/no/such/file"
    let chosen = ThemeFile.chosen(by: preferences)
    #expect(chosen.notices.count == 1 && chosen.notices[0].contains("no such file"))
    preferences.themeFile = "/dev/zero"
    #expect(ThemeFile.chosen(by: preferences).notices[0].contains("it is not a regular file"))
    #expect(ThemeFile.chosen(by: .standard).notices == [])
  }
}
