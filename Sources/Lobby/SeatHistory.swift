// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Game

/// What a room keeps of its seats beside the view: since when somebody sits there or is ready.
///
/// It knows which entries say so too. It is a fold of the log, and so the same after a restart.
struct SeatHistory: Sendable {
  /// One seat.
  struct Record: Sendable {
    fileprivate var playerID: String?
    /// Since when its player waits for this match: the seat's or the match's beginning.
    fileprivate(set) var since = ServerTime.zero
    /// When its player got ready; another commitment does not change that.
    fileprivate(set) var readyAt: ServerTime?
    /// The entry by which it is ready, with the commitment it has now.
    fileprivate(set) var readySeq: UInt64?
    /// The entry by which it agreed to start again in this turn.
    fileprivate(set) var consentSeq: UInt64?
  }

  private var seats = [Record](repeating: Record(), count: SeatIndex.limit)

  /// The seats as `log` leaves them.
  init(_ log: [Entry] = []) {
    for entry in log { add(entry) }
  }

  /// What is known of a seat.
  subscript(seat: SeatIndex) -> Record {
    seats.indices.contains(seat.rawValue) ? seats[seat.rawValue] : Record()
  }

  /// The log goes on.
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
        // A player who is known goes on as another member.
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
