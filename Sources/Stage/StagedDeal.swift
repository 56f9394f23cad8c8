// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Game
import Interpolation

/// One deal: its table, and its cards in the order in which they leave the deck.
struct StagedDeal {
  /// When its first card leaves the deck.
  let beganAt: ServerTime
  /// When its cards start to return to the deck; nil while unknown.
  var endedAt: ServerTime?
  /// The table it is dealt to.
  let table: Table
  /// The cards, in order of the deal.
  var cards: [StagedCard] = []

  /// The maximum stagger and flight in microseconds; longer ones are clamped.
  private static let longestFlight: Int64 = 10_000_000

  /// The deal of `view`, with every card flying to its current place.
  init(_ view: MatchView, _ timing: MatchView.DealTiming, _ style: DealStyle) {
    beganAt = timing.beganAt
    table = Table(rows: view.rows, columns: view.columns)
    let stagger = min(max(timing.stagger.wholeMicroseconds, 0), Self.longestFlight)
    let flight = min(max(timing.duration.wholeMicroseconds, 0), Self.longestFlight)
    let end = max(timing.playableAt, beganAt)
    var order: [Int] = []
    for slot in view.dealOrder + Array(view.cards.indices)
    where view.cards.indices.contains(slot) && !order.contains(slot) {
      order.append(slot)
    }
    assert(order.count == view.cards.count, "Every slot is dealt exactly once.")
    for (turn, slot) in order.enumerated() {
      let card = view.cards[slot]
      // Cards cleared before a blind shuffle are not dealt again.
      guard card.state != .cleared || card.changedAt > beganAt else { continue }
      guard let place = table.centre(of: card.place) else { continue }
      let start = min(beganAt + .microseconds(stagger * Int64(turn)), end)
      let length = min(max((end - start).wholeMicroseconds, 0), flight)
      cards.append(
        StagedCard(
          card.id, turn: turn, from: style.origin(of: card.id, on: table), to: place, at: start,
          flight: Double(length) / 1e6))
    }
  }

  /// Whether any card of it is visible at `time` under a motion preference.
  func isShown(at time: ServerTime, _ motion: MotionPreference) -> Bool {
    guard beganAt <= time, let endedAt else { return beganAt <= time }
    return time < endedAt || cards.contains { $0.isShown(at: time, motion) }
  }
}
