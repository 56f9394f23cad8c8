// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Game

/// How much longer a face stays that was shown late: in Memory a look at a face is worth points.
///
/// It stays on the late screen alone, and holds up nobody: who may choose meanwhile, may.
enum LateReveal {
  /// A face shown this late has been shown long enough.
  static let tolerance = 0.05
  /// The most that is given back.
  static let limit = 0.25

  /// By how many seconds the conceal of a face is put off that was shown `late` seconds late.
  static func prolonged(by late: Double) -> Double {
    late > tolerance ? min(late, limit) : 0
  }
}

extension ServerTime {
  /// The instant so many seconds later, to the nearest microsecond.
  func put(off seconds: Double) -> ServerTime {
    self + .microseconds(Int64((min(max(seconds, 0), 1e8) * 1e6 + 0.5).rounded(.down)))
  }
}
