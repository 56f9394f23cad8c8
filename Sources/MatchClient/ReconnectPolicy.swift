// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Game

/// How a client tries to come back once its connection is lost.
public struct ReconnectPolicy: Hashable, Sendable {
  /// How long it waits before the first attempt at most: enough that those whom one break has cut
  /// off do not all knock in the same moment.
  public var first = Duration.milliseconds(100)
  /// How long it waits after the first failure, the second and so on; the last one again and again.
  public var waits: [Duration] = [
    .milliseconds(250), .milliseconds(500), .seconds(1), .seconds(2), .seconds(4), .seconds(5),
  ]
  /// By which share a wait is longer or shorter at most.
  public var spread = 0.3
  /// How long it goes on trying.
  public var limit = Duration.seconds(120)
  /// How long a question may be without an answer until a second connection races the first; the
  /// longest stall of a living line that was measured took 4.4 s.
  public var silence = Duration.seconds(6)

  /// The policy of every player's client.
  public init() {}

  /// How long to wait after so many failures; `roll` from 0 to 1 says how much longer or shorter.
  func wait(afterFailures failures: Int, roll: Double) -> Duration {
    guard failures > 0, let last = waits.last else { return Self.share(roll, of: first) }
    let wait = failures <= waits.count ? waits[failures - 1] : last
    return Self.share(1 - spread + 2 * spread * roll, of: wait)
  }

  /// How long to wait where the server has asked for `pause`: no shorter, and up to `spread` longer.
  func wait(after pause: Duration, roll: Double) -> Duration {
    pause + Self.share(spread * roll, of: pause)
  }

  private static func share(_ share: Double, of duration: Duration) -> Duration {
    .microseconds(Int64(saturating: Double(duration.wholeMicroseconds) * share))
  }
}
