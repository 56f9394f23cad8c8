// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import ArgumentParser

/// `facedown demo`: the game's animations one by one, with time travel.
struct DemoCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "demo",
    abstract: "Look at the game's animations one by one.",
    discussion: """
      There are \(Demo.allNames). Without a name there is a choice. On a terminal, ? explains the \
      keys.
      """)

  @Argument(
    // An error says the names, and comes with this: the names are elsewhere in the help.
    help: ArgumentHelp("Which one.", valueName: "name"),
    transform: Demo.forCommand)
  var demo: Demo?

  @Option(
    help: ArgumentHelp("Playback speed, 0.1 to 10.", valueName: "factor"),
    transform: speed(from:))
  var slow = 1.0

  @Flag(help: "What there is to be seen, in sentences; also without a terminal.")
  var plain = false

  @Flag(help: "At the end, say what showing frames came to: bytes, times, frames skipped.")
  var stats = false

  @OptionGroup(title: "Look") var renderStyle: RenderStyleArguments

  func run() async throws {
    let preferences = try renderStyle.settings().preferences
    guard OutputStyle.forPlaying(plain: plain) == .screen else {
      for line in Self.lines(demo) { StandardStream.output.put(line) }
      return
    }
    let (demo, speed) = (demo, slow)
    _ = try await ScreenActor.show(preferences, showsStatistics: stats) { now in
      demo.map { DemoScreen(showing: $0.name, speed: speed, at: now) } ?? DemoScreen(speed: speed)
    }
  }

  /// One demo and what happens in it, or all that there are, in words.
  static func lines(_ demo: Demo?) -> [String] {
    guard let demo else { return Demo.all.map { "\($0.name): \($0.title). \($0.sentence)" } }
    return ["\(demo.title). \(demo.sentence)"] + RecordingSentences.lines(of: demo.makeTimeline())
  }
}
