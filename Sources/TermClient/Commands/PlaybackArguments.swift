// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import ArgumentParser
import Cells
import MatchUI
import TerminalUI

/// Where playback starts, and how fast it runs.
struct PlaybackArguments: ParsableArguments {
  @Option(
    help: ArgumentHelp("Playback speed, 0.1 to 10.", valueName: "factor"),
    transform: speed(from:))
  var speed = 1.0

  @Option(
    help: ArgumentHelp("Start this many seconds into the recording.", valueName: "seconds"),
    transform: offset(from:))
  var at = Duration.zero
}

/// Parses a playback speed.
func speed(from text: String) throws -> Double {
  guard let speed = Double(text), Playhead.speedRange.contains(speed) else {
    throw ValidationError("Give a speed of 0.1 to 10, such as 0.5 for half.")
  }
  return speed
}

/// Parses an offset in seconds.
func offset(from text: String) throws -> Duration {
  guard let seconds = Double(text), (0...1e9).contains(seconds) else {
    throw ValidationError("Give a number of seconds, 0 or more, such as 12.5.")
  }
  return Playhead.duration((seconds * 1e6).rounded())
}

extension RecordingFile {
  /// The recording for a command; its notice, if any, goes to standard error.
  ///
  /// - Throws: `ExitCode` after printing why the file cannot be played.
  func recordingForCommand() throws -> Recording {
    do throws(RecordingError) {
      let recording = try recording()
      if let notice = recording.notice { StandardStream.error.say(notice.description) }
      return recording
    } catch {
      StandardStream.error.say("\(name) cannot be played. \(error)")
      throw ExitCode(1)
    }
  }
}

extension Demo {
  /// The demo of this name.
  ///
  /// - Throws: `ValidationError` with the known names.
  static func forCommand(_ name: String) throws -> Demo {
    guard let demo = named(name) else {
      throw ValidationError(
        "There is no demo called \(name.harmless(limit: 40)). The demos are: \(allNames).")
    }
    return demo
  }

  /// All names, separated by commas.
  static var allNames: String { all.map { $0.name }.joined(separator: ", ") }
}

extension OutputStyle {
  /// The full screen if there is one and `plain` is false, else sentences.
  static func forPlaying(plain: Bool) -> OutputStyle {
    plain ? .plain : .ofTerminal
  }
}
