// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Testing

@testable import MatchClient

@Suite("Moves that a client follows", .timeLimit(.minutes(1)))
struct MoveRulesTests {
  private let start = LocalTime(microseconds: 1_000_000)

  @Test(
    "lead to the host first dialled or one below it, over the same scheme",
    arguments: [
      ("wss://n2.play.example.org", nil), ("wss://play.example.org:7443/n/2", nil),
      ("ws://n2.play.example.org", .otherHost), ("wss://play.example.com", .otherHost),
      ("wss://example.org", .otherHost), ("https://play.example.org", .badAddress),
      ("wss://play.example.org/K7QF2/watch/2", .badAddress),
      ("wss://me@play.example.org", .badAddress),
      ("wss://play.example.org:0", .badAddress), ("", .badAddress),
    ] as [(String, MoveProblem?)])
  func addresses(text: String, problem: MoveProblem?) throws {
    let rules = MoveRules(home: try ServerURL("wss://play.example.org/K7QF2"))
    if let problem {
      #expect(throws: problem) { try rules.node(at: text) }
    } else {
      #expect(try rules.node(at: text) == ServerURL(node: text))
    }
  }

  @Test("never lead from an unencrypted server to an encrypted one")
  func scheme() throws {
    let rules = MoveRules(home: try ServerURL("ws://127.0.0.1:7777"))
    #expect(throws: MoveProblem.otherHost) { try rules.node(at: "wss://127.0.0.1:7778") }
    #expect(try rules.node(at: "ws://127.0.0.1:7778").port == 7778)
  }

  @Test("are none for a client that was not told its address")
  func homeless() {
    let rules = MoveRules(home: nil)
    #expect(throws: MoveProblem.badAddress) { try rules.node(at: "wss://play.example.org") }
  }

  @Test("are three within ten seconds, beside three that are only announced")
  func often() throws {
    var rules = MoveRules(home: try ServerURL("wss://play.example.org"))
    for second in [0, 4, 8] { try rules.follow(at: start + .seconds(second)) }
    #expect(throws: MoveProblem.tooOften) { try rules.follow(at: start + .milliseconds(9_999)) }
    let announced = [0, 0, 0, 0].map { rules.anticipate(at: start + .seconds($0)) }
    #expect(announced == [true, true, true, false])
    // The one that was refused does not count.
    try rules.follow(at: start + .seconds(10))
    #expect(throws: MoveProblem.tooOften) { try rules.follow(at: start + .seconds(13)) }
    try rules.follow(at: start + .seconds(14))
  }
}
