// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Game
import MatchClient
import Stage
import TerminalUI

/// Cross-fades over a step of the shown time, so that nothing on the table slides or spins to its
/// new pose.
///
/// The shown time is slewed, not stepped, unless the server's or this machine's clock turns out to
/// be far off; only then the old picture fades into the new one.
struct CrossFade {
  /// The length of the fade.
  static let length = Duration.milliseconds(120)
  /// Smaller differences are slewed and need no fade.
  static let step = Duration.milliseconds(250)

  private var last: (now: LocalTime, shown: ServerTime)?
  private var ground: Grid?
  private var began = LocalTime(microseconds: 0)

  /// Starts a fade from `drawn` if the time `shown` at `now` is a step.
  mutating func notice(_ shown: ServerTime, at now: LocalTime, over drawn: Grid) {
    if let last {
      let jump = (shown - last.shown) - (now - last.now)
      if jump > Self.step || jump < .zero - Self.step {
        ground = drawn
        began = now
      }
    }
    last = (now, shown)
  }

  /// Blends the old picture into a frame while the fade lasts.
  mutating func apply(to frame: inout Frame, at now: LocalTime) {
    guard let ground else { return }
    let part = Double((now - began).wholeMicroseconds) / Double(Self.length.wholeMicroseconds)
    guard part < 1, ground.width == frame.grid.width, ground.height == frame.grid.height else {
      self.ground = nil
      return
    }
    frame.grid.fade(over: ground) { _, _ in max(part, 0) }
    frame.motion = .moving
    frame.nextChange = now.onDisplay + .microseconds(1)
  }
}
