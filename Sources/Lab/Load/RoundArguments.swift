// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import ArgumentParser

/// What the commands that measure a room in turn, with a burden and without, have in common.
struct RoundArguments: ParsableArguments {
  @Option(help: "How many entries are told of in each round.")
  var entries = 60

  @Option(help: "How many rounds there are of each, in turn.")
  var rounds = 3

  func validate() throws {
    guard (1...100_000).contains(entries), (1...1_000).contains(rounds) else {
      throw ValidationError("--entries is from 1 to 100000, --rounds from 1 to 1000.")
    }
  }
}
