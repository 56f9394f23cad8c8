// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Game
import Testing

@Suite("Dealing", .timeLimit(.minutes(1)))
struct DecisionDealingTests {
  private func undealt(_ settings: MatchSettings = MatchSettings()) -> ScriptedMatch {
    var match = ScriptedMatch(settings)
    match.decide { $0.commit(seed: [1]) }
    return match
  }

  private func deal(_ match: inout ScriptedMatch) -> Refusal? {
    refusal { () throws(Refusal) in
      try match.decide { decision throws(Refusal) in try decision.deal() }
    }
  }

  @Test("starts a lead ahead and is playable when the last card lies", arguments: [2, 3, 8, 32])
  func timing(pairs: Int) throws {
    var match = undealt(MatchSettings(pairs: pairs))
    #expect(deal(&match) == nil)
    let timing = try #require(match.view.deal)
    #expect(timing.beganAt == match.now + ScriptedMatch.lead)
    #expect(timing.stagger.wholeMicroseconds == 2_000_000 / Int64(pairs * 2))
    #expect(timing.stagger == .microseconds(timing.stagger.wholeMicroseconds))
    #expect(
      timing.playableAt == timing.beganAt + timing.stagger * (pairs * 2 - 1) + .milliseconds(500))
    #expect(match.nextWake == timing.playableAt - ScriptedMatch.lead)
    #expect(match.view.phase == .dealing)
    match.advance(to: timing.playableAt - ScriptedMatch.lead)
    #expect(match.view.phase == .playing)
    #expect(match.view.turn?.beganAt == timing.playableAt)
  }

  @Test("lays every slot on a board it fits, with a leaf each and no face")
  func lays() throws {
    var match = undealt(MatchSettings(pairs: 7, seats: 3))
    #expect(deal(&match) == nil)
    let view = match.view
    #expect(view.dealOrder.sorted() == Array(0..<14))
    #expect(view.cards.map(\.place) == Array(0..<14))
    #expect(view.rows * view.columns >= 14)
    #expect(view.leaves == match.match.deck?.leaves)
    #expect(view.cards.allSatisfy { $0.face == nil && $0.state == .down })
    #expect(view.cards.allSatisfy { $0.bonus.remainingMilliseconds == 6000 })
    #expect(view.turnOrder.sorted() == (0..<3).map(SeatIndex.init))
    #expect(view.generation == 1)
  }

  @Test("happens by itself ten seconds after the last commitment was opened")
  func byItself() {
    var match = undealt()
    #expect(match.nextWake == match.now + .seconds(10))
    match.advance(by: .seconds(10))
    #expect(match.view.phase == .dealing)
  }

  @Test("is refused unless the deck is waiting to be dealt")
  func refused() throws {
    var waiting = ScriptedMatch()
    #expect(deal(&waiting)?.code == .playNotUndealt)
    var dealt = undealt()
    #expect(deal(&dealt) == nil)
    #expect(deal(&dealt)?.code == .playNotUndealt)
    var playing = try started()
    #expect(deal(&playing)?.code == .playNotUndealt)
  }

  @Test("draws another order of turns from another seed")
  func turnOrder() {
    var orders: Set<[SeatIndex]> = []
    for seed in 0..<20 {
      var match = ScriptedMatch(MatchSettings(seats: 3))
      match.decide { $0.commit(seed: [UInt8(seed)]) }
      #expect(deal(&match) == nil)
      orders.insert(match.view.turnOrder)
    }
    #expect(orders.count > 3)
  }

  @Test("shuffles visibly: cards keep identity, seen mark and bonus, and the turn continues")
  func shuffles() throws {
    var match = try started(MatchSettings(seats: 1), faces: Array(0..<8) + Array(0..<8))
    try match.turn(0, 1)
    try match.turn(2, 10)
    let before = match.view
    try match.decide { decision throws(Refusal) in try decision.shuffle(by: SeatIndex(0)) }
    let after = match.view
    #expect(after.turn == before.turn)
    #expect(after.seats[0].hasShuffled)
    #expect(after.shuffleCount == 1)
    var moved = 0
    for (old, new) in zip(before.cards, after.cards) {
      if old.place != new.place { moved += 1 }
      var same = new
      same.place = old.place
      #expect(same == old, "A card changes nothing but its place.")
    }
    #expect(moved > 3)
    #expect(after.cards[2].place == 2 && after.cards[10].place == 10, "Who has left stays away.")
  }

  @Test("shuffles anew each time, once for each seat")
  func eachSeat() throws {
    var match = try started(MatchSettings(turnLimit: .seconds(5)))
    var permutations: [[Int]] = []
    for _ in 0..<2 {
      let seat = try #require(match.view.turn?.seat)
      let entries = try match.decide { decision throws(Refusal) in
        try decision.shuffle(by: seat)
      }
      guard case .shuffled(let shuffled)? = entries.first?.event else { continue }
      #expect(shuffled.seat == seat)
      permutations.append(shuffled.permutation)
      match.advance(to: try #require(match.view.turn?.deadline))
      match.advance(to: match.view.at)
    }
    #expect(permutations.count == 2)
    #expect(Set(permutations).count == 2)
  }
}
