// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Game
import MatchClient
import Protocol

/// What a client has reported to its user, compared with the client's log.
///
/// A client may receive an entry twice, but reports it once, in order and without gaps. Where the
/// log starts from a new base, the client must announce that (`joined`), so that skipped entries do
/// not look like a gap.
struct ClientModel {
  /// Whether its log forgets old entries, so that the base moves along unannounced.
  var forgetsEntries = false
  /// The room last announced to the user; nil once its end was reported.
  private var room: (id: String, role: Role)?
  /// The last entry the user knows: reported, or in the announced base.
  private var lastTold: UInt64 = 0
  /// The last entry in the announced base.
  private var announcedBase: UInt64 = 0

  /// Takes the events of one input.
  ///
  /// - Parameters:
  ///   - events: the client's events, in order.
  ///   - table: the client's room afterwards.
  ///   - isFair: whether decks come from the fair deal, so that an accusation is always wrong.
  /// - Returns: violations, each a clause whose subject is the client.
  mutating func take(
    _ events: [ClientEvent], at table: ClientTable?, isFair: Bool
  ) -> [String] {
    var complaints: [String] = []
    for event in events {
      switch event {
      case .joined:
        guard let table else {
          complaints.append("announces a room that it is not in")
          continue
        }
        enter(table)
      case .entry(let entry):
        if room == nil {
          complaints.append("reports entry \(entry.seq) outside a room")
        } else if entry.seq != lastTold + 1 {
          complaints.append("reports entry \(entry.seq) after entry \(lastTold)")
        }
        lastTold = entry.seq
      case .left: room = nil
      case .garbled(let problem): complaints.append("cannot decode a message: \(problem)")
      case .brokenCommitment(let card) where isFair:
        complaints.append(
          "accuses an honest server of showing a false face on card \(card.rawValue)")
      case .shareLost(.broken) where isFair:
        complaints.append("accuses an honest server of replacing its share of the deal")
      case .shareForged(let seat) where isFair:
        complaints.append("accuses an honest server of forging the share of seat \(seat.rawValue)")
      default: break
      }
    }
    return complaints + compare(with: table)
  }

  /// Records an announced room, from the base of the client's log.
  private mutating func enter(_ table: ClientTable) {
    let base = table.log.base.seq
    lastTold = room?.id == table.roomID ? max(lastTold, base) : base
    room = (table.roomID, table.role)
    announcedBase = base
  }

  /// Compares what the user was shown with the client's log.
  private func compare(with table: ClientTable?) -> [String] {
    guard let table else { return room == nil ? [] : ["has left its room without reporting it"] }
    guard let room, room.id == table.roomID, room.role == table.role else {
      return ["is in a room that it has not announced"]
    }
    let log = table.log
    let hasForgotten = forgetsEntries && (announcedBase...lastTold).contains(log.base.seq)
    if log.base.seq != announcedBase, !hasForgotten {
      return ["starts from a base at entry \(log.base.seq) without announcing it"]
    }
    if log.latest.seq < lastTold {
      return ["went back to entry \(log.latest.seq) after reporting entry \(lastTold)"]
    }
    if log.latest.seq > lastTold {
      return ["has entry \(log.latest.seq) but has reported only through \(lastTold)"]
    }
    return []
  }
}
