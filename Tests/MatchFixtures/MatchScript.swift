// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

package import Game

/// A match that a test plays by the rules, and its log; the test moves the clock.
///
/// The build for wasm32 compiles this file too, as Embedded Swift.
package struct MatchScript {
  private static let lead = Duration.milliseconds(100)

  /// The entries so far.
  package private(set) var log = MatchLog()
  /// The match after them.
  package private(set) var match: Match
  private var now: ServerTime

  /// A match whose first entry is stamped `now`.
  package init(_ match: Match, at now: ServerTime) {
    self.match = match
    self.now = now
  }

  /// Adds an entry that no rule decides.
  package mutating func emit(_ event: Event) { decide { $0.emit(event) } }

  /// Lets time pass; the rules make the moves that fall due.
  package mutating func pass(_ duration: Duration) {
    let end = now + duration
    while let wake = match.nextWake(lead: Self.lead), wake <= end {
      now = max(now, wake)
      decide { $0.wake() }
    }
    now = end
  }

  /// Decides something that the rules allow.
  package mutating func decide(_ body: (inout Decision) throws(Refusal) -> Void) {
    var decision = Decision(on: match, at: Moment(now: now, lead: Self.lead))
    do throws(Refusal) { try body(&decision) } catch {
      preconditionFailure("The rules refuse what this match needs.")
    }
    if let record = decision.sealed { match.apply(record) }
    for entry in decision.entries {
      match.apply(entry)
      log.append(entry)
    }
  }
}
