// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import ArgumentParser
import Game
import Protocol
import Replays

/// `facedown stats`: how the players of replays play.
struct StatsCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "stats", abstract: "Tell results and statistics of replays, player by player.",
    discussion: """
      A turn is one card or two; a pair found is followed by another turn. Recall says how often a \
      turn's second card was the mate of its first where that mate had been shown before, by the \
      number of other cards shown in between. --json prints one object a file.
      """)

  @Argument(
    help: ArgumentHelp("The files; - reads standard input.", valueName: "replay"),
    transform: RecordingFile.init)
  var files: [RecordingFile]

  @Flag(help: "One JSON object a file.")
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
  /// The one match of a replay's file, for a command.
  ///
  /// - Throws: `ExitCode` once it was told why there is none.
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
