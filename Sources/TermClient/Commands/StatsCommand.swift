// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import ArgumentParser
import Game
import Replays
import Wire

/// `facedown stats`: prints statistics of replays.
struct StatsCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "stats", abstract: "Print results and statistics of replays, player by player.",
    discussion: """
      A turn is one or two cards; a pair starts another turn. Recall says how often a player found \
      the mate of a turn's first card when that mate had been shown before, by the number of other \
      cards shown in between. A known pair is missed by a mismatch where a perfect memory would have turned a \
      pair. --json prints one object per file.
      """)

  @Argument(
    help: ArgumentHelp("The files; - reads standard input.", valueName: "replay"),
    transform: RecordingFile.init)
  var files: [RecordingFile]

  @Flag(help: "Print one JSON object per file.")
  var json = false

  func run() throws {
    for (index, file) in files.enumerated() {
      let statistics = MatchStatistics(of: try file.recordForCommand())
      if json {
        StandardStream.output.put(StatisticsText.json(statistics))
      } else {
        if index > 0 { StandardStream.output.put("") }
        for line in StatisticsText.lines(statistics) { StandardStream.output.put(line) }
      }
    }
  }
}

extension RecordingFile {
  /// The match in a replay file, for a command.
  ///
  /// - Throws: `ExitCode` after printing why the file cannot be read.
  func recordForCommand() throws -> MatchRecord {
    let problem: String
    do throws(RecordingError) {
      let bytes = try bytes()
      do throws(ReplayFileError) {
        return try ReplayFile.read(bytes)
      } catch {
        problem = error.description
      }
    } catch {
      problem = error.description
    }
    StandardStream.error.say("\(name): \(problem)")
    throw ExitCode(1)
  }
}
