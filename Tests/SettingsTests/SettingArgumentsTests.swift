// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import ArgumentParser
import Testing

@testable import Settings

@Suite("Settings as flags", .timeLimit(.minutes(1)))
struct SettingArgumentsTests {
  private func given(_ arguments: String...) throws -> [SettingItem<SampleSettings>] {
    try SampleCommand.parse(arguments).settings.items
  }

  @Test("are given by name: toggles either way, lists several times, else the last one")
  func forms() throws {
    #expect(try given().isEmpty)
    let items = try given(
      "--max-rooms", "1", "--no-quiet", "--name", "a", "--name=b", "--data-folder", "/x",
      "--max-rooms", "many")
    #expect(items.map(\.setting.name) == ["max-rooms", "quiet", "name", "data_folder"])
    #expect(items.map(\.words) == [["many"], ["off"], ["a", "b"], ["/x"]])
    #expect(items.allSatisfy { $0.source == .flag })
    #expect(try given("--quiet").map(\.words) == [["on"]])
  }

  @Test("are in the help, in the order of the table")
  func help() {
    let help = SampleCommand.helpMessage(columns: 100).split(separator: "OPTIONS:").last ?? ""
    let flags = ["--max-rooms <max-rooms>", "--quiet/--no-quiet", "--colour", "--name", "--data-"]
    let places = flags.map { help.firstRange(of: $0)?.lowerBound }
    #expect(places.allSatisfy { $0 != nil })
    #expect(places.compactMap(\.self) == places.compactMap(\.self).sorted())
  }

  @Test("are refused by the parser if they are unknown or lack a value")
  func wrong() {
    #expect(throws: (any Error).self) { try given("--rooms", "1") }
    #expect(throws: (any Error).self) { try given("--max-rooms") }
    #expect(throws: (any Error).self) { try given("--no-max-rooms") }
  }
}
