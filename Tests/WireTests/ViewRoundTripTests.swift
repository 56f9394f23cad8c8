// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Game
import Protocol
import Testing
import Wire

@Suite("Views there and back", .timeLimit(.minutes(1)))
struct ViewRoundTripTests {
  /// Entries of one random log: enough for a few matches.
  private static let length = 120

  private func received(_ view: MatchView, through encoding: WireEncoding) throws -> MatchView? {
    let message = ServerMessage.joined(
      Joined(code: "A", roomID: "r", role: .spectator, base: view))
    guard case .joined(let joined) = try encoding.decodeServerMessage(encoding.encode(message))
    else { return nil }
    return joined.base
  }

  @Test(
    "a view is the same after encoding and decoding, at every point of a random log",
    arguments: UInt64(1)...6, WireEncoding.allCases)
  func everyPoint(_ seed: UInt64, _ encoding: WireEncoding) throws {
    var log = RandomLog(seed: seed)
    for _ in 0..<Self.length {
      _ = log.next()
      #expect(try received(log.view, through: encoding) == log.view)
    }
  }

  @Test(
    "entries fold onto a received view as they do onto the original",
    arguments: UInt64(11)...16, WireEncoding.allCases)
  func folding(_ seed: UInt64, _ encoding: WireEncoding) throws {
    var log = RandomLog(seed: seed)
    for _ in 0..<Int(seed) * 3 { _ = log.next() }
    var view = try #require(try received(log.view, through: encoding))
    for _ in 0..<Self.length {
      let entry = log.next()
      let message = try encoding.decodeServerMessage(encoding.encode(.entry(entry)))
      guard case .entry(let received) = message else {
        Issue.record("An entry came back as \(message).")
        return
      }
      view.apply(received)
      #expect(view == log.view)
    }
  }

  @Test("the random logs reach every phase and every event")
  func coverage() {
    var phases: Set<MatchView.Phase> = []
    var events: Set<Substring> = []
    for seed in UInt64(1)...16 {
      var log = RandomLog(seed: seed)
      for _ in 0..<Self.length {
        events.insert("\(log.next().event)".prefix { $0 != "(" })
        phases.insert(log.view.phase)
      }
    }
    #expect(phases == Set(MatchView.Phase.allCases))
    #expect(events.count == 22)
  }
}
