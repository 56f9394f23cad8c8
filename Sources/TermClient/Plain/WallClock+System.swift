// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Game
import Glibc
import MatchUI

extension WallClock {
  /// This machine's clock and time zone.
  static var system: WallClock {
    WallClock(now: ServerTime(microseconds: Int64(time(nil)) * 1_000_000)) { seconds in
      var moment = time_t(seconds)
      var parts = tm()
      return localtime_r(&moment, &parts) == nil ? 0 : Int64(parts.tm_gmtoff)
    }
  }
}
