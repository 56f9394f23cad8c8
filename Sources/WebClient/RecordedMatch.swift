// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Game
package import Interpolation
import MatchClient
import MatchUI
import Protocol
import Stage
import Wire

/// A match that is shown as it was recorded, without server and session, such as on a home page.
///
/// Cost of a frame: that of a scene.
package struct RecordedMatch: Sendable {
  /// Until the last pair has left the table, from the beginning.
  package let length: Duration

  private let staged: StagedLog
  private let start: ServerTime
  /// When two cards that differ are open, the last time before half of the pairs are gone.
  private let highlight: ServerTime
  private var scene: Scene?

  /// Beside the table stands nothing that a player of it would need.
  private static let screen = MatchScreen(roomCode: "")
  /// How long the table is shown after the last entry.
  private static let rest = Duration.milliseconds(1500)
  /// When the highlight is, after the second card has begun to show.
  private static let look = Duration.milliseconds(700)

  /// The match in what a `joined` message has, with its base and every entry after it; nil if it has none.
  package init?(_ joined: [UInt8]) {
    guard let joined = try? PageMessages.decodeJoined(joined), let base = joined.base,
      let last = joined.tail.last
    else { return nil }
    var log = MatchLog(base: base)
    for entry in joined.tail where !log.append(entry) { return nil }
    staged = StagedLog(log)
    start = base.at
    length = last.at - base.at + Self.rest
    var (found, highlight) = (0, last.shownAt)
    for entry in log.entries {
      guard case .flipped(let flip) = entry.event else { continue }
      if flip.outcome == .match { found += 1 }
      if flip.outcome == .mismatch, 2 * found <= base.settings.pairs { highlight = entry.shownAt }
    }
    self.highlight = highlight + Self.look
  }

  /// Stages a frame, so long after the beginning, and makes numbers of it as of a player's; with
  /// less motion one that stays.
  package mutating func frame(_ motion: MotionPreference, after time: Duration) -> [Double] {
    let isMoving = motion.allowsTravel
    let shown = isMoving ? start + min(max(time, .zero), length) : highlight
    var viewer = ViewerState()
    viewer.motion = motion
    let scene = stage(staged, viewer, at: shown)
    self.scene = scene
    let next = isMoving ? scene.nextChange : nil
    return SceneNumbers.numbers(
      of: scene, Self.screen, at: shown,
      nextChange: next.map { LocalTime(microseconds: ($0 - start).wholeMicroseconds) })
  }

  /// A text of the last frame's table; empty for none.
  package func text(_ which: WebText) -> String {
    scene.map { which.text(ofTable: $0, Self.screen) } ?? ""
  }
}
