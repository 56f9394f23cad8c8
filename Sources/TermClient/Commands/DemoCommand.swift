// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import ArgumentParser
import MatchUI

/// `facedown demo`: plays the game's animations one by one, with seeking.
struct DemoCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "demo",
    abstract: "Watch the game's animations one by one.",
    discussion: """
      The demos are \(Demo.allNames). Without a name, choose from a menu. On a terminal, press ? \
      for the keys.
      """)

  @Argument(
    // Printed beside errors, which list the names.
    help: ArgumentHelp("The demo to show.", valueName: "name"),
    transform: Demo.forCommand)
  var demo: Demo?

  @Option(
    help: ArgumentHelp("Playback speed, 0.1 to 10.", valueName: "factor"),
    transform: speed(from:))
  var slow = 1.0

  @Flag(help: "Describe it in sentences; default without a terminal.")
  var plain = false

  @Flag(help: "At the end, print frame statistics: bytes, times, skipped frames.")
  var stats = false

  @OptionGroup(title: "Appearance") var renderStyle: RenderStyleArguments

  func run() async throws {
    let preferences = try renderStyle.settings().preferences
    guard OutputStyle.forPlaying(plain: plain) == .screen else {
      for line in Self.lines(demo) { StandardStream.output.put(line) }
      return
    }
    let (demo, speed) = (demo, slow)
    _ = try await App.show(preferences, showsStatistics: stats) { now in
      demo.map { DemoScreen(showing: $0.name, speed: speed, at: now) } ?? DemoScreen(speed: speed)
    }
  }

  /// One demo and its events as sentences, or the list of all demos.
  static func lines(_ demo: Demo?) -> [String] {
    guard let demo else { return Demo.all.map { "\($0.name): \($0.title). \($0.sentence)" } }
    return ["\(demo.title). \(demo.sentence)"] + RecordingSentences.lines(of: demo.makeTimeline())
  }
}
