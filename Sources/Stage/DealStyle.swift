// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Game
import Interpolation

/// Where cards come from at the deal, and go back to at a restart.
///
/// It is a viewer's choice of pictures: when a card flies, and where it lands, is the log's.
public enum DealStyle: Hashable, Sendable {
  /// All from the deck on the table's middle.
  case fromDeck
  /// Each from a place of its own beyond the table's edge, drawn from `seed` and the card's
  /// identity, so that it is the same for whoever asks again. No deck lies on the table.
  case fromPlaces(seed: UInt64)

  /// How far beyond the table's edge such a place is: out of sight, in table units.
  private static let distance = 4.5...9.0

  /// Where `card` waits to be dealt to `table`.
  func origin(of card: CardID, on table: Table) -> Point {
    guard case .fromPlaces(let seed) = self else { return table.centre }
    var state = seed &+ UInt64(card.rawValue) &* 0xd134_2543_de82_ef95
    let range = Self.distance
    let margin =
      range.lowerBound + (range.upperBound - range.lowerBound) * Self.draw(&state)
    // Around the table, each length of the way as likely as any other.
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
    return point
  }

  /// The next number of 0..<1 (SplitMix64, of which nothing secret depends).
  private static func draw(_ state: inout UInt64) -> Double {
    state &+= 0x9e37_79b9_7f4a_7c15
    var bits = state
    bits = (bits ^ (bits >> 30)) &* 0xbf58_476d_1ce4_e5b9
    bits = (bits ^ (bits >> 27)) &* 0x94d0_49bb_1331_11eb
    bits ^= bits >> 31
    return Double(bits >> 11) * 0x1p-53
  }
}
