// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Cells
import Settings
import Stage
import TerminalFixtures
import TerminalUI
import Testing

@testable import TermClient

@Suite("Settings screen", .timeLimit(.minutes(1)))
struct SettingsScreenTests {
  private let settings = ResolvedSettings(
    environment: { $0 == "FACEDOWN_RATE" ? "low" : nil },
    file: SettingsFile(text: "name = Ana\nmouse = off\n"), path: "/c")

  @Test("Only changed settings are saved")
  func changes() {
    let tester = ScreenTester(SettingsScreen(settings))
    tester.press(.down, .right)
    tester.press(.enter)
    #expect(tester.outcome == .chosen([Preference(\.decoration): "reduced"]))
    let untouched = ScreenTester(SettingsScreen(settings))
    untouched.press(.right, .left, .enter)
    #expect(untouched.outcome == .chosen([:]))
    let emptied = ScreenTester(SettingsScreen(settings))
    emptied.click("Ana")
    emptied.press(.end, .control("u"), .enter)
    #expect(emptied.outcome == .chosen([Preference(\.name): nil]))
  }

  @Test("Choices come first, and a default in text is a placeholder that saves nothing")
  func order() {
    let tester = ScreenTester(SettingsScreen(settings))
    let lines = tester.lines()
    func row(_ label: String) -> Int? { lines.firstIndex { $0.contains(label) } }
    if let last = row("Notification"), let name = row("Your name"), let own = row("You play as") {
      #expect(last < name && name < own)
    } else {
      Issue.record("A row is missing: \(lines)")
    }
    tester.click("own")
    tester.type("guest")
    tester.press(.enter)
    #expect(tester.outcome == .chosen([Preference(\.identity): "guest"]))
  }

  @Test("An invalid value is reported, and nothing is saved")
  func problems() {
    let tester = ScreenTester(SettingsScreen(settings))
    tester.click("Ana")
    tester.press(.down)
    tester.type("nonsense")
    tester.press(.enter)
    #expect(tester.outcome == nil && tester.sees("server is \"nonsense\""))
    tester.press(.escape, .escape)
    #expect(tester.outcome == .back)
    let later = ScreenTester(SettingsScreen(settings, problem: "The disk is full."))
    #expect(later.sees("The disk is full."))
  }

  @Test("Changes are not discarded without confirmation")
  func discarding() {
    for (key, outcome) in [
      (Key.escape, MenuOutcome<[Preference: String?]>.back), (.character("q"), .quit),
    ] {
      let unchanged = ScreenTester(SettingsScreen(settings))
      unchanged.press(.right, .left, key)
      #expect(unchanged.outcome == outcome)
      let tester = ScreenTester(SettingsScreen(settings))
      tester.press(.right, key)
      #expect(tester.outcome == nil && tester.sees("Discard your changes?"))
      tester.press(.down, key)
      #expect(tester.outcome == nil, "Another key means no.")
      tester.press(key)
      #expect(tester.outcome == outcome)
    }
    let asked = ScreenTester(SettingsScreen(settings))
    asked.press(.down, .right, .escape, .enter)
    #expect(asked.outcome == .chosen([Preference(\.decoration): "reduced"]))
  }

  @Test("Hints of settings fit into the smallest window", arguments: Preferences.table)
  func meanings(setting: Preference) {
    #expect(setting.abstract.cells + 1 <= MenuPage.smallest.columns - 10)
  }

  @Test("The hint of a setting names the variable that overrides it")
  func sources() {
    let tester = ScreenTester(SettingsScreen(settings))
    tester.press(.down, .down)
    #expect(tester.sees("FACEDOWN_RATE overrides"))
  }

  @Test("The preview shows the chosen settings at once")
  func preview() {
    let tester = ScreenTester(SettingsScreen(settings))
    tester.style = RenderStyle(depth: .full, drawing: .halves)
    tester.size = WindowSize(columns: 100, rows: 36)
    let pictures = tester.frame().grid
    #expect(tester.click("Drawing"))
    tester.press(.right)
    #expect(tester.screen.changes == [Preference(\.drawing): "characters"])
    let characters = tester.frame().grid
    #expect(characters != pictures && characters.contains("╭────╮"))
    // A card turns unless motion is turned off.
    #expect(tester.frame().nextChange != nil)
    #expect(tester.click("Motion"))
    tester.press(.left)
    #expect(tester.screen.changes[Preference(\.decoration)] == "none")
    #expect(tester.frame().nextChange == nil)
  }

  @Test("The preview's card turns without a jump with full motion, and at once otherwise")
  func turning() {
    for step in 1..<800 {
      let (before, now) = (Double(step - 1) / 100, Double(step) / 100)
      let full = abs(
        CardsPreview.turn(at: now, .full) - CardsPreview.turn(at: before, .full))
      #expect(full < 8)
      #expect(CardsPreview.isMoving(at: before, .full) || full < 0.001)
      #expect([0, 180].contains(CardsPreview.turn(at: now, .reduced)))
      #expect(CardsPreview.turn(at: now, .none) == 0)
    }
  }

  @Test("It can be drawn and clicked in every window and style")
  func everywhere() {
    for renderStyle in RenderStyle.trials {
      for size in WindowSize.trials {
        let tester = ScreenTester(SettingsScreen(settings))
        (tester.style, tester.size) = (renderStyle, size)
        #expect(tester.sees("Palette") == MenuPage.fits(size))
        guard MenuPage.fits(size) else { continue }
        #expect(tester.click("[ Save ]"), "\(tester.lines())")
        #expect(tester.outcome == .chosen([:]))
      }
    }
  }
}
