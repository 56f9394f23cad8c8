// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Game
import Lobby
import Replays

/// The most that may be refunded for lag (docs/latency.md): half a round trip and 20 ms, 200 ms at
/// most, and from a bank of 400 ms that gains 40 a turn, holds 800 and pays 500 at once.
struct CreditModel {
  private var banks: [SeatIndex: Duration] = [:]

  /// A new match begins, or the server restarts.
  mutating func reset() { banks = [:] }

  /// A new player takes a seat.
  mutating func sit(_ seat: SeatIndex) { banks[seat] = nil }

  /// A seat's turn begins.
  mutating func begin(_ seat: SeatIndex) {
    banks[seat] = min(bank(seat) + .milliseconds(40), .milliseconds(800))
  }

  /// A refund for a seat with this `roundTrip`.
  ///
  /// - Returns: the part above the limit.
  mutating func give(_ refund: Duration, to seat: SeatIndex, roundTrip: Duration) -> Duration? {
    let base = min(roundTrip / 2 + .milliseconds(20), .milliseconds(200))
    let draw = max(refund - base, .zero)
    let reach = min(bank(seat), .milliseconds(500))
    banks[seat] = max(bank(seat) - draw, .zero)
    return draw > reach ? draw - reach : nil
  }

  private func bank(_ seat: SeatIndex) -> Duration { banks[seat] ?? .milliseconds(400) }
}

extension InvariantChecker {
  /// Checks the lag refunds in landed entries.
  func checkCredit(of batch: Batch, in room: RoomModel) {
    for entry in batch.entries {
      switch entry.event {
      case .opened: room.credit.reset()
      case .seated(let seated): room.credit.sit(seated.seat)
      case .turnBegan(let turn): room.credit.begin(turn.seat)
      case .flipped(let flip):
        let seats = room.rules.chairs
        guard seats.indices.contains(flip.seat.rawValue),
          let actor = seats[flip.seat.rawValue].actor,
          let roundTrip = room.actors[actor]?.roundTrip
        else { continue }
        if let surplus = room.credit.give(flip.refund, to: flip.seat, roundTrip: roundTrip) {
          complain(
            .credit,
            "Seat \(flip.seat.rawValue) of room \(room.id) is refunded \(surplus) more "
              + "than the limit for lag.")
        }
      default: break
      }
    }
  }
}
