// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

package import Game

/// A fairly dealt match of two pairs, played to its end by one player who turns the cards in order.
package enum FairMatch {
  /// Its entries; they pass every verification.
  package static func entries(hashing: Hashing) throws(Refusal) -> [Entry] {
    var match = Match(dealer: .fair(hashing))
    var entries: [Entry] = []
    var now = ServerTime(microseconds: 1_795_000_000_000_000)
    var requests: UInt64 = 0
    func decide(
      isAsked: Bool = true, _ body: (inout Decision) throws(Refusal) -> Void
    ) throws(Refusal) {
      requests += 1
      let cause = Cause(actor: ActorNumber(1), request: RequestID(requests))
      var decision = Decision(
        on: match, at: Moment(now: now, lead: .milliseconds(60)), cause: isAsked ? cause : nil)
      try body(&decision)
      if let sealed = decision.sealed { match.apply(sealed) }
      for entry in decision.entries { match.apply(entry) }
      entries += decision.entries
    }
    let settings = MatchSettings(pairs: 2, seats: 1, turnLimit: .zero, theme: "animals")
    let player = Player(name: "Ana \u{1b}[2J")
    try decide { decision throws(Refusal) in
      decision.emit(.opened(Event.Opened(matchID: "m1", settings: settings, theme: "animals")))
      decision.emit(
        .seated(Event.Seated(seat: SeatIndex(0), player: player, actor: ActorNumber(1))))
      decision.emit(.ownerChanged(ActorNumber(1)))
    }
    try decide { decision throws(Refusal) in
      decision.emit(.readied(SeatIndex(0), entropyCommit: []))
      decision.commit(seed: [UInt8](repeating: 7, count: 32))
    }
    try decide { decision throws(Refusal) in try decision.deal() }
    var slot = 0
    for _ in 0..<400 where match.view.phase != .ended {
      now = max(now, match.view.at, match.view.lastRevealAt) + .milliseconds(100)
      while let due = match.nextWake(lead: .milliseconds(60)), due <= now {
        try decide(isAsked: false) { decision throws(Refusal) in decision.wake() }
      }
      let down = match.view.cards.filter { $0.state == .down }
      slot += 1
      guard match.view.turn != nil, !down.isEmpty else { continue }
      do {
        try decide { decision throws(Refusal) in
          try decision.choose(down[slot % down.count].id, by: SeatIndex(0))
        }
      } catch {
        // It is too early.
      }
    }
    return entries
  }
}
