// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

package import MatchClient

/// Reads the local clock.
package struct LocalClock: Sendable {
  private let origin = ContinuousClock.now
  private let wakingOrigin = SuspendingClock.now

  /// A clock whose origin is now.
  package init() {}

  /// The time now.
  package var now: LocalTime {
    LocalTime(microseconds: 0) + origin.duration(to: .now)
  }

  /// How long the machine has slept since the origin.
  package var slept: Duration {
    origin.duration(to: .now) - wakingOrigin.duration(to: .now)
  }
}
