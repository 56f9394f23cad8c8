// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Testing

/// `make mutations` runs seldom; this always checks that each mutation can still be made.
@Suite("Mutations", .timeLimit(.minutes(1)))
struct MutationsTests {
  @Test("every mutated place occurs in the source exactly once")
  func places() throws {
    let script = try Script("mutations", arguments: ["--check"], input: "")
    #expect(script.status == 0, "\(script.errors)")
    #expect(script.errors == "")
    let counts = script.output.split(separator: " ")
    #expect(counts.first == counts.dropFirst(2).first)
    #expect(counts.first != "0")
  }
}
