// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Game

/// Facts about seats that the view does not keep: since when a player sits there or is ready, and
/// by which entries.
///
/// A fold of the log, so it is the same after a restart.
struct SeatHistory: Sendable {
  struct Record: Sendable {
    fileprivate var playerID: String?
    /// Since when its player has been waiting for this match: since sitting down, or since the
    /// match opened.
    fileprivate(set) var since = ServerTime.zero
    /// When its player got ready; a new commitment does not change it.
    fileprivate(set) var readyAt: ServerTime?
    /// The entry with its latest commitment.
    fileprivate(set) var readySeq: UInt64?
    /// The entry by which it agreed to restart in this turn.
    fileprivate(set) var consentSeq: UInt64?
  }

  private var seats = [Record](repeating: Record(), count: SeatIndex.limit)

  /// The history after `log`.
  init(_ log: [Entry] = []) {
    for entry in log { add(entry) }
  }

  /// The record of one seat.
  subscript(seat: SeatIndex) -> Record {
    seats.indices.contains(seat.rawValue) ? seats[seat.rawValue] : Record()
  }

  /// Folds the next entry in.
  mutating func add(_ entry: Entry) {
    switch entry.event {
    case .opened:
      changeAll {
        $0 = Record(playerID: $0.playerID, since: entry.at)
      }
    case .configured:
      changeAll {
        $0.readyAt = nil
        $0.readySeq = nil
      }
    case .seated(let seated):
      change(seated.seat) {
        // A known player keeps the record when reconnecting as another member.
        guard $0.playerID == nil || $0.playerID != seated.player.id else { return }
        $0 = Record(playerID: seated.player.id, since: entry.at)
      }
    case .vacated(let seat): change(seat) { $0 = Record() }
    case .readied(let seat, _):
      change(seat) {
        $0.readyAt = $0.readyAt ?? entry.at
        $0.readySeq = entry.seq
      }
    case .consented(let seat): change(seat) { $0.consentSeq = entry.seq }
    case .turnBegan: changeAll { $0.consentSeq = nil }
    default: break
    }
  }

  private mutating func changeAll(_ body: (inout Record) -> Void) {
    for index in seats.indices { body(&seats[index]) }
  }

  private mutating func change(_ seat: SeatIndex, _ body: (inout Record) -> Void) {
    guard seats.indices.contains(seat.rawValue) else { return }
    body(&seats[seat.rawValue])
  }
}
