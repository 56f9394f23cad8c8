// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import ArgumentParser

/// `facedown verify`: verifies replays offline.
struct VerifyCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "verify",
    abstract: "Check that replays are complete, fair and within the rules.",
    discussion: """
      Prints a line per file: OK with what was checked, or the first false entry and why. Every \
      deck, salt, commitment, turn order and shuffle is derived again from the seed opened at the \
      end; every turn, score and the final table from the entries before. docs/replays.md says \
      what this proves. The exit status is 1 unless every file is OK.
      """)

  @Argument(
    help: ArgumentHelp("The files; - reads standard input.", valueName: "replay"),
    transform: RecordingFile.init)
  var files: [RecordingFile]

  func run() throws {
    var areTrue = true
    for file in files {
      let verdict = ReplayVerdict.verify(file)
      StandardStream.output.say("\(file.name): \(verdict.sentence)")
      if !verdict.isTrue { areTrue = false }
    }
    if !areTrue { throw ExitCode(1) }
  }
}
