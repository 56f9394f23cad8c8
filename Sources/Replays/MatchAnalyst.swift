// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

package import Game

/// Follows a match that is over, and finds the turns that could have gone otherwise or turned it.
package struct MatchAnalyst: Sendable {
  /// What is worth saying about an entry.
  package struct Remark: Hashable, Sendable {
    /// What a perfect memory would have done in place of the mismatch; nil for nothing.
    package var miss: CountedTurn.Miss?
    /// The side that takes the lead from another one, named by its first seat; nil for none.
    package var leader: SeatIndex?
  }

  /// What has been shown so far.
  package var shown: ShownCards { counter.shown }
  private var counter = TurnCounter()
  /// The side that was ahead of all others last; nil before there was one.
  private var leader: SeatIndex?

  /// Follows a match from its beginning, or from its middle: then cards shown before count as unknown.
  package init() {}

  /// Follows an entry; O(n) in the cards of a deal.
  ///
  /// - Parameters:
  ///   - entry: the entry.
  ///   - view: the view after it.
  /// - Returns: what is worth saying about it.
  package mutating func read(_ entry: Entry, after view: MatchView) -> Remark {
    _ = counter.read(entry.event)
    var remark = Remark()
    switch entry.event {
    case .opened: leader = nil
    case .flipped(let flip):
      if flip.outcome == .mismatch { remark.miss = counter.turn?.miss }
      remark.leader = newLeader(in: view)
    case .turnExpired: remark.leader = newLeader(in: view)
    default: break
    }
    return remark
  }

  /// The side that is ahead now and was not ahead last; nil for none, also for the match's first.
  private mutating func newLeader(in view: MatchView) -> SeatIndex? {
    let rules = view.settings.mode.rules
    guard rules.hasScores else { return nil }
    var scores = [Int?](repeating: nil, count: view.seats.count)
    for (index, seat) in view.seats.enumerated() where seat.player != nil {
      let side = rules.side(of: SeatIndex(index)).rawValue
      scores[side] = (scores[side] ?? 0) &+ seat.score
    }
    guard let most = scores.compactMap({ $0 }).max() else { return nil }
    let best = scores.indices.filter { scores[$0] == most }
    guard best.count == 1, let first = best.first else { return nil }
    let side = SeatIndex(first)
    defer { leader = side }
    return leader == nil || leader == side ? nil : side
  }
}
