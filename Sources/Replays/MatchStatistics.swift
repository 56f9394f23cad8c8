// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

public import Game

/// What a match shows of how its players play: a pure function of its record.
public struct MatchStatistics: Hashable, Sendable {
  /// The match's name.
  public let matchID: String
  /// The rules it was played by.
  public let settings: MatchSettings
  /// Why it ended.
  public let reason: Event.Ended.Reason
  /// From the first turn until the end.
  public let duration: Duration
  /// Every seat that played, best first.
  public private(set) var players: [PlayerStatistics]

  /// Counts a match.
  public init(of record: MatchRecord) {
    matchID = record.matchID
    settings = record.settings
    reason = record.result.endReason ?? .abandoned
    players = record.result.standings.map(PlayerStatistics.init)
    var began: ServerTime?
    var counter = TurnCounter()
    for entry in record.entries {
      if case .turnBegan = entry.event, began == nil { began = entry.at }
      guard let turn = counter.read(entry.event) else { continue }
      if let index = players.firstIndex(where: { $0.seat == turn.seat }) {
        players[index].count(turn)
      }
    }
    duration = began.map { max(record.result.at - $0, .zero) } ?? .zero
  }
}

/// What a seat did in one turn: one card or two.
struct CountedTurn: Hashable, Sendable {
  var seat: SeatIndex
  var cards: Int
  var isMatch: Bool
  /// How many cards had been shown since the first card's mate was, where it had been; nil where
  /// nobody could know it, or no second card was turned.
  var distance: Int?
}

/// Takes a match's events and tells of each turn in which a card was turned, when its cards settle.
struct TurnCounter {
  /// A card that was shown, and as which of all that were.
  private struct Showing {
    var face: Face
    var index: Int
  }

  private var shown: [Int: Showing] = [:]
  private var count = 0
  private var turn: CountedTurn?
  private var mateDistance: Int?

  mutating func read(_ event: Event) -> CountedTurn? {
    switch event {
    case .dealt: shown = [:]
    case .shuffled(let shuffled) where shuffled.redealt != nil: shown = [:]
    case .flipped(let flip): turnUp(flip)
    case .settled(let settled):
      for card in settled.cleared { shown[card.slot] = nil }
      defer { turn = nil }
      return turn
    case .ended:
      defer { turn = nil }
      return turn
    default: break
    }
    return nil
  }

  private mutating func turnUp(_ flip: Event.Flipped) {
    if turn == nil {
      let mate = shown.first { $0.key != flip.card.slot && $0.value.face == flip.face }
      mateDistance = mate.map { count - $0.value.index - 1 }
      turn = CountedTurn(seat: flip.seat, cards: 1, isMatch: false)
    } else {
      // In zen somebody else may turn the second card, and answers for the turn.
      turn?.seat = flip.seat
      turn?.cards = 2
      turn?.isMatch = flip.outcome == .match
      turn?.distance = mateDistance
    }
    shown[flip.card.slot] = Showing(face: flip.face, index: count)
    count += 1
  }
}
