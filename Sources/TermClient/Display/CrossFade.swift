// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Game
import MatchClient
import Stage

/// Fades over a step of the shown time: nothing on the table may slide or spin to where it is now.
///
/// The time that is shown never jumps but where the server's or this machine's clock turns out to be
/// far off; then the picture from before gives way to the one from after.
struct CrossFade {
  /// How long it takes.
  static let length = Duration.milliseconds(120)
  /// A smaller difference was worked off unseen.
  static let step = Duration.milliseconds(250)

  private var last: (now: LocalTime, shown: ServerTime)?
  private var ground: Grid?
  private var began = LocalTime(microseconds: 0)

  /// `shown` is shown at `now`; before, `drawn` was.
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

  /// Lets what was drawn before the step shine through a frame, while that lasts.
  mutating func apply(to frame: inout Frame, at now: LocalTime) {
    guard let ground else { return }
    let part = Double((now - began).wholeMicroseconds) / Double(Self.length.wholeMicroseconds)
    guard part < 1, ground.width == frame.grid.width, ground.height == frame.grid.height else {
      self.ground = nil
      return
    }
    frame.grid.fade(over: ground) { _, _ in max(part, 0) }
    frame.motion = .moving
    frame.nextChange = now + .microseconds(1)
  }
}
