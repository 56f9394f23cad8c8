// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Bots
import Cells
import Game
import LibWebSockets
import MatchClient
import TerminalFixtures
import TerminalUI
import Testing

@testable import MatchUI
@testable import TermClient

@Suite("Forms that lead to a match", .timeLimit(.minutes(1)))
struct RoomFormsTests {
  @Test("Every combination of choices is a valid match, or a problem that is named")
  func settings() throws {
    var random = SystemRandomNumberGenerator()
    for form in [RoomForm.play.rows, RoomForm.host.rows] {
      var form = form
      for _ in 0..<300 {
        if !form.isTyping {
          form.change(by: Int.random(in: -3...3, using: &random))
        }
        _ = form.take(.down)
        if form.seatsProblem == nil { try form.settings.validate() }
      }
      #expect(form.settings != MatchSettings())
    }
    #expect(RoomForm.play.rows.settings == MatchSettings())
    #expect(RoomForm.host.rows.settings == MatchSettings())
  }

  @Test("The bots' level is one of seven, medium by default")
  func levels() {
    var form = RoomForm.play.rows
    #expect(form.level == .medium)
    form.focus(on: .level)
    var levels: [BotLevel] = []
    for _ in BotLevel.all {
      levels.append(form.level)
      guard case .choice(let choice) = form.focused.control else {
        Issue.record("A level is no choice.")
        return
      }
      #expect(choice.title == Wording.level(form.level))
      form.change(by: 1)
    }
    #expect(Set(levels) == Set(BotLevel.all) && form.level == .medium)
  }

  @Test("Every mode and way of shuffling can be chosen and is explained")
  func modes() {
    for form in [RoomForm.play.rows, RoomForm.host.rows] {
      var form = form
      form.focus(on: .mode)
      var modes: [MatchSettings.Mode: String] = [:]
      for _ in MatchSettings.Mode.accepted {
        modes[form.settings.mode] = form.focused.note
        form.change(by: 1)
      }
      #expect(modes.count == MatchSettings.Mode.accepted.count)
      #expect(Set(modes.values).count == modes.count)
      form.focus(on: .shuffleEvery)
      form.change(by: 3)
      #expect(form.settings.shuffleEvery == 8)
      form.focus(on: .shuffle)
      form.change(by: 1)
      #expect(form.settings.shuffle == .blind && form.settings.shuffleEvery == 8)
      form.change(by: 1)
      #expect(form.settings.shuffle == .off && form.settings.shuffleEvery == 0)
      #expect(form.focused.note == Wording.explanation(of: MatchSettings.Shuffle.off))
    }
  }

  @Test("Teams need as many seats, or bots, as make two equal teams")
  func teams() throws {
    for (form, row, sentence) in [
      (RoomForm.play.rows, RoomField.bots, "In teams choose 3, 5 or 7 bots."),
      (RoomForm.host.rows, .seats, "In teams choose 4, 6 or 8 seats."),
    ] {
      var form = form
      #expect(form.seatsProblem == nil)
      form.focus(on: .mode)
      while form.settings.mode != .teams { form.change(by: 1) }
      let problem = try #require(form.seatsProblem)
      #expect(problem == (row, sentence))
      form.focus(on: row)
      form.change(by: 2)
      #expect(form.seatsProblem == nil && form.settings.seats == 4)
    }
    var quick = RoomForm.quick(.standard).rows
    quick.focus(on: .mode)
    while quick.settings.mode != .teams { quick.change(by: 1) }
    #expect(quick.quickProblem?.0 == .seats)
    #expect(quick.quickProblem?.1 == "The setting seats cannot be 2; it may be 4, 6, 8.")
  }

  @Test("A code may be in the link or beside it")
  func codes() {
    var form = RoomForm.join(.standard).rows
    #expect(form.code == nil)
    _ = form.take(.control("u"))
    for letter in "ws://[::1]:9/k7qf2" { _ = form.take(.character(letter)) }
    #expect(form.code == "K7QF2" && form.url?.host == "::1")
    #expect(form.problem(needsCode: true) == nil)
    _ = form.take(.down)
    for letter in " ab1 " { _ = form.take(.character(letter)) }
    #expect(form.code == "AB1")
  }

  @Test(
    "A pasted link or invitation fills all its rows",
    arguments: [
      ("ws://h:9/k7qf2", "ws://h:9", "K7QF2"), ("h:9/k7qf2", "ws://h:9", "K7QF2"),
      ("facedown join wss://h:9/K7QF2", "wss://h:9", "K7QF2"),
      ("./facedown join ws://h:9 k7qf2", "ws://h:9", "K7QF2"),
      ("facedown watch ws://h:9/K7QF2", "ws://h:9/K7QF2/watch", "K7QF2"),
      ("k7qf2", "ws://127.0.0.1:7777", "K7QF2"), ("ws://h:9", "ws://h:9", ""),
    ])
  func pasted(text: String, server: String, code: String) {
    for row in [RoomField.server, .code] {
      var form = RoomForm.join(.standard).rows
      form.focus(on: row)
      let isUnpacked = form.unpack(text)
      #expect(isUnpacked)
      #expect(form.text(.server) == server && form.text(.code) == code)
    }
    var form = RoomForm.join(.standard).rows
    form.focus(on: .name)
    let isName = !form.unpack(text)
    #expect(isName, "A name may look like anything.")
    form.focus(on: .server)
    let digits = String(repeating: "ab", count: 32)
    let unpacked = ["no link at all", "facedown join wss://h:9/K7QF2 --tls-fingerprint \(digits)"]
      .map { form.unpack($0) }
    #expect(unpacked == [false, true])
    #expect(form.login(guest: "Ana").trust != .system && form.problem(needsCode: true) == nil)
  }

  @Test("The name is asked for with the login as a suggestion")
  func names() {
    let tester = ScreenTester(RoomForm.name(.standard).screen)
    #expect(tester.sees(Login.userName))
    tester.type("Ana")
    tester.press(.enter)
    guard case .chosen(let form)? = tester.outcome else {
      Issue.record("It did not go on.")
      return
    }
    #expect(form.text(.name) == "Ana" && Preferences.standard.name == nil)
    let empty = ScreenTester(RoomForm.name(.standard).screen)
    empty.press(.backspace, .enter)
    #expect(empty.outcome == nil && empty.sees("Enter a name"))
  }

  @Test("A fingerprint must be valid, and needs wss")
  func fingerprints() {
    var form = RoomForm.rooms(.standard).rows
    form.focus(on: .fingerprint)
    for letter in "12" { _ = form.take(.character(letter)) }
    #expect(form.problem(needsCode: false)?.1.contains("64 hexadecimal") == true)
    for letter in String(repeating: "a", count: 62) { _ = form.take(.character(letter)) }
    #expect(form.problem(needsCode: false)?.1.contains("use wss://") == true)
    form.focus(on: .server)
    _ = form.take(.home)
    for key in [Key.right, .right, .character("s")] { _ = form.take(key) }
    #expect(form.problem(needsCode: false) == nil)
    #expect(form.login(guest: "Ana").name == "Ana" && form.login(guest: "").trust != .system)
  }
}
