// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Game

/// The spectators' delay for each entry of a restored log: the match's delay while it runs, else
/// none.
struct DelayRule {
  private var delay = Duration.zero
  private var isRunning = false

  /// The delay of the next entry of the log; `next` is the one after it.
  mutating func delay(of entry: Entry, before next: Entry?) -> Duration {
    let wasRunning = isRunning
    switch entry.event {
    case .opened(let opened):
      delay = opened.settings.spectatorDelay
      isRunning = false
    case .configured(let settings, _): delay = settings.spectatorDelay
    case .readied:
      // The last player to get ready starts the match in the same step.
      if case .committed = next?.event { isRunning = true }
    case .committed: isRunning = true
    case .ended: isRunning = false
    default: break
    }
    return wasRunning || isRunning ? delay : .zero
  }
}
