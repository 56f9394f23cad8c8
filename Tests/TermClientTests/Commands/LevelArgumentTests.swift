// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import ArgumentParser
import Bots
import Game
import Testing

@testable import MatchUI
@testable import TermClient

@Suite("Levels of bots on the command line", .timeLimit(.minutes(1)))
struct LevelArgumentTests {
  private let room = ["ws://127.0.0.1:1", "--create"]

  private func play(_ arguments: String...) throws -> PlayCommand {
    try #require(try FacedownCommand.parseAsRoot(["play"] + arguments) as? PlayCommand)
  }

  private func error(_ arguments: [String]) -> String {
    do {
      _ = try FacedownCommand.parseAsRoot(arguments)
      return ""
    } catch {
      return FacedownCommand.message(for: error)
    }
  }

  @Test("every level can be chosen, ignoring case", arguments: BotLevel.all)
  func names(level: BotLevel) throws {
    for name in [level.name, level.name.uppercased()] {
      #expect(try play("--level", name).skill.level == level)
      let command = try FacedownCommand.parseAsRoot(["bot"] + room + ["--level", name])
      #expect(try #require(command as? BotCommand).skill.level == level)
    }
  }

  @Test("the default is medium")
  func standard() throws {
    #expect(try play().skill.level == .medium)
  }

  @Test("an unknown level is refused with the list of levels", arguments: [["play"], ["bot"]])
  func unknown(command: [String]) {
    let said = error(command + (command == ["bot"] ? room : []) + ["--level", "boss"])
    #expect(said.contains("boss"))
    for level in BotLevel.all { #expect(said.contains(level.name), "\(said)") }
  }

  @Test("help describes each level")
  func help() {
    for command in [PlayCommand.helpMessage(), BotCommand.helpMessage()] {
      for level in BotLevel.all { #expect(command.contains(Wording.level(level))) }
      #expect(command.contains("default: medium"))
    }
  }

  @Test("each bot gets a seat, and the player one more")
  func bots() throws {
    #expect(try play().settings.seats == 2)
    #expect(try play("--bots", "0").settings.seats == 1)
    #expect(try play("--bots", "7").settings.seats == 8)
    #expect(try play("--seats", "4").settings.seats == 4)
    #expect(error(["play", "--bots", "8"]).contains("0 to 7"))
    #expect(error(["play", "--bots=-1"]).contains("0 to 7"))
    #expect(error(["play", "--bots", "1", "--seats", "2"]).contains("--bots or --seats"))
  }
}
