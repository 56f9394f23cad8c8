// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Game
import Interpolation

/// One deal: the table it lies on and its cards, in the order they leave the deck.
struct StagedDeal {
  /// When its first card starts.
  let beganAt: ServerTime
  /// When its cards began to go back to the deck; nil while they lie.
  var endedAt: ServerTime?
  /// Where the places are.
  let table: Table
  /// The cards, by their turn.
  var cards: [StagedCard] = []

  /// The longest stagger and flight of a deal that are believed, in microseconds.
  private static let longestFlight: Int64 = 10_000_000

  /// The deal of `view`, with every card on its way to where it is by then.
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
    for (turn, slot) in order.enumerated() {
      let card = view.cards[slot]
      // What had left before the deck was dealt again is not in it.
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

  /// Whether anything of it is to be seen at `time` by who wants to see `motion`.
  func isShown(at time: ServerTime, _ motion: MotionPreference) -> Bool {
    guard beganAt <= time, let endedAt else { return beganAt <= time }
    return time < endedAt || cards.contains { $0.isShown(at: time, motion) }
  }
}
