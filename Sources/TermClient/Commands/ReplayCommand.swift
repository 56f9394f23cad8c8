// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import ArgumentParser
import MatchUI

/// `facedown replay`: plays a recording, with seeking.
struct ReplayCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "replay",
    abstract: "Watch a recorded match: faster, slower, step by step or backwards.",
    discussion: """
      A recording is a file from facedown download, or the saved output of play, join or watch \
      with --json. On a terminal, press ? for the keys; otherwise, or with --plain, the match is \
      printed as sentences.
      """)

  @Argument(
    help: "The recording; - reads standard input and prints sentences.",
    transform: RecordingFile.init)
  var file: RecordingFile

  @OptionGroup(title: "Playback") var playback: PlaybackArguments

  @Flag(help: "Print one sentence per event instead of a full screen; default without a terminal.")
  var plain = false

  @Flag(help: "At the end, print frame statistics: bytes, times, skipped frames.")
  var stats = false

  @OptionGroup(title: "Appearance") var renderStyle: RenderStyleArguments

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
    _ = try await App.show(preferences, showsStatistics: stats) { now in
      var screen = PlaybackScreen(timeline, notice: notice?.description, speed: speed, at: now)
      screen.seek(to: offset, at: now)
      return screen
    }
  }
}
