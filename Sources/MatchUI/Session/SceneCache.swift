// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

package import Game
package import Stage

/// A match's log as animation tracks, and the last scene staged from it.
///
/// What a key means follows from what the player sees, so it needs no scene of its own: the last
/// one serves until something happens or moves.
package struct SceneCache: Sendable {
  /// The log as tracks, extended as it grows.
  private var staged: StagedLog?
  private var last: (scene: Scene, time: ServerTime, seq: UInt64, local: ViewerState)?
  /// The scenes staged so far.
  package private(set) var stagings = 0

  /// No scene yet.
  package init() {}

  /// The scene at exactly `time`, for a frame.
  package mutating func exact(
    _ log: MatchLog, _ local: ViewerState, at time: ServerTime
  ) -> Scene {
    if let last, last.time == time, isCurrent(last.seq, last.local, log, local) {
      return last.scene
    }
    var staged = self.staged ?? StagedLog(log)
    // Hold the only reference while it grows, to avoid a copy.
    self.staged = nil
    staged.follow(log)
    let scene = stage(staged, local, at: time)
    self.staged = staged
    last = (scene, time, log.latest.seq, local)
    stagings += 1
    return scene
  }

  /// The scene that the player sees at `time`, for the meaning of a key.
  mutating func seen(_ log: MatchLog, _ local: ViewerState, at time: ServerTime) -> Scene {
    guard let last, last.time <= time, isCurrent(last.seq, last.local, log, local) else {
      return exact(log, local, at: time)
    }
    let isSeen =
      switch last.scene.motion {
      case .still: last.scene.nextChange.map { time < $0 } ?? true
      case .counting: time - last.time < Self.countingFrame
      case .moving: false
      }
    return isSeen ? last.scene : exact(log, local, at: time)
  }

  /// For at least this long a frame stays on the screen while only clocks change.
  private static let countingFrame = Duration.milliseconds(80)

  private func isCurrent(
    _ seq: UInt64, _ before: ViewerState, _ log: MatchLog, _ local: ViewerState
  ) -> Bool {
    seq == log.latest.seq && before == local
  }
}
