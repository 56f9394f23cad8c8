// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import ArgumentParser
import Testing

@testable import Lab

@Suite("Room probe", .timeLimit(.minutes(1)))
struct RoomProbeTests {
  @Test("plays the same matches, and sends as much, whoever watches")
  func audience() {
    let counts = [0, 2, 60].map { spectators in
      let probe = RoomProbe(rooms: 1, spectators: spectators, nodes: 0)
      probe.play(200)
      return probe.counts
    }
    #expect(counts.allSatisfy { $0.inputs == 200 })
    #expect(counts.allSatisfy { $0.sent == counts[0].sent && $0.digest == counts[0].digest })
    // Each input changes something that all four players are sent.
    #expect(counts[0].sent >= 4 * 200, "\(counts[0])")
    // Two audiences, one an encoding, however many are in them.
    #expect(counts[0].published == 0)
    #expect(counts[1].published >= 2 * 200 && counts[1] == counts[2], "\(counts)")
  }

  @Test("plays the same matches, and sends as much, in a world of however many nodes")
  func nodes() {
    let counts = [0, 1, 4].map { nodes in
      let probe = RoomProbe(rooms: 3, spectators: 2, nodes: nodes)
      probe.play(200)
      return probe.counts
    }
    #expect(counts[0].inputs == 200)
    #expect(counts[0] == counts[1] && counts[1] == counts[2], "\(counts)")
  }

  @Test("a longer run begins like a shorter one")
  func prefix() {
    let short = RoomProbe(rooms: 1, spectators: 1, nodes: 0)
    let long = RoomProbe(rooms: 1, spectators: 1, nodes: 0)
    short.play(50)
    long.play(30)
    #expect(short.counts != long.counts)
    long.play(50)
    #expect(short.counts == long.counts)
  }

  @Test(
    "the command refuses bad options",
    arguments: [
      ("--spectators=-1", "--spectators must be"), ("--spectators 50001", "--spectators must be"),
      ("--rooms 0", "--rooms must be"), ("--nodes=-1", "--nodes must be"),
      ("--nodes 101", "--nodes must be"),
      ("--count 0", "--count must be"), ("--count 1000001", "--count must be"),
    ])
  func bad(_ arguments: String, _ sentence: String) {
    let words = arguments.split(separator: " ").map(String.init)
    let error = #expect(throws: (any Error).self) { try InputsCommand.parse(words) }
    let text = error.map { InputsCommand.fullMessage(for: $0) } ?? ""
    #expect(text.contains(sentence), "\(text)")
  }
}
