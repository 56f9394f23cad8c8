// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

extension Decision {
  /// Refunds the time from `since` until now, during which players could not act: the match's clock
  /// is set back.
  ///
  /// Emits nothing if nothing would change.
  ///
  /// - Parameters:
  ///   - since: when the clock stopped.
  ///   - showsAgain: whether two face-up cards are shown for their full time again.
  public mutating func giveBack(since: ServerTime, showsAgain: Bool = true) {
    let end = max(moment.now, view.at)
    let start = showsAgain && view.faceUp.count == 2 ? min(since, view.lastRevealAt) : since
    guard view.isMatchRunning, start < end else { return }
    var before = view
    before.at = end
    var after = before
    after.standStill(for: end - start)
    guard after != before else { return }
    emit(.clockAdjusted(givenBack: end - start), at: end)
  }
}
