// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import ArgumentParser
import FacedownTesting

/// What the simulated line is like.
struct LinkArguments: ParsableArguments {
  @Option(help: "The round trip of the empty line, in milliseconds.")
  var rtt = 200

  @Option(help: "How many packets are lost, in per cent.")
  var loss = 2.0

  @Option(help: "Decides everything random about the line.")
  var seed: UInt64 = 1

  @Flag(help: "Leave out the full queues that come once a minute.")
  var noCongestion = false

  mutating func validate() throws {
    guard (0...10_000).contains(rtt) else {
      throw ValidationError("A round trip is 0 to 10000 ms.")
    }
    guard (0...50).contains(loss) else {
      throw ValidationError("A line loses 0 to 50 % of its packets.")
    }
  }

  /// The line as the model takes it.
  var conditions: LinkConditions {
    var conditions = LinkConditions(roundTrip: .milliseconds(rtt), loss: loss / 100)
    conditions.hasCongestion = !noCongestion
    return conditions
  }
}
