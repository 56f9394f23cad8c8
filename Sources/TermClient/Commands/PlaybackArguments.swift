// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import ArgumentParser

/// Where and how fast something is played.
struct PlaybackArguments: ParsableArguments {
  @Option(
    help: ArgumentHelp("Playback speed, 0.1 to 10.", valueName: "factor"),
    transform: speed(from:))
  var speed = 1.0

  @Option(
    help: ArgumentHelp("Begin so many seconds after its beginning.", valueName: "seconds"),
    transform: offset(from:))
  var at = Duration.zero
}

/// A speed from the command line.
func speed(from text: String) throws -> Double {
  guard let speed = Double(text), Playhead.speedRange.contains(speed) else {
    throw ValidationError("Give a speed of 0.1 to 10, such as 0.5 for half.")
  }
  return speed
}

/// An offset from the command line.
func offset(from text: String) throws -> Duration {
  guard let seconds = Double(text), (0...1e9).contains(seconds) else {
    throw ValidationError("Give seconds of 0 or more, such as 12.5.")
  }
  return Playhead.duration((seconds * 1e6).rounded())
}

extension RecordingFile {
  /// The recording for a command: what is to be told of it is told on standard error.
  ///
  /// - Throws: `ExitCode` once it was told why there is none.
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
  /// The demo of a name, or an error that says the names there are.
  static func forCommand(_ name: String) throws -> Demo {
    guard let demo = named(name) else {
      throw ValidationError(
        "There is no demo called \(name.harmless(limit: 40)). There are: \(allNames).")
    }
    return demo
  }

  /// The names there are, in a row.
  static var allNames: String { all.map { $0.name }.joined(separator: ", ") }
}

extension OutputStyle {
  /// What to play something with: the full screen where there is one and nothing else was asked for.
  static func forPlaying(plain: Bool) -> OutputStyle {
    plain ? .plain : .ofTerminal
  }
}
