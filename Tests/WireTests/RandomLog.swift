// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Game
import MatchFixtures

/// Draws entries of a room that looks like one: cards are dealt before they are turned, those that
/// are up settle, matches end and open again, and anything else happens in between.
struct RandomLog {
  private var random: SplitMix64
  private(set) var view: MatchView

  /// A log from its beginning, or one that continues `view`.
  init(seed: UInt64, goingOnFrom view: MatchView = MatchView()) {
    random = SplitMix64(seed: seed)
    self.view = view
  }

  /// The next entry, folded into `view`.
  mutating func next() -> Entry {
    let entry = Entry(
      seq: view.seq + 1,
      at: view.at + .microseconds(Int.random(in: 0...3_000_000, using: &random)),
      cause: Bool.random(using: &random)
        ? Cause(actor: actor(), request: RequestID(random.next() >> 8)) : nil,
      event: event())
    view.apply(entry)
    return entry
  }

  private mutating func event() -> Event {
    guard view.seq > 0 else { return opened() }
    if Int.random(in: 0..<3, using: &random) == 0 { return aside() }
    switch view.phase {
    case .waiting:
      return Bool.random(using: &random) ? readied() : committed()
    case .committing:
      return .revealed(seat(), entropy: random.bytes(Bool.random(using: &random) ? 32 : 0))
    case .undealt: return dealt()
    case .dealing: return turnBegan()
    case .playing: return played()
    case .ended: return opened()
    }
  }

  /// Something that may happen at any time.
  private mutating func aside() -> Event {
    switch Int.random(in: 0..<10, using: &random) {
    case 0: return .vacated(seat())
    case 1: return .skipped(seat())
    case 2: return .returned(seat())
    case 3: return .consented(seat())
    case 4: return .resigned(seat())
    case 5: return .ownerChanged(Bool.random(using: &random) ? actor() : nil)
    case 6: return .configured(settings(), theme: "sports")
    case 7: return .unrecognized
    case 8:
      return .clockAdjusted(
        givenBack: .microseconds(Int.random(in: 0...90_000_000, using: &random)))
    default:
      return .seated(Event.Seated(seat: seat(), player: player(), actor: actor()))
    }
  }

  private mutating func played() -> Event {
    if view.faceUp.count == 2 { return settled() }
    switch Int.random(in: 0..<12, using: &random) {
    case 0: return ended()
    case 1: return turnExpired()
    case 2: return turnBegan()
    case 4: return .stalemateWarning(turnsLeft: Int.random(in: 0...9, using: &random))
    case 3 where Bool.random(using: &random):
      let left = view.cards.filter { $0.state != .cleared }.map { $0.id.slot }
      return .shuffled(
        Event.Shuffled(
          seat: Bool.random(using: &random) ? seat() : nil,
          redealt: Event.Redealt(
            generation: view.generation + 1, slots: left.shuffled(using: &random),
            leaves: left.map { _ in random.bytes(32) }, playableAt: view.at + .seconds(4))))
    case 3:
      return .shuffled(
        Event.Shuffled(
          seat: Bool.random(using: &random) ? seat() : nil,
          permutation: Array(0..<(view.rows * view.columns)).shuffled(using: &random)))
    default: return flipped()
    }
  }

  private mutating func opened() -> Event {
    .opened(
      Event.Opened(
        matchID: "m-\(random.next() % 1000)", settings: settings(), theme: "animals"))
  }

  private mutating func readied() -> Event {
    .readied(seat(), entropyCommit: random.bytes(Bool.random(using: &random) ? 32 : 0))
  }

  private mutating func committed() -> Event {
    .committed(
      Event.Committed(
        seedCommit: random.bytes(32), entropyCommits: view.seats.map { $0.entropyCommit }))
  }

