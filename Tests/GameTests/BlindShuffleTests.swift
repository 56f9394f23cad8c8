// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Game
import Testing

@Suite("Blind shuffles", .timeLimit(.minutes(1)))
struct BlindShuffleTests {
  private static let faces = [0, 0, 1, 1, 2, 2, 3, 3]

  private func match(every: Int = 0, faces: [Int] = faces) throws -> ScriptedMatch {
    try started(MatchSettings(shuffle: .blind, shuffleEvery: every), faces: faces)
  }

  @discardableResult
  private func shuffle(_ match: inout ScriptedMatch) throws -> Event.Redealt {
    let seat = try #require(match.view.turn?.seat)
    let entries = try match.decide { decision throws(Refusal) in try decision.shuffle(by: seat) }
    guard case .shuffled(let shuffled)? = entries.first?.event else {
      Issue.record("\(entries)")
      throw Refusal(.playNotPlaying)
    }
    #expect(shuffled.seat == seat && shuffled.permutation.isEmpty)
    return try #require(shuffled.redealt)
  }

  @Test("deals the remaining cards again under new identities, and nothing is known about them")
  func dealsAgain() throws {
    var match = try match()
    try match.turn(2, 4)
    try match.turn(0, 1)
    let before = match.view
    let redealt = try shuffle(&match)
    let view = match.view
    #expect(redealt.generation == before.generation + 1 && view.generation == redealt.generation)
    #expect(redealt.slots == [2, 3, 4, 5, 6, 7] && redealt.leaves.count == 6)
    #expect(view.cards.map(\.id.slot) == Array(0..<8) && view.cards.map(\.place) == Array(0..<8))
    #expect(view.cards.allSatisfy { $0.id.generation == redealt.generation })
    for card in view.cards.dropFirst(2) {
      #expect(card.state == .down && card.face == nil && !card.isSeen)
      #expect(card.bonus == Bonus(remainingMilliseconds: 6000))
    }
    #expect(view.cards[..<2].allSatisfy { $0.state == .cleared && $0.face == Face(0) })
    let faces = try #require(match.match.deck?.faces)
    #expect(faces.dropFirst(2).map(\.index).sorted() == [1, 1, 2, 2, 3, 3])
  }

  @Test("the turn begins again, with all its time, when the cards lie")
  func turn() throws {
    var match = try match()
    let turn = try #require(match.view.turn)
    match.advance(by: .seconds(20))
    let redealt = try shuffle(&match)
    let next = try #require(match.view.turn)
    #expect(next.seat == turn.seat && next.beganAt == redealt.playableAt)
    #expect(next.deadline == redealt.playableAt + .seconds(30))
    #expect(match.view.tally.sinceShuffle == 0)
    let early = refusal { () throws(Refusal) in
      try match.choose(2, received: redealt.playableAt - .milliseconds(1))
    }
    #expect(early?.code == .playTooEarly)
    match.advance(to: redealt.playableAt)
    try match.choose(2, received: redealt.playableAt)
  }

  @Test("an old identity is refused as a former card, and what was seen before is stale")
  func former() throws {
    var match = try match()
    let old = CardID(generation: match.view.generation, slot: 3)
    let seat = try #require(match.view.turn?.seat)
    let seq = match.view.seq
    let redealt = try shuffle(&match)
    #expect(match.view.lastTurningPoint > seq)
    match.advance(to: redealt.playableAt)
    let refusal = refusal { () throws(Refusal) in
      try match.decide { decision throws(Refusal) in try decision.choose(old, by: seat) }
    }
    #expect(refusal == Refusal(.playFormerCard))
  }

  @Test("a seat shuffles once; by themselves the cards are dealt again every so many turns")
  func moments() throws {
    var byHand = try match()
    let redealt = try shuffle(&byHand)
    byHand.advance(to: redealt.playableAt)
    let seat = try #require(byHand.view.turn?.seat)
    let refusal = refusal { () throws(Refusal) in
      try byHand.decide { decision throws(Refusal) in try decision.shuffle(by: seat) }
    }
    #expect(refusal == Refusal(.playShuffleUsed))

    var match = try match(every: 4)
    let first = match.view.generation
    for _ in 0..<4 {
      let faces = try #require(match.match.deck?.faces)
      let other = try #require(faces.indices.dropFirst().first { faces[$0] != faces[0] })
      try match.turn(0, other)
    }
    #expect(match.view.generation == first + 1)
    #expect(match.view.deal.map { $0.beganAt < $0.playableAt } == true)
    #expect(match.view.turn?.beganAt == match.view.deal?.playableAt)
  }

  @Test("nothing announced depends on where a card was before")
  func unlinked() throws {
    var told: Set<[Event]> = []
    for faces in [[0, 0, 1, 1, 2, 2, 3, 3], [0, 0, 3, 2, 1, 3, 2, 1], [0, 0, 2, 3, 3, 1, 1, 2]] {
      var match = try match(faces: faces)
      try match.turn(0, 1)
      let count = match.entries.count
      try shuffle(&match)
      told.insert(match.entries[count...].map(\.event))
    }
    #expect(told.count == 1)
  }

  @Test("each epoch has another order, and a match read back has the same")
  func replay() throws {
    var match = try started(MatchSettings(seats: 4, shuffle: .blind))
    var decks: [[Face]] = [try #require(match.match.deck?.faces)]
    for _ in 0..<4 {
      try shuffle(&match)
      match.advance(by: .seconds(40))
      decks.append(try #require(match.match.deck?.faces))
    }
    #expect(Set(decks).count == 5)
    var again = Match(dealer: match.match.dealer)
    let sealed = try #require(match.match.sealed)
    for entry in match.entries {
      if case .committed = entry.event { again.apply(sealed) }
      again.apply(entry)
    }
    #expect(again.deck == match.match.deck && again.view == match.view)
    #expect(again.view.leaves == again.deck?.leaves)
  }

  @Test("each card opens the commitment it was dealt again with")
  func leaves() throws {
    var match = try started(MatchSettings(shuffle: .blind))
    let redealt = try shuffle(&match)
    match.advance(to: redealt.playableAt)
    for entry in try match.choose(5) {
      guard case .flipped(let flip) = entry.event else { continue }
      let leaf = FairDeal.leaf(
        slot: 5, face: flip.face, salt: flip.salt, hashing: match.match.dealer.hashing)
      #expect(leaf == match.view.leaves[5] && leaf == redealt.leaves[5])
    }
  }

  @Test(
    "one that cannot be changes no card",
    arguments: [
      Event.Redealt(
        generation: 1, slots: [0, 1, 2, 3], leaves: [[], [], [], []], playableAt: .zero),
      Event.Redealt(
        generation: 9, slots: [0, 1, 2, 2], leaves: [[], [], [], []], playableAt: .zero),
      Event.Redealt(
        generation: 9, slots: [0, 1, 2, 9], leaves: [[], [], [], []], playableAt: .zero),
      Event.Redealt(generation: 9, slots: [0, 1, 2, 3], leaves: [], playableAt: .zero),
      Event.Redealt(generation: 9, slots: [], leaves: [], playableAt: .zero),
    ])
  func hostile(redealt: Event.Redealt) throws {
    var match = try match(faces: [0, 0, 1, 1])
    let before = match.view
    match.decide { $0.emit(.shuffled(Event.Shuffled(seat: nil, redealt: redealt))) }
    #expect(match.view.cards == before.cards && match.view.generation == before.generation)
  }
}
