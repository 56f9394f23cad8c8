// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

package import Game

/// Statistics of a match and its players: a pure function of its record.
package struct MatchStatistics: Hashable, Sendable {
  /// The match's id.
  package let matchID: String
  /// The rules it was played by.
  package let settings: MatchSettings
  /// Why it ended.
  package let reason: Event.Ended.Reason
  /// From the first turn to the end.
  package let duration: Duration
  /// Every seat that played, best first.
  package private(set) var players: [PlayerStatistics]

  /// Computes the statistics of a match; O(n) in its entries.
  package init(of record: MatchRecord) {
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

/// One seat's turn, with one card or two.
struct CountedTurn: Hashable, Sendable {
  var seat: SeatIndex
  var cards: Int
  var isMatch: Bool
  /// How many cards had been shown since the first card's mate was; nil if the mate had never been
  /// shown, or only one card was turned.
  var distance: Int?
}

/// Follows a match's events and returns each turn in which a card was turned, once its cards
/// settle.
struct TurnCounter {
  /// A card that was shown, and its index among all cards shown.
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
      // In zen, another player may turn the second card, and then the turn counts as theirs.
      turn?.seat = flip.seat
      turn?.cards = 2
      turn?.isMatch = flip.outcome == .match
      turn?.distance = mateDistance
    }
    shown[flip.card.slot] = Showing(face: flip.face, index: count)
    count += 1
  }
}
