// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Game
import MatchFixtures
import Testing

@testable import MatchUI

@Suite("Sentences about what happened", .timeLimit(.minutes(1)))
struct SentencesTests {
  private static let again = Event.Redealt(
    generation: 2, slots: [], leaves: [], playableAt: .zero)

  private func told(_ script: ScriptedMatch, to you: Int? = nil) -> [String] {
    let sentences = Sentences(you: you.map { SeatIndex($0) })
    return script.steps.compactMap {
      sentences.sentence(for: $0.entry, before: $0.before, after: $0.after)
    }
  }

  private func told(_ event: Event, in script: ScriptedMatch, to you: Int? = nil) -> String? {
    var script = script
    script.emit(event)
    guard let step = script.steps.last else { return nil }
    return Sentences(you: you.map { SeatIndex($0) })
      .sentence(for: step.entry, before: step.before, after: step.after)
  }

  @Test("A whole match reads as a story")
  func story() {
    var script = ScriptedMatch(faces: [28, 28, 32, 32])
    script.begin()
    script.deal()
    let first = script.view.seats[script.turnSeat.rawValue].player?.name ?? ""
    let other = first == "Ana" ? "Ben" : "Ana"
    script.choose(0, 2)
    script.choose(0, 1)
    script.choose(2, 3)
    script.pass(.seconds(1))
    let score = script.view.seats.map(\.score).max() ?? 0
    #expect(
      told(script) == [
        "A new match: 2 pairs, animals, memorize, 30 s per turn.",
        "Ana takes seat 1.", "Ana owns the room.", "Ben takes seat 2.",
        "Ana is ready.", "Ben is ready.",
        "Everyone is ready.",
        "4 cards are dealt, from A1 to B2.",
        "It is \(first)'s turn.",
        "\(first) turns A1: fox.", "\(first) turns A2: owl. No match.",
        "A1 and A2 are face down again.",
        "It is \(other)'s turn.",
        "\(other) turns A1: fox.", "\(other) finds the pair of foxes: +12, now 12 points.",
        "A1 and B1 are off the table.",
        "It is \(other)'s turn.",
        "\(other) turns A2: owl.", "\(other) finds the pair of owls: +12, now 24 points.",
        "A2 and B2 are off the table.",
        "The match is over. 1. \(other): \(score) points, 2 pairs. 2. \(first): 0 points, 0 pairs.",
      ])
  }

  @Test(
    "A freed seat is reported with the reason, if it is known",
    arguments: [
      (2, false, [], "Ben leaves seat 2.", "You leave seat 2."),
      (1, false, [], "Ana removes Ben from seat 2.", "Ana removes you from seat 2."),
      (nil, false, [], "Ben loses seat 2.", "You lose seat 2."),
      (
        nil, true, [], "Ben is not ready in time and loses seat 2.",
        "You are not ready in time and lose seat 2."
      ),
      (
        nil, true, [1], "Ben is not connected and loses seat 2.",
        "You are not connected and lose seat 2."
      ),
    ] as [(UInt32?, Bool, [Int], String, String)])
  func vacated(
    actor: UInt32?, isAnaReady: Bool, offline: [Int], toAna: String, toBen: String
  ) {
    var script = ScriptedMatch()
    if isAnaReady { script.emit(.readied(SeatIndex(0), entropyCommit: [])) }
    let before = script.view
    let entry = Entry(
      seq: before.seq + 1, at: before.at,
      cause: actor.map { Cause(actor: ActorNumber($0), request: RequestID(9)) },
      event: .vacated(SeatIndex(1)))
    var after = before
    after.apply(entry)
    var sentences = Sentences()
    sentences.offline = offline.map { SeatIndex($0) }
    #expect(sentences.sentence(for: entry, before: before, after: after) == toAna)
    sentences.you = SeatIndex(1)
    #expect(sentences.sentence(for: entry, before: before, after: after) == toBen)
    if actor == 1 {
      sentences.you = SeatIndex(0)
      #expect(
        sentences.sentence(for: entry, before: before, after: after)
          == "You remove Ben from seat 2.")
    }
  }

  @Test("A clock pause is reported if it was noticeable")
  func clockPause() {
    let script = ScriptedMatch()
    #expect(
      told(.clockAdjusted(givenBack: .milliseconds(12_400)), in: script)
        == "The match was paused for 12 seconds; nobody loses time.")
    #expect(
      told(.clockAdjusted(givenBack: .milliseconds(500)), in: script)
        == "The match was paused for 1 second; nobody loses time.")
    #expect(told(.clockAdjusted(givenBack: .milliseconds(499)), in: script) == nil)
  }

  @Test("A player is addressed as you")
  func you() {
    var script = ScriptedMatch()
    script.begin()
    script.deal()
    let seat = script.turnSeat.rawValue
    script.choose(0)
    script.choose(2)
    let sentences = told(script, to: seat).suffix(3)
    #expect(
      Array(sentences) == [
        "It is your turn.", "You turn A1: kangaroo.", "You turn C1: badger. No match.",
      ])
    #expect(
      told(.skipped(SeatIndex(seat)), in: script, to: seat)
        == "You are away and will be skipped.")
    #expect(told(.resigned(SeatIndex(seat)), in: script, to: seat) == "You resign.")
  }

  @Test("Cards seen before cost, and so does an idle turn")
  func costs() {
    var script = ScriptedMatch(["Ana"])
    script.begin()
    script.deal()
    script.choose(0, 2)
    script.choose(0)
    script.choose(2)
    #expect(told(script).last == "Ana turns C1: badger. No match: -2, now -2 points.")
    script.pass(.seconds(40))
    #expect(told(script).contains("Ana's time is up: -2, now -4 points."))
  }

  private static let table: [(Event, String?)] = [
    (
      .configured(MatchSettings(pairs: 4, turnLimit: .zero), theme: "food"),
      "The settings are now: 4 pairs, food, memorize, no turn limit."
    ),
    (.vacated(SeatIndex(1)), "Ben loses seat 2."),
    (.ownerChanged(ActorNumber(2)), "Ben owns the room."),
    (.ownerChanged(nil), nil), (.ownerChanged(ActorNumber(99)), nil),
    (.skipped(SeatIndex(0)), "Ana is away and will be skipped."),
    (.returned(SeatIndex(0)), "Ana is back."),
    (.consented(SeatIndex(1)), "Ben asks to restart the match."),
    (.shuffled(Event.Shuffled(seat: SeatIndex(1), permutation: [])), "Ben shuffles the cards."),
    (.shuffled(Event.Shuffled(seat: nil, permutation: [])), "The cards are shuffled."),
    (
      .shuffled(Event.Shuffled(seat: SeatIndex(1), redealt: Self.again)),
      "Ben shuffles blindly: the cards are gathered and dealt again, and nobody has seen any."
    ),
    (
      .shuffled(Event.Shuffled(seat: nil, redealt: Self.again)),
      "The cards are gathered and dealt again, and nobody has seen any."
    ),
    (
      .stalemateWarning(turnsLeft: 2),
      "Nobody finds anything new: in 2 turns the match ends in a stalemate."
    ),
    (
      .ended(Event.Ended(standings: [], reason: .stalemate, seed: [], entropies: [])),
      "The match ends in a stalemate; nobody gets the remaining pairs."
    ),
    (.resigned(SeatIndex(1)), "Ben resigns."), (.unrecognized, nil),
    (.settled(Event.Settled()), nil),
    (
      .ended(Event.Ended(standings: [], reason: .restarted, seed: [], entropies: [])),
      "The match ends because everyone asked for a restart."
    ),
    (
      .ended(Event.Ended(standings: [], reason: .abandoned, seed: [], entropies: [])),
      "The match ends because nobody is left to play."
    ),
    (
      .ended(Event.Ended(standings: [], reason: .aborted, seed: [], entropies: [])),
      "The match could not begin: a player did not reveal their share of the deal."
    ),
    (
      .ended(Event.Ended(standings: [], reason: .resigned, seed: [], entropies: [])),
      "The match is over: only one player is left."
    ),
    (
      .skipped(SeatIndex(1), standIn: Player(name: "Robo", isBot: true)),
      "Ben is away; Robo plays in the meantime."
    ),
    // Nobody there, nothing there: still a sentence, and no trap.
    (.resigned(SeatIndex(-4)), "Seat -3 resigns."),
    (
      .turnBegan(Event.TurnBegan(seat: SeatIndex(.max), deadline: nil)),
      "It is Seat \(Int.min)'s turn."
    ),
    (
      .seated(
        Event.Seated(
          seat: SeatIndex(0), player: Player(name: "\u{1b}]0;x\u{7}"), actor: ActorNumber(9))),
      "]0;x takes seat 1."
    ),
    (
      .flipped(
        Event.Flipped(
          seat: SeatIndex(0), card: CardID(rawValue: 77), face: Face(-1), salt: [], revealAt: .zero,
          judgedAt: .zero, bonus: Bonus(remainingMilliseconds: 0), outcome: .match)),
      "Ana finds the pair of face -1."
    ),
  ]

  @Test("In zen a turn is anyone's, and the end tells how many turns it took")
  func zen() {
    let script = ScriptedMatch(settings: MatchSettings(mode: .zen, theme: "animals"))
    let turn = Event.TurnBegan(seat: SeatIndex(0), deadline: nil)
    #expect(told(.turnBegan(turn), in: script) == "It is Ana's turn, or anyone's.")
    let standing = Standing(
      rank: 1, seat: SeatIndex(0), player: Player(name: "Ana"), score: 0, pairs: 4)
    let ended = Event.Ended(standings: [standing], reason: .finished, seed: [], entropies: [])
    let end = told(.ended(ended), in: script)
    #expect(end?.hasPrefix("The match is over. All pairs in ") == true)
    #expect(end?.hasSuffix("on average. 1. Ana: 4 pairs.") == true)
  }

  @Test("Everything else that can happen", arguments: table)
  func everythingElse(event: Event, sentence: String?) {
    #expect(told(event, in: ScriptedMatch()) == sentence)
  }
}
