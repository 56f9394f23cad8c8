// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

extension MatchView {
  /// Applies a clock pause of `length` that ends at the view's `at`: whatever was running when it
  /// began is extended.
  mutating func standStill(for length: Duration) {
    guard isMatchRunning, length > .zero else { return }
    let end = at
    let since = end - length

    /// The part of the pause that something running from `begin` to `limit` has lost; zero if it
    /// was over.
    func lost(from begin: ServerTime, to limit: ServerTime) -> Duration {
      limit > since ? max(end - max(begin, since), .zero) : .zero
    }

    switch phase {
    case .committing, .undealt:
      // The time limit is counted from the start of the phase.
      let limit = phase == .committing ? Pace.revealLimit : Pace.dealLimit
      phaseBeganAt = phaseBeganAt + lost(from: phaseBeganAt, to: phaseBeganAt + limit)
    case .dealing:
      if let timing = deal {
        deal?.playableAt =
          timing.playableAt + lost(from: timing.beganAt, to: timing.playableAt)
      }
    case .playing:
      if let running = turn, let deadline = running.deadline {
        turn?.deadline = deadline + lost(from: running.beganAt, to: deadline)
      }
      if !faceUp.isEmpty, lastRevealAt >= since { lastRevealAt = max(lastRevealAt, end) }
      for index in cards.indices {
        guard let begin = cards[index].bonus.runningSince else { continue }
        cards[index].bonus.stop(at: since)
        cards[index].bonus.start(at: max(begin, end))
      }
    case .waiting, .ended: break
    }
  }
}
