// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

package import Game

/// Statistics of a match and its players: a pure function of its record.
package struct MatchStatistics: Hashable, Sendable {
  /// The match's id.
  package let matchID: String
  /// The rules it was played by.
  package let settings: MatchSettings
  /// Why it ended.
  package let reason: Event.Ended.Reason
  /// From the first turn to the end.
  package let duration: Duration
  /// Every seat that played, best first.
  package private(set) var players: [PlayerStatistics]

  /// Computes the statistics of a match; O(n) in its entries.
  package init(of record: MatchRecord) {
    matchID = record.matchID
    settings = record.settings
    reason = record.result.endReason ?? .abandoned
    players = record.result.standings.map(PlayerStatistics.init)
    var began: ServerTime?
    var counter = TurnCounter()
    var view = record.base
    for entry in record.entries {
      view.apply(entry)
      if case .turnBegan = entry.event, began == nil { began = entry.at }
      guard let turn = counter.read(entry.event) else { continue }
      for index in players.indices {
        let seat = players[index].seat
        if seat == turn.seat { players[index].count(turn) }
        guard view.seats.indices.contains(seat.rawValue) else { continue }
        let chair = view.seats[seat.rawValue]
        players[index].course.append(settings.mode.rules.hasScores ? chair.score : chair.pairs)
      }
    }
    duration = began.map { max(record.result.at - $0, .zero) } ?? .zero
  }
}
