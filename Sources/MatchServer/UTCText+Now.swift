// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Protocol

extension UTCText {
  /// The wall clock's time, to the millisecond.
  static var now: String {
    let (seconds, attoseconds) = WallClock.now.components
    return text(
      seconds: Int(seconds), milliseconds: Int(attoseconds / 1_000_000_000_000_000))
  }
}
