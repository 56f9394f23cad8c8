// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Testing

@testable import Settings

@Suite("Merged settings", .timeLimit(.minutes(1)))
struct MergedSettingsTests {
  private let rooms = Setting<SampleSettings>(\.rooms)

  @Test("have the defaults if no source says anything")
  func standard() {
    let settings = MergedSettings<SampleSettings>()
    #expect(settings.values.rooms == 5 && settings.values.folder == nil)
    #expect(SampleSettings.table.map(settings.words) == [["5"], ["off"], ["red"], [], []])
    #expect(SampleSettings.table.allSatisfy { settings.source($0) == .standard })
    #expect(settings.problems.isEmpty && !settings.hasBadValues)
  }

  @Test("come from the flags, then the environment, then the last line of the file")
  func precedence() {
    let lines = [("max-rooms", ["3"]), ("colour", ["blue"]), ("max-rooms", ["4"])]
    let file = MergedSettings([], [:], lines)
    #expect(file.values.rooms == 4 && file.values.colour == .blue)
    #expect(file.source(rooms) == .file(path: "/f", line: 3) && file.place(rooms) == "/f:3")
    let variable = MergedSettings([], ["FACEDOWN_MAX_ROOMS": "2"], lines)
    #expect(variable.values.rooms == 2 && variable.place(rooms) == "FACEDOWN_MAX_ROOMS")
    let flag = MergedSettings([("max-rooms", ["1"])], ["FACEDOWN_MAX_ROOMS": "2"], lines)
    #expect(flag.values.rooms == 1 && flag.place(rooms) == "--max-rooms")
    #expect(MergedSettings([], ["FACEDOWN_MAX_ROOMS": ""], []).source(rooms) == .standard)
  }

  @Test("take the next source where one is wrong, and name each problem with its place")
  func wrong() {
    let settings = MergedSettings(
      [("quiet", ["perhaps"])], ["FACEDOWN_MAX_ROOMS": "many"],
      [("colours", ["blue"]), ("max-rooms", ["3"]), ("name", ["a", ""]), ("colour", ["\u{1b}"])])
    #expect(settings.values.rooms == 3 && settings.values.names.isEmpty && settings.hasBadValues)
    #expect(
      settings.problems == [
        "FACEDOWN_MAX_ROOMS is \"many\": give a whole number from 1 to 9.",
        "--quiet is \"perhaps\": say on or off.",
        "/f:1: there is no setting \"colours\": did you mean colour?",
        "/f:3: name is \"\": give a name.",
        "/f:4: colour is \"\u{fffd}\": choose one of red, blue.",
      ])
    let unknown = MergedSettings([], [:], [("banana", ["1"])])
    #expect(
      unknown.problems
        == ["/f:1: there is no setting \"banana\": sample config lists them all."])
    #expect(!unknown.hasBadValues)
  }

  @Test("are not looked at where a valid value overrides them")
  func overridden() {
    let settings = MergedSettings([("max-rooms", ["1"])], ["FACEDOWN_MAX_ROOMS": "many"], [])
    #expect(settings.problems.isEmpty)
  }

  @Test("have lists with commas in the environment")
  func lists() {
    let settings = MergedSettings([], ["FACEDOWN_NAME": "a, b ,c"], [])
    #expect(settings.values.names == ["a", "b", "c"])
    let one = MergedSettings([], ["FACEDOWN_DATA_FOLDER": "a,b"], [])
    #expect(one.values.folder == "a,b")
  }

  @Test("can keep a former value with its source")
  func keeping() {
    let before = MergedSettings([("data_folder", ["/a"])], [:], [])
    let folder = Setting<SampleSettings>(\.folder)
    var after = MergedSettings([], [:], [("data_folder", ["/b"])])
    after.keep(folder, from: before)
    #expect(after.values.folder == "/a" && after.place(folder) == "--data-folder")
    after.keep(folder, from: MergedSettings())
    #expect(after.values.folder == nil && after.source(folder) == .standard)
  }

  @Test("normalise toggles, and refuse other words")
  func toggles() {
    for (word, value) in [("on", true), ("TRUE", true), ("1", true), ("no", false), ("0", false)] {
      let settings = MergedSettings([("quiet", [word])], [:], [])
      #expect(settings.values.isQuiet == value)
      #expect(settings.words(Setting(\.isQuiet)) == [value ? "on" : "off"])
    }
    #expect(MergedSettings([("quiet", ["2"])], [:], []).hasBadValues)
  }
}
