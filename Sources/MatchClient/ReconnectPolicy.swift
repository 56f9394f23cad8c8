// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Game

/// Back-off and timeouts for reconnecting.
package struct ReconnectPolicy: Hashable, Sendable {
  /// The longest wait before the first attempt: enough jitter that clients cut off together do not
  /// return in the same moment.
  package var first = Duration.milliseconds(100)
  /// The waits after the first failure, the second and so on; the last one repeats.
  package var waits: [Duration] = [
    .milliseconds(250), .milliseconds(500), .seconds(1), .seconds(2), .seconds(4), .seconds(5),
  ]
  /// The maximum jitter of a wait, as a fraction.
  package var spread = 0.3
  /// The time after which the client gives up.
  package var limit = Duration.seconds(120)
  /// How long a probe may be unanswered until a second connection races the first; the longest
  /// stall measured on a live connection was 4.4 s.
  package var silence = Duration.seconds(6)

  /// The policy of players' clients.
  package init() {}

  /// The wait after so many failures; `roll`, from 0 to 1, selects the jitter.
  func wait(afterFailures failures: Int, roll: Double) -> Duration {
    assert((0...1).contains(roll), "Jitter is drawn from 0 to 1.")
    guard failures > 0, let last = waits.last else { return Self.share(roll, of: first) }
    let wait = failures <= waits.count ? waits[failures - 1] : last
    return Self.share(1 - spread + 2 * spread * roll, of: wait)
  }

  /// The wait where the server has asked for `pause`: no shorter, and up to `spread` longer.
  func wait(after pause: Duration, roll: Double) -> Duration {
    pause + Self.share(spread * roll, of: pause)
  }

  private static func share(_ share: Double, of duration: Duration) -> Duration {
    .microseconds(Int64(saturating: Double(duration.wholeMicroseconds) * share))
  }
}
