// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

extension Decision {
  /// Gives the time from `since` until now back, in which nobody could go on: the match's clock is
  /// as it was then.
  ///
  /// Where nothing would change, nothing is said.
  ///
  /// - Parameters:
  ///   - since: when it began to stand still.
  ///   - showsAgain: whether two cards that are up are shown in full again.
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
