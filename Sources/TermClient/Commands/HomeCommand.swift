// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import ArgumentParser
import Cells
import LibWebSockets
import TerminalUI

/// `facedown` alone: opens the home screen.
struct HomeCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "home", abstract: "Open the home screen.",
    discussion: "Without a terminal, this prints the help.")

  @OptionGroup(title: "Appearance") var renderStyle: RenderStyleArguments

  /// Unknown commands are parsed into this.
  @Argument(help: .hidden) var words: [String] = []

  func validate() throws {
    guard let word = words.first else { return }
    throw ValidationError(
      "\"\(word.harmless(limit: 40))\" is not a command; facedown help lists them.")
  }

  func run() async throws {
    guard case .screen = OutputStyle.ofTerminal else {
      throw CleanExit.helpRequest(FacedownCommand.self)
    }
    // Before full screen begins, so that they can be read afterwards.
    ResolvedSettings.ofProcess(flags: renderStyle.flags).printWarnings()
    let flags = renderStyle.flags
    try await App.run { app in
      var home = Home(flags: flags, environment: app.surroundings.environment)
      try await app.inFullScreen(home.preferences) { await home.run(on: $0) }
    }
  }
}
