// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

/// Optimal play between two players with perfect memory, for every state of a match.
///
/// A state is the number n of pairs on the table and the number k of single cards both know (a
/// known pair is taken at once). By Zwick and Paterson, "The memory game" (Theoretical Computer
/// Science 110, 1993): a state is worth its best move, and a move is worth the sum over what the
/// turned unknown cards may prove to be.
package struct MoveTable: Sendable {
  /// The possible moves of a player who knows no pair.
  package enum Move: Hashable, Sendable {
    /// Takes everything: the mate of every unknown card is known.
    case takeAll
    /// Turns two known cards: the turn passes and nothing is learnt.
    case idle
    /// Turns an unknown card and, if its mate is unknown too, a known one.
    case newThenKnown
    /// Turns an unknown card and, if its mate is unknown too, another unknown one.
    case twoNew
  }

  /// The value of a state and its best move.
  package struct Advice: Hashable, Sendable {
    /// The best move; among equals, the one that reveals most.
    package var move: Move
    /// The expected number of further pairs for the player to move, minus the opponent's.
    package var gain: Double
    /// The probability that both end up idling, if both follow the table.
    package var stalemate: Double
  }

  /// By pairs, then by known cards.
  private let rows: [[Advice]]

  /// The table for up to `pairs` pairs; a few thousand multiplications.
  package init(pairs: Int) {
    var rows: [[Advice]] = [[Advice(move: .takeAll, gain: 0, stalemate: 0)]]
    for n in stride(from: 1, through: pairs, by: 1) {
      let last = Advice(move: .takeAll, gain: Double(n), stalemate: 0)
      var row = [Advice](repeating: last, count: n + 1)
      // A move leads to more known cards or to fewer pairs.
      for k in stride(from: n - 1, through: 0, by: -1) {
        row[k] = State(pairs: n, known: k, fewerPairs: rows[n - 1], moreKnown: row).advice
      }
      rows.append(row)
    }
    self.rows = rows
  }

  /// The table for every possible match.
  package static let standard = MoveTable(pairs: 32)

  /// The advice with `pairs` on the table and `known` single cards; traps beyond the table.
  package func advice(pairs: Int, known: Int) -> Advice {
    precondition(
      rows.indices.contains(pairs) && rows[pairs].indices.contains(known),
      "There is no state of \(known) known cards among \(pairs) pairs.")
    return rows[pairs][known]
  }
}

extension MoveTable {
  /// A state in which some mates are unknown, and the states that follow it.
  private struct State {
    let pairs: Int
    let known: Int
    let fewerPairs: [Advice]
    let moreKnown: [Advice]

    /// A move's value and its chance of a stalemate.
    private struct Prospect {
      var gain = 0.0
      var stalemate = 0.0

      /// With this probability the player takes `pairs` and moves again.
      mutating func goOn(_ chance: Double, taking pairs: Double, to next: Advice) {
        gain += chance * (pairs + next.gain)
        stalemate += chance * next.stalemate
      }

      /// With this probability the opponent moves next, and takes `pairs` first.
      mutating func passOn(_ chance: Double, giving pairs: Double = 0, to next: Advice) {
        gain -= chance * (pairs + next.gain)
        stalemate += chance * next.stalemate
      }
    }

    private var unknown: Double { Double(2 * pairs - known) }
    /// The probability that an unknown card is the mate of a known one.
    private var matching: Double { Double(known) / unknown }

    var advice: Advice {
      // Sums in another order differ in their last digits.
      let equal = 1e-12
      let open = twoNew
      var best = Advice(move: .twoNew, gain: open.gain, stalemate: open.stalemate)
      if known >= 1, newThenKnown.gain > best.gain + equal {
        let careful = newThenKnown
        best = Advice(move: .newThenKnown, gain: careful.gain, stalemate: careful.stalemate)
      }
      if known >= 2, best.gain < -equal { best = Advice(move: .idle, gain: 0, stalemate: 1) }
      return best
    }

    /// The common start of every move but idling: a new card whose mate is known.
    private var match: Prospect {
      var prospect = Prospect()
      if known > 0 { prospect.goOn(matching, taking: 1, to: fewerPairs[known - 1]) }
      return prospect
    }

    private var newThenKnown: Prospect {
      var prospect = match
      prospect.passOn(1 - matching, to: moreKnown[known + 1])
      return prospect
    }

    private var twoNew: Prospect {
      var prospect = match
      // The second card is the first one's mate, a known card's mate (the opponent takes that
      // pair), or neither.
      let second = (1 - matching) / (unknown - 1)
      prospect.goOn(second, taking: 1, to: fewerPairs[known])
      prospect.passOn(second * Double(known), giving: 1, to: fewerPairs[known])
      let strangers = 2 * (pairs - known - 1)
      if strangers > 0 {
        prospect.passOn(second * Double(strangers), to: moreKnown[known + 2])
      }
      return prospect
    }
  }
}
