// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import ArgumentParser
import Game

/// `facedown export`: a replay as a cast that plays in any terminal.
struct ExportCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "export", abstract: "Write a recorded match as an asciinema cast.",
    discussion: """
      `asciinema play FILE.cast` plays it, in a terminal of the size it was made for or larger. It \
      has \(Cast.framesPerSecond) frames a second while something moves; where nothing happens for \
      two seconds, it goes on with what comes next.
      """)

  @Argument(help: "The file; - reads standard input.", transform: RecordingFile.init)
  var file: RecordingFile

  @Option(
    name: .shortAndLong,
    help: ArgumentHelp(
      "Where to; - for standard output. Default: FILE.cast here; an existing file is kept.",
      valueName: "file"))
  var output: String?

  @Option(
    help: ArgumentHelp("Playback speed, 0.1 to 10.", valueName: "factor"),
    transform: speed(from:))
  var speed = 1.0

  @OptionGroup var picture: PictureArguments

  func run() throws {
    let recording = try file.recordingForCommand()
    var cast = Cast(Timeline(recording), picture.renderStyle, in: picture.size, speed: speed)
    var bytes: [UInt8] = []
    let players = recording.log.latest.standings.map { Wording.name($0.player, seat: $0.seat) }
    let isWhole = cast.write(title: "Facedown: \(Wording.list(players))") {
      bytes += Array($0.utf8) + [10]
    }
    if !isWhole { StandardStream.error.say("Only its first two hours are shown.") }
    let target = OutputFile(output, or: Self.fileName(of: file))
    do {
      try target.writeForCommand(bytes)
    } catch {
      StandardStream.error.say(error.sentence)
      throw ExitCode(1)
    }
    if !target.isStandardOutput { StandardStream.error.say("Wrote \(target.name).") }
  }

  /// The file's own name with another ending, in this folder.
  private static func fileName(of file: RecordingFile) -> String {
    let name = file.path.split(separator: "/").last.map(String.init) ?? "match"
    let stem = name.split(separator: ".").first.map(String.init) ?? "match"
    return "\(file.isStandardInput ? "match" : stem).cast"
  }
}
