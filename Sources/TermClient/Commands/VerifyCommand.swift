// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import ArgumentParser

/// `facedown verify`: whether replays are true, offline.
struct VerifyCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "verify", abstract: "Check that replays are whole, fairly dealt and by the rules.",
    discussion: """
      Each file gets a line: OK with what was checked, or the first entry that lies and how. Every \
      deck, salt, commitment, order of turns and shuffle is derived anew from the seed that the end \
      opened; every turn, score and the final table from the entries before. docs/replays.md says \
      what this proves. The exit status is 1 unless all are OK.
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
