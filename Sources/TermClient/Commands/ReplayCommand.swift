// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import ArgumentParser

/// `facedown replay`: plays a recording, with time travel.
struct ReplayCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "replay",
    abstract: "Play a recorded match, faster, slower, stepwise or backwards.",
    discussion: """
      A recording is what download writes, or what play, join or watch print with --json, saved to \
      a file. On a terminal, ? explains the keys; otherwise, or with --plain, the match is told in sentences.
      """)

  @Argument(
    help: "The file; - reads standard input, and tells it in sentences.",
    transform: RecordingFile.init)
  var file: RecordingFile

  @OptionGroup(title: "Playing") var playback: PlaybackArguments

  @Flag(help: "One sentence an event, no full screen; also without a terminal.")
  var plain = false

  @Flag(help: "At the end, say what showing frames came to: bytes, times, frames skipped.")
  var stats = false

  @OptionGroup(title: "Look") var renderStyle: RenderStyleArguments

  func run() async throws {
    let preferences = try renderStyle.settings().preferences
    let recording = try file.recordingForCommand()
    let timeline = Timeline(recording)
    guard OutputStyle.forPlaying(plain: plain || file.isStandardInput) == .screen else {
      for line in RecordingSentences.lines(of: timeline, from: playback.at) {
        StandardStream.output.put(line)
      }
      return
    }
    let (speed, offset, notice) = (playback.speed, playback.at, recording.notice)
    _ = try await ScreenActor.show(preferences, showsStatistics: stats) { now in
      var screen = PlaybackScreen(timeline, notice: notice?.description, speed: speed, at: now)
      screen.seek(to: offset, at: now)
      return screen
    }
  }
}
