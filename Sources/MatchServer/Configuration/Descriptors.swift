// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import LibWebSockets

/// File descriptors needed and allowed.
enum Descriptors {
  /// Descriptors needed besides those of connections.
  static let besides = 128
  /// About twenty for loop, journal, lock, signals and log, and some to spare.
  static let ofItsOwn = 32
  /// The minimum to start at all.
  static let least = 2 * ofItsOwn

  /// Descriptors needed for a number of connections.
  static func wanted(connections: Int) -> Int {
    precondition(connections > 0, "A server without connections needs no descriptors.")
    return connections + besides
  }

  /// A warning if the system allows fewer than needed; else nil.
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
