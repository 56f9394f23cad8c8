// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Game
import Wire

/// Checks a room's log independently: whether it is complete, and every match was dealt and scored
/// as it says.
struct MatchAudit {
  /// Everything that is wrong, a sentence each.
  private(set) var faults: [String] = []
  /// The number of finished matches.
  private(set) var endedMatches = 0

  /// Audits a log from its first entry.
  init(_ log: [Entry]) {
    var view = MatchView()
    var flips: [Event.Flipped] = []
    for entry in log {
      guard entry.seq == view.seq + 1, entry.at >= view.at else {
        faults.append("Entry \(entry.seq) does not follow \(view.seq).")
        return
      }
      view.apply(entry)
      switch entry.event {
      case .opened: flips = []
      case .flipped(let flip): flips.append(flip)
      case .ended(let ended):
        endedMatches += 1
        check(ended, view, flips)
      default: break
      }
    }
    checkCauses(log)
  }

  /// Turned faces must be those that the opened seed deals, and the pairs must add up.
  private mutating func check(_ ended: Event.Ended, _ view: MatchView, _ flips: [Event.Flipped]) {
    let name = "Match \(view.matchID)"
    if ended.reason == .finished {
      let found = ended.standings.map(\.pairs).reduce(0, +)
      if found != view.settings.pairs { faults.append("\(name) ended with \(found) pairs.") }
    }
    guard !flips.isEmpty, view.settings.shuffle != .blind else { return }
    let fair = FairDeal(matchID: view.matchID, hashing: .openSSL)
    if fair.seedCommit(ended.seed) != view.seedCommit {
      faults.append("\(name) revealed a seed that does not match its commitment.")
    }
    let deck = fair.deck(seed: ended.seed, entropies: ended.entropies, pairs: view.settings.pairs)
    for flip in flips where deck.faces[flip.card.slot] != flip.face {
      faults.append("\(name) showed a face on slot \(flip.card.slot) that was not dealt there.")
    }
    for seat in view.seats.indices {
      let pairs = flips.count { $0.outcome == .match && $0.seat.rawValue == seat }
      if let said = ended.standings.first(where: { $0.seat.rawValue == seat })?.pairs,
        said != pairs
      {
        faults.append("\(name) credits seat \(seat) with \(said) pairs instead of \(pairs).")
      }
    }
  }

  /// Each request has one effect.
  private mutating func checkCauses(_ log: [Entry]) {
    var seen: Set<Cause> = []
    var last: Cause?
    for entry in log {
      if let cause = entry.cause, cause != last, !seen.insert(cause).inserted {
        faults.append(
          "Request \(cause.request.rawValue) of member \(cause.actor.rawValue) had two effects.")
      }
      last = entry.cause
    }
  }
}
