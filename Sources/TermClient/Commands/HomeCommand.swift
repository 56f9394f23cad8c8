// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import ArgumentParser
import LibWebSockets

/// `facedown` alone: the home screen, from where everything else is reached.
struct HomeCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "home", abstract: "Choose what to do from the home screen.",
    discussion: "Without a terminal this shows the help.")

  @OptionGroup(title: "Look") var renderStyle: RenderStyleArguments

  /// Words that are no command end up here.
  @Argument(help: .hidden) var words: [String] = []

  func validate() throws {
    guard let word = words.first else { return }
    throw ValidationError(
      "\"\(word.harmless(limit: 40))\" is no command; facedown help names them all.")
  }

  func run() async throws {
    guard case .screen = OutputStyle.ofTerminal else {
      throw CleanExit.helpRequest(FacedownCommand.self)
    }
    // Told before the screen is another, to be read after it.
    ResolvedSettings.ofProcess(flags: renderStyle.flags).tellWarnings()
    let loop = try EventLoop.forTerminal()
    defer { loop.stop() }
    try await HomeActor(loop: loop, flags: renderStyle.flags).run()
  }
}
