// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import ArgumentParser
import Cells
import Game
import MatchUI

/// `facedown export`: converts a replay to an asciinema cast.
struct ExportCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "export", abstract: "Export a recorded match as an asciinema cast.",
    discussion: """
      Play it with `asciinema play FILE.cast`, in a terminal at least as large as --size. It has \
      \(Cast.framesPerSecond) frames a second while something moves, and cuts every pause after \
      two seconds.
      """)

  @Argument(help: "The recording; - reads standard input.", transform: RecordingFile.init)
  var file: RecordingFile

  @Option(
    name: .shortAndLong,
    help: ArgumentHelp(
      "The file to write; - for standard output. Default: FILE.cast here; an existing file is "
        + "kept.",
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
    if !isWhole { StandardStream.error.say("The cast ends after two hours; the rest is left out.") }
    let target = OutputFile(output, or: Self.fileName(of: file))
    do {
      try target.writeForCommand(bytes)
    } catch {
      StandardStream.error.say(error.sentence)
      throw ExitCode(1)
    }
    if !target.isStandardOutput { StandardStream.error.say("Wrote \(target.name).") }
  }

  /// The recording's name with the extension `cast`, in the current folder.
  private static func fileName(of file: RecordingFile) -> String {
    let name = file.path.split(separator: "/").last.map(String.init) ?? "match"
    let stem = name.split(separator: ".").first.map(String.init) ?? "match"
    return "\(file.isStandardInput ? "match" : stem).cast"
  }
}
