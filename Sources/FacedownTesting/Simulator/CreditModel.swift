// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Game
import Lobby
import Replays

/// What may be given back for lag, by the figures that are promised: half a round trip and 20 ms, at
/// most 200 ms, and out of a bank of 400 ms that gains 40 a turn, holds 800 and pays 500 at once.
struct CreditModel {
  private var banks: [SeatIndex: Duration] = [:]

  /// A match begins, or the server does.
  mutating func reset() { banks = [:] }

  /// Somebody new sits down.
  mutating func sit(_ seat: SeatIndex) { banks[seat] = nil }

  /// A seat's turn begins.
  mutating func begin(_ seat: SeatIndex) {
    banks[seat] = min(bank(seat) + .milliseconds(40), .milliseconds(800))
  }

  /// So much was given back to a seat whose line takes `roundTrip`.
  ///
  /// - Returns: how much more than may be.
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
  /// What has landed gives nobody more back than is promised.
  func checkCredit(of batch: Batch, in room: RoomModel) {
    for entry in batch.entries {
      switch entry.event {
      case .opened: room.credit.reset()
      case .seated(let seated): room.credit.sit(seated.seat)
      case .turnBegan(let turn): room.credit.begin(turn.seat)
      case .flipped(let flip):
        let chairs = room.rules.chairs
        guard chairs.indices.contains(flip.seat.rawValue),
          let actor = chairs[flip.seat.rawValue].actor, let line = room.actors[actor]?.roundTrip
        else { continue }
        if let surplus = room.credit.give(flip.refund, to: flip.seat, roundTrip: line) {
          complain(
            .credit,
            "Seat \(flip.seat.rawValue) of room \(room.id) is given back \(surplus) more "
              + "than it may be.")
        }
      default: break
      }
    }
  }
}
