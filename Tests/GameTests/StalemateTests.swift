// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Game
import Testing

@Suite("Stalemates", .timeLimit(.minutes(1)))
struct StalemateTests {
  private static let faces = [0, 0, 1, 1, 2, 2, 3, 3]

  /// A match in which two cards have been seen, and in which no progress need be made from here.
  private func match(
    seats: Int = 2, mode: MatchSettings.Mode = .classic, faces: [Int] = faces
  ) throws -> ScriptedMatch {
    var match = try started(MatchSettings(seats: seats, mode: mode), faces: faces)
    try match.turn(0, 2)
    return match
  }

  private func warnings(_ match: ScriptedMatch) -> [Int] {
    match.entries.compactMap { entry in
      if case .stalemateWarning(let turns) = entry.event { turns } else { nil }
    }
  }

  @Test(
    "come after four full rounds of nothing new, and are announced two turns ahead",
    arguments: [2, 3, 4])
  func rounds(seats: Int) throws {
    var match = try match(seats: seats)
    for turn in 1...(4 * seats) {
      #expect(match.view.phase == .playing)
      try match.turn(0, 2)
      #expect(warnings(match) == (turn < 4 * seats - 2 ? [] : [2]), "turn \(turn)")
      #expect(match.view.tally.quiet == turn)
    }
    #expect(match.view.endReason == .stalemate)
    #expect(match.view.standings.map(\.score).allSatisfy { $0 == 0 })
    #expect(match.nextWake == nil)
  }

  @Test("keep the points, and award the remaining pairs to nobody")
  func result() throws {
    var match = try match()
    try match.turn(6, 7)
    for _ in 0..<8 { try match.turn(0, 2) }
    #expect(match.view.endReason == .stalemate)
    #expect(match.view.standings.map(\.score) == [1, 0])
    #expect(match.view.standings.map(\.rank) == [1, 2])
    guard case .ended(let ended)? = match.entries.last?.event else {
      Issue.record("\(match.entries.suffix(2))")
      return
    }
    #expect(ended.seed.count == 32)
  }

  @Test("are put off by a card that nobody has seen, and by a match", arguments: [true, false])
  func putOff(isMatch: Bool) throws {
    var match = try match()
    for _ in 0..<7 { try match.turn(0, 2) }
    #expect(match.view.tally.untilStalemate == 1)
    if isMatch { try match.turn(0, 1) } else { try match.turn(2, 4) }
    #expect(match.view.tally.untilStalemate == nil && match.view.tally.quiet == 0)
    let (first, second) = isMatch ? (2, 4) : (0, 2)
    if isMatch { try match.turn(first, second) }
    for _ in 0..<7 { try match.turn(first, second) }
    #expect(match.view.phase == .playing && warnings(match) == [2, 2])
    try match.turn(first, second)
    #expect(match.view.endReason == .stalemate)
  }

  @Test("never come alone, nor in zen")
  func never() throws {
    var alone = try match(seats: 1)
    var zen = try match(mode: .zen)
    for _ in 0..<20 {
      try alone.turn(0, 2)
      try zen.turn(0, 2)
    }
    #expect(alone.view.phase == .playing && zen.view.phase == .playing)
    #expect(warnings(alone).isEmpty && warnings(zen).isEmpty)
  }

  @Test("never come once every card has been seen: somebody will remember")
  func allSeen() throws {
    var match = try match(faces: [0, 0, 1, 1])
    try match.turn(1, 3)
    for _ in 0..<20 { try match.turn(0, 2) }
    #expect(match.view.phase == .playing && warnings(match).isEmpty)
  }

  @Test("come no sooner than announced if a player resigns meanwhile, and not for a single player")
  func giveUp() throws {
    var match = try match(seats: 3)
    for _ in 0..<8 { try match.turn(0, 2) }
    let first = try #require(match.view.turn?.seat)
    // With two players left, eight turns are already four rounds.
    try match.decide { decision throws(Refusal) in try decision.resign(first) }
    #expect(warnings(match) == [2] && match.view.phase == .playing)
    match.advance(to: match.view.at)
    try match.turn(0, 2)
    #expect(match.view.phase == .playing)
    try match.turn(0, 2)
    #expect(match.view.endReason == .stalemate)

    var lonely = try self.match(seats: 2)
    let away = try #require(lonely.view.turnOrder.last)
    lonely.decide { $0.skip(away) }
    lonely.advance(to: lonely.view.at)
    for _ in 0..<20 { try lonely.turn(0, 2) }
    #expect(lonely.view.phase == .playing && warnings(lonely).isEmpty)
  }
}