  private mutating func dealt() -> Event {
    let columns = Int.random(in: 2...8, using: &random)
    let rows = 2 * Int.random(in: 1...4, using: &random)
    let count = rows * columns - (Bool.random(using: &random) ? 2 : 0)
    return .dealt(
      Event.Dealt(
        generation: view.generation + 1, slots: Array(0..<count).shuffled(using: &random),
        rows: rows, columns: columns,
        turnOrder: view.seats.indices.map(SeatIndex.init).shuffled(using: &random),
        leaves: (0..<count).map { _ in random.bytes(32) },
        stagger: .microseconds(Int.random(in: 0...100_000, using: &random)),
        duration: .milliseconds(400), playableAt: view.at + .seconds(3)))
  }

  private mutating func turnBegan() -> Event {
    .turnBegan(
      Event.TurnBegan(
        seat: seat(), deadline: Bool.random(using: &random) ? view.at + .seconds(30) : nil))
  }

  private mutating func flipped() -> Event {
    let down = view.cards.filter { $0.state == .down }
    guard let card = down.randomElement(using: &random) else { return ended() }
    let outcomes: [Event.Flipped.Outcome] = view.faceUp.isEmpty ? [.first] : [.match, .mismatch]
    let isRunning = Bool.random(using: &random)
    return .flipped(
      Event.Flipped(
        seat: seat(), card: card.id, face: Face(Int.random(in: 0..<32, using: &random)),
        salt: random.bytes(16), revealAt: view.at + .milliseconds(180), judgedAt: view.at,
        refund: .microseconds(Int.random(in: 0...800_000, using: &random)),
        bonus: Bonus(
          remainingMilliseconds: Int64.random(in: 0...30_000, using: &random),
          runningSince: isRunning ? view.at : nil),
        outcome: outcomes.randomElement(using: &random) ?? .first, scoreChanges: scores()))
  }

  private mutating func settled() -> Event {
    let up = view.faceUp
    return .settled(
      Bool.random(using: &random)
        ? Event.Settled(turnedBack: up) : Event.Settled(cleared: up))
  }

  private mutating func turnExpired() -> Event {
    .turnExpired(
      Event.TurnExpired(
        seat: seat(), judgedAt: view.at, refund: .milliseconds(12), scoreChanges: scores()))
  }

  private mutating func ended() -> Event {
    .ended(
      Event.Ended(
        standings: view.seats.indices.map { index in
          Standing(
            rank: index + 1, seat: SeatIndex(index), player: player(),
            score: Int.random(in: -50...200, using: &random), pairs: index)
        },
        reason: Event.Ended.Reason.allCases.randomElement(using: &random) ?? .finished,
        seed: random.bytes(32), entropies: view.seats.map { $0.entropy ?? [] }))
  }

  private mutating func scores() -> [ScoreChange] {
    (0..<Int.random(in: 0...2, using: &random)).map { _ in
      ScoreChange(
        seat: seat(), card: view.cards.randomElement(using: &random)?.id,
        delta: Int.random(in: -2...62, using: &random),
        bonus: Int.random(in: 0...60, using: &random),
        total: Int.random(in: -100...999, using: &random))
    }
  }

  private mutating func seat() -> SeatIndex {
    SeatIndex(Int.random(in: 0..<SeatIndex.limit, using: &random))
  }

  private mutating func actor() -> ActorNumber {
    ActorNumber(UInt32.random(in: 1...40, using: &random))
  }

  private mutating func player() -> Player {
    Player(
      name: ["Ada", "Božena", "Zoë 🎈", "李白"].randomElement(using: &random) ?? "Ada",
      id: Bool.random(using: &random) ? "p-1" : nil, isBot: Bool.random(using: &random))
  }

  private mutating func settings() -> MatchSettings {
    MatchSettings(
      pairs: Int.random(in: 2...32, using: &random),
      seats: Int.random(in: 1...8, using: &random),
      mode: MatchSettings.Mode.allCases.randomElement(using: &random) ?? .memorize,
      turnLimit: .milliseconds(Int.random(in: 0...120_000, using: &random)),
      bonusLimit: .milliseconds(Int.random(in: 0...30_000, using: &random)),
      shuffle: MatchSettings.Shuffle.allCases.randomElement(using: &random) ?? .off,
      audience: MatchSettings.Audience.allCases.randomElement(using: &random) ?? .public)
  }
}
