// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Game

/// Summarises what a player missed while disconnected: what affects their play, not every card.
package struct MissedSentence: Sendable {
  /// The listener's seat; nil for a spectator.
  var you: SeatIndex?

  /// The summary of the entries between two views.
  ///
  /// - Parameters:
  ///   - entries: the entries that were missed, in order.
  ///   - before: the last view the player saw.
  ///   - after: the view after all of them.
  /// - Returns: one sentence; nil if nothing is worth mentioning.
  func sentence(for entries: [Entry], before: MatchView, after: MatchView) -> String? {
    var facts = happenings(entries, after) + pairs(entries, after)
    if let turn = after.turn?.seat, after.phase == .playing, !entries.isEmpty,
      !facts.isEmpty || turn != before.turn?.seat
    {
      facts.append("it is \(turn == you ? "your" : "\(name(turn, after))'s") turn")
    }
    return facts.isEmpty ? nil : "While you were away: \(facts.joined(separator: ", "))."
  }

  private func happenings(_ entries: [Entry], _ view: MatchView) -> [String] {
    entries.compactMap { entry in
      switch entry.event {
      case .opened: "a new match was opened"
      case .dealt: "the cards were dealt"
      case .shuffled: "the cards were shuffled"
      case .skipped(let seat, let standIn):
        "\(seat == you ? "you were" : "\(name(seat, view)) was") "
          + (standIn == nil ? "skipped" : "replaced by a bot")
      case .resigned(let seat): "\(seat == you ? "you" : name(seat, view)) resigned"
      case .ended: "the match ended"
      case .clockAdjusted(let length) where length >= .seconds(1): "the match was paused"
      default: nil
      }
    }
  }

  private func pairs(_ entries: [Entry], _ view: MatchView) -> [String] {
    var found = [Int](repeating: 0, count: view.seats.count)
    for entry in entries {
      guard case .flipped(let flip) = entry.event, flip.outcome == .match,
        found.indices.contains(flip.seat.rawValue)
      else { continue }
      found[flip.seat.rawValue] += 1
    }
    return found.indices.filter { found[$0] > 0 }.map { index in
      let seat = SeatIndex(index)
      let pairs = found[index] == 1 ? "a pair" : "\(found[index]) pairs"
      return "\(seat == you ? "you" : name(seat, view)) found \(pairs)"
    }
  }

  private func name(_ seat: SeatIndex, _ view: MatchView) -> String {
    let player = view.seats.indices.contains(seat.rawValue) ? view.seats[seat.rawValue].player : nil
    return Wording.name(player, seat: seat)
  }
}
