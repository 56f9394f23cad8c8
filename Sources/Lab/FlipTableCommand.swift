// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import ArgumentParser

/// `facedown-lab flip-table`.
struct FlipTableCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "flip-table",
    abstract: "Measures what a key press feels like over simulated lines, as CSV.",
    discussion: """
      Each row is many matches of two players and one who watches, each on a line of its own: the \
      frame after the key in which the card had moved, the time from the key to the face on both \
      players' screens and on all three, and in per cent the flips whose entry came to who pressed \
      after the face was to show, the same for the others, the others' screens on which it came \
      more than a frame late, and those that never showed it.
      """)

  @Option(help: "How many matches a row has.")
  var matches = 200

  @Option(help: "How many cards are turned in a match, at most.")
  var flips = 40

  @Option(help: "How many packets in a hundred are lost, each way.")
  var loss = 2.0

  @Option(help: "How long the journal takes, in milliseconds.")
  var journal = 3

  @Flag(help: "Leave out the full queues that come once a minute.")
  var noCongestion = false

  mutating func validate() throws {
    guard (1...100_000).contains(matches), (1...1000).contains(flips) else {
      throw ValidationError("There are 1 to 100000 matches a row, and 1 to 1000 flips a match.")
    }
    guard (0...20).contains(loss) else { throw ValidationError("A loss is from 0 to 20.") }
    guard (0...1000).contains(journal) else {
      throw ValidationError("A journal takes 0 to 1000 ms.")
    }
  }

  mutating func run() async throws {
    print(FlipTable.header)
    for isChased in [true, false] {
      for roundTrip in FlipTable.roundTrips {
        let conditions = FlipTrial.Conditions(
          roundTrip: .milliseconds(roundTrip), loss: loss / 100, isChased: isChased,
          hasCongestion: !noCongestion, journal: .milliseconds(journal), flips: flips)
        print(try await FlipTable.measure(conditions, matches: matches))
      }
    }
  }
}
