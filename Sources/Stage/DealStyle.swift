// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Game
import Interpolation

/// Where cards are dealt from, and return to at a restart.
///
/// A viewer's visual preference: when a card flies and where it lands follow from the log.
public enum DealStyle: Hashable, Sendable {
  /// From the deck in the middle of the table.
  case fromDeck
  /// Each card from a place of its own outside the table, a pure function of `seed`, the card's
  /// identity and the table's size. There is no visible deck.
  case fromPlaces(seed: UInt64)

  /// The distance of these places from the table, in table units: out of sight.
  private static let distance = 4.5...9.0

  /// Where `card` waits before it is dealt to `table`.
  func origin(of card: CardID, on table: Table) -> Point {
    guard case .fromPlaces(let seed) = self else { return table.centre }
    var state = seed &+ UInt64(card.rawValue) &* 0xd134_2543_de82_ef95
    let range = Self.distance
    let margin =
      range.lowerBound + (range.upperBound - range.lowerBound) * Self.draw(&state)
    // A uniformly distributed point on a rectangle around the table.
    let (width, height) = (table.width + 2 * margin, table.height + 2 * margin)
    var way = (2 * width + 2 * height) * Self.draw(&state)
    var point = Point(x: -margin, y: -margin)
    for (side, length) in [width, height, width, height].enumerated() {
      let step = min(way, length)
      switch side {
      case 0: point.x += step
      case 1: point.y += step
      case 2: point.x -= step
      default: point.y -= step
      }
      way -= step
      if way <= 0 { break }
    }
    assert(
      point.x < 0 || point.y < 0 || point.x > table.width || point.y > table.height,
      "A card that does not come from the deck waits outside the table.")
    return point
  }

  /// The next number in 0..<1 by SplitMix64; nothing secret depends on it.
  private static func draw(_ state: inout UInt64) -> Double {
    state &+= 0x9e37_79b9_7f4a_7c15
    var bits = state
    bits = (bits ^ (bits >> 30)) &* 0xbf58_476d_1ce4_e5b9
    bits = (bits ^ (bits >> 27)) &* 0x94d0_49bb_1331_11eb
    bits ^= bits >> 31
    return Double(bits >> 11) * 0x1p-53
  }
}
