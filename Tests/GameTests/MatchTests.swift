// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Game
import MatchFixtures
import Testing

/// Invariants of every match, checked on many random ones; a failure names the seed.
@Suite("Match", .timeLimit(.minutes(1)))
struct MatchTests {
  private static let seeds = Array(UInt64(1)...150)

  private func played(_ seed: UInt64) -> RandomMatch {
    var match = RandomMatch(seed: seed)
    match.play()
    return match
  }

  @Test("ends, whoever falls silent, resigns or leaves", arguments: seeds)
  func ends(seed: UInt64) throws {
    let match = played(seed)
    #expect(match.view.phase == .ended)
    #expect(match.match.nextWake(lead: ScriptedMatch.lead) == nil)
    let standings = match.view.standings
    #expect(standings.map(\.seat).sorted() == (0..<match.settings.seats).map(SeatIndex.init))
    #expect(standings.map(\.rank) == standings.map(\.rank).sorted())
    if match.view.endReason == .finished {
      #expect(standings.map(\.pairs).reduce(0, +) == match.settings.pairs)
    }
  }

  @Test("is tried in every way: all ends, and all that can happen on the way")
  func variety() {
    let matches = Self.seeds.map { played($0) }
    #expect(Set(matches.map(\.view.endReason)) == [.finished, .resigned, .abandoned])
    let events = matches.flatMap { $0.entries.map { "\($0.event)".prefix { $0 != "(" } } }
    let expected: Set<Substring> = [
      "skipped", "returned", "revealed", "dealt", "turnBegan", "flipped", "settled", "shuffled",
      "turnExpired", "resigned", "vacated", "ended",
    ]
    #expect(Set(events).isSuperset(of: expected))
  }

  @Test("numbers its entries without gaps and never goes back in time", arguments: seeds)
  func order(seed: UInt64) {
    let entries = played(seed).entries
    #expect(entries.map(\.seq) == Array(1...UInt64(entries.count)))
    #expect(zip(entries, entries.dropFirst()).allSatisfy { $0.at <= $1.at })
  }

  @Test("announces nothing before the present", arguments: seeds)
  func present(seed: UInt64) {
    for step in played(seed).steps {
      #expect(step.entries.allSatisfy { $0.at >= step.moment.now }, "\(step.act)")
    }
  }

  @Test(
    "restored from entries and sealed record resumes identically, from every step", arguments: seeds
  )
  func folds(seed: UInt64) {
    let match = played(seed)
    var folded = match.opened()
    for (index, step) in match.steps.enumerated() {
      let decision = RandomMatch.decide(step.act, on: folded, at: step.moment)
      #expect(decision.entries == step.entries, "Step \(index), \(step.act)")
      #expect(decision.sealed == step.sealed)
      if let sealed = step.sealed { folded.apply(sealed) }
      for entry in step.entries { folded.apply(entry) }
    }
    #expect(folded.view == match.view)
  }

  @Test("moves only cards that are on the table, each to a place of its own", arguments: seeds)
  func shuffles(seed: UInt64) {
    var view = MatchView()
    for entry in played(seed).entries {
      if case .shuffled(let shuffled) = entry.event, shuffled.redealt == nil {
        let places = 0..<(view.rows * view.columns)
        #expect(shuffled.permutation.sorted() == Array(places))
        let taken = Set(view.cards.filter { $0.state != .cleared }.map(\.place))
        for place in places where !taken.contains(place) {
          #expect(shuffled.permutation[place] == place)
        }
      }
      view.apply(entry)
      let places = view.cards.filter { $0.state != .cleared }.map(\.place)
      #expect(Set(places).count == places.count, "No two cards share a place.")
    }
  }

  @Test("shows a face only of cards that are up or have left", arguments: seeds)
  func secrets(seed: UInt64) {
    var view = MatchView()
    for entry in played(seed).entries {
      view.apply(entry)
      #expect(view.cards.allSatisfy { ($0.face == nil) == ($0.state == .down) })
      if view.phase != .ended { #expect(view.seed.isEmpty) }
    }
  }

  @Test("opens at the end the seed and the shares that its cards were dealt from", arguments: seeds)
  func verifiable(seed: UInt64) throws {
    let match = played(seed)
    guard
      case .ended(let ended)? = match.entries.last(where: {
        if case .ended = $0.event { true } else { false }
      })?.event
    else {
      Issue.record("The match never ended.")
      return
    }
    let fair = match.match.fair
    #expect(fair.seedCommit(ended.seed) == match.view.seedCommit)
    var deck = fair.deck(
      seed: ended.seed, entropies: ended.entropies, pairs: match.settings.pairs)
    var view = MatchView()
    for entry in match.entries {
      view.apply(entry)
      switch entry.event {
      case .dealt(let dealt): #expect(deck.leaves == dealt.leaves)
      case .shuffled(let shuffled) where shuffled.redealt != nil:
        deck = fair.redeal(
          deck,
          FairDeal.Redeal(
            seed: ended.seed, entropies: ended.entropies, epoch: UInt32(view.shuffleCount),
            pairs: match.settings.pairs, slots: shuffled.redealt?.slots ?? []))
        #expect(deck.leaves == view.leaves)
      case .flipped(let flip):
        let slot = flip.card.slot
        #expect(deck.faces[slot] == flip.face)
        #expect(fair.leaf(slot: slot, face: flip.face, salt: flip.salt) == view.leaves[slot])
      default: break
      }
    }
  }

  @Test("traps on a sealed record of another match")
  func sealedOfAnother() async {
    await #expect(processExitsWith: .failure) {
      var match = Match(dealer: .fair(.toy))
      match.apply(SealedRecord(matchID: "another", seed: []))
    }
  }
}
