// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import LibWebSockets

/// How many files a server may have open, against how many it needs.
enum Descriptors {
  /// Descriptors for everything that is not a connection.
  static let besides = 128
  /// Files that loop, journal, lock, signals and log hold open, about twenty, and some to spare.
  static let ofItsOwn = 32
  /// With fewer a server cannot be one.
  static let least = 2 * ofItsOwn

  /// How many are wanted for so many connections.
  static func wanted(connections: Int) -> Int { connections + besides }

  /// What to say when the system allows fewer than so many connections need; nil if it allows as
  /// many.
  static func warning(
    connections: Int, allowed: Int = EventLoop.descriptorLimit
  ) -> String? {
    let wanted = wanted(connections: connections)
    guard allowed < wanted else { return nil }
    return "The system allows \(allowed) open files, enough for about"
      + " \(max(0, allowed - ofItsOwn)) connections: raise the hard limit"
      + " (ulimit -Hn, or LimitNOFILE for systemd) to \(wanted), or lower --max-connections."
  }
}
