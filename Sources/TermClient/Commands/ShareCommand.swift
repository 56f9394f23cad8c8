// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import ArgumentParser
import Game
import MatchUI
import Replays
import TerminalUI

/// `facedown share`: prints a replay's result as text to paste elsewhere.
struct ShareCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "share", abstract: "Print a replay's result as text to send to others.",
    discussion: """
      A line for each player with a square for each turn: green for a pair, yellow for a pair whose \
      second card nobody could know, white for a mismatch, black for a single card. No card is named. With --film, its best ten \
      seconds are a file too: FILE.gif, .png (moving), .webp or .mp4, encoded by ffmpeg.
      """)

  @Argument(
    help: ArgumentHelp("The file; - reads standard input.", valueName: "replay"),
    transform: RecordingFile.init)
  var file: RecordingFile

  @Option(
    help: ArgumentHelp(
      "Also write the match's best ten seconds to this file; an existing file is overwritten.",
      valueName: "file"),
    transform: filmFile(named:))
  var film: FilmFile?

  @Option(help: "The colour scheme of the film.")
  var palette = Palette.Name.standard

  func run() throws {
    let record = try file.recordForCommand()
    StandardStream.output.put(MatchSummary(of: MatchStatistics(of: record)).shared)
    guard let film else { return }
    do throws(QueryFailure) {
      try film.write(MatchFilm(MatchTimeline(record.log), Palette(palette, depth: .full)))
    } catch {
      StandardStream.error.say(error.sentence)
      throw ExitCode(1)
    }
    StandardStream.error.say("Wrote \(film.name).")
  }
}

/// Parses the name of a film's file.
private func filmFile(named path: String) throws -> FilmFile {
  guard let file = FilmFile(path) else {
    let formats = FilmFile.Format.allCases.map { ".\($0.rawValue)" }.joined(separator: ", ")
    throw ValidationError("A film's name ends in one of \(formats), such as match.gif.")
  }
  return file
}
