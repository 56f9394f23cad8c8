// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Game

/// Extends the time of a face that was shown late: in Memory a look at a face is worth points.
///
/// Only the late screen shows it longer. Nobody is held up: others may choose meanwhile as usual.
enum LateReveal {
  /// Delays up to this, in seconds, are not compensated.
  static let tolerance = 0.05
  /// The maximum extension in seconds.
  static let limit = 0.25

  /// The extension in seconds of a face that was shown `late` seconds late.
  static func prolonged(by late: Double) -> Double {
    late > tolerance ? min(late, limit) : 0
  }
}

extension ServerTime {
  /// The instant `seconds` later, rounded to the nearest microsecond.
  func put(off seconds: Double) -> ServerTime {
    self + .microseconds(Int64((min(max(seconds, 0), 1e8) * 1e6 + 0.5).rounded(.down)))
  }
}
