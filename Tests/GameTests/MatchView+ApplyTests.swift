// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Game
import MatchFixtures
import Testing

/// Entries as a faulty or hostile server might send them.
private struct HostileEntries {
  var random: SplitMix64

  private mutating func integer() -> Int {
    random.pick([.min, -1, 0, 1, 2, 3, 7, 8, 63, 64, 65, 1 << 40, .max])
  }

  private mutating func time() -> ServerTime {
    ServerTime(
      microseconds: random.pick([.min, -1, 0, 1, 1_000_000_000, 1_000_500_000, .max - 1, .max]))
  }

  private mutating func duration() -> Duration {
    .microseconds(random.pick([Int64.min, -1, 0, 1, 30_000_000, .max]))
  }

  private mutating func seat() -> SeatIndex { SeatIndex(random.pick([0, 1, 2, integer()])) }

  private mutating func card() -> CardID {
    CardID(rawValue: random.pick([64, 65, 66, 67, 0, 63, 128, .max, .max - 1]))
  }

  private mutating func cards() -> [CardID] { (0..<random.below(4)).map { _ in card() } }

  private mutating func bytes() -> [UInt8] { [UInt8](repeating: 7, count: random.below(70)) }

  private mutating func numbers() -> [Int] { (0..<random.below(90)).map { _ in integer() } }

  private mutating func settings() -> MatchSettings {
    MatchSettings(
      pairs: integer(), seats: random.pick([2, 3, integer()]),
      mode: random.pick(MatchSettings.Mode.allCases), turnLimit: duration(),
      bonusLimit: duration(), reveal: duration(), shuffleEvery: integer(), theme: "?",
      spectatorDelay: duration())
  }

  private mutating func changes() -> [ScoreChange] {
    (0..<random.below(3)).map { _ in
      ScoreChange(seat: seat(), card: card(), delta: integer(), bonus: integer(), total: integer())
    }
  }

  private mutating func flip() -> Event.Flipped {
    Event.Flipped(
      seat: seat(), card: card(), face: Face(integer()), salt: bytes(), revealAt: time(),
      judgedAt: time(), refund: duration(),
      bonus: Bonus(
        remainingMilliseconds: random.pick([.min, -1, 0, 6000, .max]),
        runningSince: random.pick([nil, time()])),
      outcome: random.pick(Event.Flipped.Outcome.allCases), scoreChanges: changes())
  }

  private mutating func deal() -> Event.Dealt {
    let slots = random.below(2) == 0 ? Array(0..<4) : numbers()
    return Event.Dealt(
      generation: random.pick([1, 1, 1, 0, .max]), slots: slots,
      rows: random.pick([2, integer()]), columns: random.pick([2, integer()]),
      turnOrder: [seat(), seat()], leaves: slots.map { _ in bytes() }, stagger: duration(),
      duration: duration(), playableAt: time())
  }

  mutating func event() -> Event {
    switch random.below(21) {
    case 0:
      return .opened(Event.Opened(matchID: "", settings: settings(), theme: ""))
    case 1:
      return .seated(
        Event.Seated(
          seat: seat(), player: Player(name: ""),
          actor: ActorNumber(random.pick([0, 1, .max]))))
    case 2: return .vacated(seat())
    case 3: return .ownerChanged(random.pick([nil, ActorNumber(.max)]))
    case 4: return .skipped(seat())
    case 5: return .returned(seat())
    case 6: return .configured(settings(), theme: "")
    case 7: return .readied(seat(), entropyCommit: bytes())
    case 8:
      return .committed(Event.Committed(seedCommit: bytes(), entropyCommits: [bytes()]))
    case 9: return .revealed(seat(), entropy: bytes())
    case 10: return .consented(seat())
    case 11: return .dealt(deal())
    case 12: return .turnBegan(Event.TurnBegan(seat: seat(), deadline: time()))
    case 13, 14: return .flipped(flip())
    case 15: return .settled(Event.Settled(turnedBack: cards(), cleared: cards()))
    case 16:
      let permutation = random.pick([[3, 2, 1, 0], [0, 0, 0, 0], numbers()])
      return .shuffled(Event.Shuffled(seat: seat(), permutation: permutation))
    case 17:
      return .turnExpired(
        Event.TurnExpired(
          seat: seat(), judgedAt: time(), refund: duration(), scoreChanges: changes()))
    case 18: return .resigned(seat())
    case 19: return .clockAdjusted(givenBack: duration())
    default:
      return .ended(
        Event.Ended(
          standings: [
            Standing(
              rank: integer(), seat: seat(), player: Player(name: ""), score: integer(),
              pairs: integer())
          ], reason: random.pick(Event.Ended.Reason.allCases), seed: bytes(), entropies: []))
    }
  }
}

@Suite("Folding entries into a view", .timeLimit(.minutes(1)))
struct MatchViewApplyTests {
  @Test("survives whatever entries say, within its bounds", arguments: UInt64(1)...200)
  func hostile(seed: UInt64) {
    var entries = HostileEntries(random: SplitMix64(seed: seed))
    var log = MatchLog()
    var at = ScriptedMatch.start
    for seq in 1...UInt64(150) {
      // From some point on the present is the end of time, where sums overflow.
      at = seq == 120 ? ServerTime(microseconds: .max) : at + .milliseconds(100)
      let isAdded = log.append(Entry(seq: seq, at: at, event: entries.event()))
      #expect(isAdded)
      let view = log.latest
      #expect(view.seats.count <= SeatIndex.limit)
      #expect(view.cards.count <= CardID.slotsPerGeneration)
      #expect(view.dealOrder.allSatisfy { view.cards.indices.contains($0) })
      #expect(view.leaves.count <= CardID.slotsPerGeneration)
      #expect(Set(view.cards.map(\.place)).count == view.cards.count)
      #expect(view.cards.allSatisfy { (0..<CardID.slotsPerGeneration).contains($0.place) })
      #expect(view.cards.allSatisfy { $0.bonus.remaining(at: at) >= 0 })
      if !view.cards.isEmpty { #expect((1...64).contains(view.rows)) }
      if !view.cards.isEmpty { #expect((1...64).contains(view.columns)) }
      #expect(view.card(at: view.rows - 1).map { $0.bonus.points(at: at) >= 0 } ?? true)
    }
    #expect(log.view(shownAt: .zero).seq <= log.latest.seq)
  }

  @Test("passes over events of a later protocol")
  func unrecognized() throws {
    let match = try started(faces: [0, 0, 1, 1])
    var view = match.view
    view.apply(Entry(seq: view.seq + 1, at: view.at, event: .unrecognized))
    var expected = match.view
    expected.seq += 1
    #expect(view == expected)
  }

  @Test("traps on a number out of order")
  func gap() async {
    await #expect(processExitsWith: .failure) {
      var view = MatchView()
      view.apply(Entry(seq: 2, at: .zero, event: .unrecognized))
    }
  }

  @Test("traps on a time that goes back")
  func backInTime() async {
    await #expect(processExitsWith: .failure) {
      var view = MatchView()
      view.apply(Entry(seq: 1, at: ServerTime(microseconds: -1), event: .unrecognized))
    }
  }
}
