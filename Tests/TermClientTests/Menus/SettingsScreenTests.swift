// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Stage
import Testing

@testable import TermClient

@Suite("Settings screen", .timeLimit(.minutes(1)))
struct SettingsScreenTests {
  private let settings = ResolvedSettings(
    environment: { $0 == "FACEDOWN_RATE" ? "low" : nil },
    file: SettingsFile(text: "name = Ana\nmouse = off\n"), path: "/c")

  @Test("Only changed settings are saved")
  func changes() {
    let visitor = ScreenTester(SettingsScreen(settings))
    visitor.press(.down, .right)
    visitor.press(.enter)
    #expect(visitor.outcome == .save([.decoration: "reduced"]))
    let untouched = ScreenTester(SettingsScreen(settings))
    untouched.press(.right, .left, .enter)
    #expect(untouched.outcome == .save([:]))
    let emptied = ScreenTester(SettingsScreen(settings))
    emptied.click("Ana")
    emptied.press(.end, .control("u"), .enter)
    #expect(emptied.outcome == .save([.name: nil]))
  }

  @Test("An invalid value is reported, and nothing is saved")
  func problems() {
    let visitor = ScreenTester(SettingsScreen(settings))
    visitor.click("Ana")
    visitor.press(.down)
    visitor.type("nonsense")
    visitor.press(.enter)
    #expect(visitor.outcome == nil && visitor.sees("server cannot be"))
    visitor.press(.escape, .escape)
    #expect(visitor.outcome == .back)
    let later = ScreenTester(SettingsScreen(settings, problem: "The disk is full."))
    #expect(later.sees("The disk is full."))
  }

  @Test("Changes are not discarded without confirmation")
  func discarding() {
    for (key, outcome) in [(Key.escape, SettingsOutcome.back), (.character("q"), .quit)] {
      let unchanged = ScreenTester(SettingsScreen(settings))
      unchanged.press(.right, .left, key)
      #expect(unchanged.outcome == outcome)
      let visitor = ScreenTester(SettingsScreen(settings))
      visitor.press(.right, key)
      #expect(visitor.outcome == nil && visitor.sees("Discard your changes?"))
      visitor.press(.down, key)
      #expect(visitor.outcome == nil, "Another key means no.")
      visitor.press(key)
      #expect(visitor.outcome == outcome)
    }
    let asked = ScreenTester(SettingsScreen(settings))
    asked.press(.down, .right, .escape, .enter)
    #expect(asked.outcome == .save([.decoration: "reduced"]))
  }

  @Test("Hints of settings fit into the smallest window", arguments: Setting.allCases)
  func meanings(setting: Setting) {
    #expect(setting.meaning.cells + 1 <= MenuPage.smallest.columns - 10)
  }

  @Test("The hint of a setting names the variable that overrides it")
  func sources() {
    let visitor = ScreenTester(SettingsScreen(settings))
    visitor.press(.down, .down)
    #expect(visitor.sees("FACEDOWN_RATE overrides"))
  }

  @Test("The preview shows the chosen settings at once")
  func preview() {
    let visitor = ScreenTester(SettingsScreen(settings))
    visitor.renderStyle = RenderStyle(depth: .full, drawing: .halves)
    let pictures = visitor.frame().grid
    #expect(visitor.click("Drawing"))
    visitor.press(.right)
    #expect(visitor.screen.changes == [.drawing: "characters"])
    let characters = visitor.frame().grid
    #expect(characters != pictures && characters.contains("╭────╮"))
    // A card turns as long as motion is wanted.
    #expect(visitor.frame().nextChange != nil)
    #expect(visitor.click("Motion"))
    visitor.press(.left)
    #expect(visitor.screen.changes[.decoration] == "none")
    #expect(visitor.frame().nextChange == nil)
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
    for renderStyle in Conditions.looks {
      for size in Conditions.sizes {
        let visitor = ScreenTester(SettingsScreen(settings))
        (visitor.renderStyle, visitor.size) = (renderStyle, size)
        #expect(visitor.sees("Palette") == MenuPage.fits(size))
        guard MenuPage.fits(size) else { continue }
        #expect(visitor.click("[ Save ]"), "\(visitor.lines())")
        #expect(visitor.outcome == .save([:]))
      }
    }
  }
}
