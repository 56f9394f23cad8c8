// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Game
import Testing

@Suite("Between turns", .timeLimit(.minutes(1)))
struct DecisionBetweenTurnsTests {
  private static let faces = [0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5]

  private func match(
    _ every: Int = 4, mode: MatchSettings.Mode = .classic, seats: Int = 2
  ) throws -> ScriptedMatch {
    try started(
      MatchSettings(seats: seats, mode: mode, shuffleEvery: every), faces: Self.faces)
  }

  private func shuffles(_ match: ScriptedMatch) -> [(Entry, Event.Shuffled)] {
    match.entries.compactMap { entry in
      if case .shuffled(let shuffled) = entry.event { (entry, shuffled) } else { nil }
    }
  }

  @Test("the cards change places whenever so many turns have passed on")
  func periodic() throws {
    // In zen, where turning the same cards again and again is no stalemate.
    var match = try match(mode: .zen)
    for turn in 1...12 {
      try match.turn(0, 2)
      #expect(shuffles(match).count == turn / 4, "after \(turn) turns")
    }
    for (entry, shuffled) in shuffles(match) {
      #expect(shuffled.seat == nil && entry.cause == nil)
      #expect(shuffled.permutation.sorted() == Array(shuffled.permutation.indices))
    }
    #expect(match.view.shuffleCount == 3)
    #expect(!match.view.seats.contains { $0.hasShuffled })
  }

  @Test("no card is up then, and the next turn begins when they lie")
  func between() throws {
    var match = try match()
    for _ in 0..<4 { try match.turn(0, 2) }
    let index = try #require(
      match.entries.firstIndex { if case .shuffled = $0.event { true } else { false } })
    guard case .settled = match.entries[index - 1].event,
      case .turnBegan(let turn) = match.entries[index + 1].event
    else {
      Issue.record("\(match.entries[(index - 1)...])")
      return
    }
    let start = match.entries[index + 1].at
    #expect(start == match.entries[index].at + Pace.shuffle)
    #expect(turn.deadline == start + match.view.settings.turnLimit)
    let early = refusal { () throws(Refusal) in
      try match.choose(0, received: start - .milliseconds(1))
    }
    #expect(early?.code == .playTooEarly)
    match.advance(to: start)
    try match.choose(0, received: start)
  }

  @Test("a turn that a match keeps is still the same, but for one flip")
  func keeping() throws {
    var classic = try match()
    for _ in 0..<3 { try classic.turn(0, 2) }
    try classic.turn(4, 5)
    #expect(shuffles(classic).isEmpty)
    try classic.turn(0, 2)
    #expect(shuffles(classic).count == 1)

    var oneFlip = try match(mode: .oneFlip)
    for _ in 0..<3 { try oneFlip.turn(0, 2) }
    try oneFlip.turn(4, 5)
    #expect(shuffles(oneFlip).count == 1)
  }

  @Test("turns that expire, and turns of players who leave, pass on too")
  func expired() throws {
    var match = try match(seats: 3)
    match.advance(by: .seconds(30))
    #expect(match.view.tally.sinceShuffle == 1)
    match.advance(to: match.view.at)
    try match.choose(0)
    match.advance(by: .seconds(40))
    #expect(match.view.tally.sinceShuffle == 2)
    let seat = try #require(match.view.turn?.seat)
    match.decide { $0.skip(seat) }
    #expect(match.view.tally.sinceShuffle == 3)
    let next = try #require(match.view.turn?.seat)
    try match.decide { decision throws(Refusal) in try decision.resign(next) }
    #expect(shuffles(match).count == 1)
    #expect(match.view.tally.sinceShuffle == 0)
  }

  @Test("players cannot shuffle when shuffles are automatic")
  func refused() throws {
    var match = try match()
    let seat = try #require(match.view.turn?.seat)
    let refusal = refusal { () throws(Refusal) in
      try match.decide { decision throws(Refusal) in try decision.shuffle(by: seat) }
    }
    #expect(refusal == Refusal(.playShuffleOff))
  }

  @Test("with shuffling by hand nothing shuffles by itself")
  func byHand() throws {
    var match = try match(0, mode: .zen)
    for _ in 0..<40 { try match.turn(0, 2) }
    #expect(shuffles(match).isEmpty)
  }
}
