// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import ArgumentParser
import MatchUI
import Replays

/// `facedown share`: prints a replay's result as text to paste elsewhere.
struct ShareCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "share", abstract: "Print a replay's result as text to send to others.",
    discussion: """
      A line for each player with a square for each turn: green for a pair, yellow for a pair whose \
      second card nobody could know, white for a mismatch, black for a single card. No card is named.
      """)

  @Argument(
    help: ArgumentHelp("The file; - reads standard input.", valueName: "replay"),
    transform: RecordingFile.init)
  var file: RecordingFile

  func run() throws {
    let statistics = MatchStatistics(of: try file.recordForCommand())
    StandardStream.output.put(MatchSummary(of: statistics).shared)
  }
}
