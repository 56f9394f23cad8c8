// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Game
import MatchClient
import Protocol

/// What a client has told its user, held against the log that the client has.
///
/// A client may be sent an entry twice; its user is told once, in order and without gaps. Where the
/// log starts from another base, the user is told that too (`joined`), so that what was skipped is
/// not taken for nothing.
struct ClientModel {
  /// The room the user was told of last, until told that the client has left it.
  private var room: (id: String, role: Role)?
  /// The last entry that the user knows: told of, or in the base that was announced.
  private var lastTold: UInt64 = 0
  /// Where the base that was announced ends.
  private var announcedBase: UInt64 = 0

  /// Takes what a client told while it handled one input.
  ///
  /// - Parameters:
  ///   - events: what it told, in order.
  ///   - table: the room it is in afterwards.
  ///   - isFair: whether decks are the fair deal's, so that an honest client finds nothing wrong.
  /// - Returns: what is wrong, a clause each that goes on from the client's name.
  mutating func take(
    _ events: [ClientEvent], at table: ClientTable?, isFair: Bool
  ) -> [String] {
    var complaints: [String] = []
    for event in events {
      switch event {
      case .joined:
        guard let table else {
          complaints.append("tells of a room that it is not in")
          continue
        }
        enter(table)
      case .entry(let entry):
        if room == nil {
          complaints.append("tells of entry \(entry.seq) outside a room")
        } else if entry.seq != lastTold + 1 {
          complaints.append("tells of entry \(entry.seq) after entry \(lastTold)")
        }
        lastTold = entry.seq
      case .left: room = nil
      case .garbled(let problem): complaints.append("cannot read what it is sent: \(problem)")
      case .brokenCommitment(let card) where isFair:
        complaints.append(
          "accuses an honest server of showing another face on card \(card.rawValue)")
      case .shareLost(.broken) where isFair:
        complaints.append("accuses an honest server of counting another share of the deal")
      case .shareForged(let seat) where isFair:
        complaints.append("accuses an honest server of forging the share of seat \(seat.rawValue)")
      default: break
      }
    }
    return complaints + compare(with: table)
  }

  /// A room is announced, from the base that the client's log has.
  private mutating func enter(_ table: ClientTable) {
    let base = table.log.base.seq
    lastTold = room?.id == table.roomID ? max(lastTold, base) : base
    room = (table.roomID, table.role)
    announcedBase = base
  }

  /// What the user was told must be what the client has.
  private func compare(with table: ClientTable?) -> [String] {
    guard let table else { return room == nil ? [] : ["has left its room without a word"] }
    guard let room, room.id == table.roomID, room.role == table.role else {
      return ["is in a room that it has not told of"]
    }
    let log = table.log
    if log.base.seq != announcedBase {
      return ["starts from entry \(log.base.seq) without a word"]
    }
    if log.latest.seq < lastTold {
      return ["goes back to entry \(log.latest.seq) after it has told of entry \(lastTold)"]
    }
    if log.latest.seq > lastTold {
      return ["has entry \(log.latest.seq) and has told through \(lastTold)"]
    }
    return []
  }
}
