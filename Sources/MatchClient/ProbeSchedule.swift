// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Game

/// When to ask the server for its time next.
///
/// A burst at the start, because one lost packet must not cost a second; each second for ten
/// seconds, while the estimate is young; then every five seconds, give or take a fifth, so that many
/// clients do not ask at once. Where only congested answers have come, or none, it stays at a second.
public struct ProbeSchedule: Hashable, Sendable {
  /// How many probes a burst has.
  static let burst = 10
  /// How far apart they are: far enough that a later one tells of an earlier one lost.
  static let spacing = Duration.milliseconds(60)
  /// How far apart the probes after the burst are.
  static let early = Duration.seconds(1)
  /// How long they stay so close.
  static let earlyFor = Duration.seconds(10)
  /// How far apart they are in the long run.
  static let late = Duration.seconds(5)

  /// When the next probe is due; nil while there is no connection.
  public private(set) var due: LocalTime?
  /// When the last burst began.
  public private(set) var burstBegan: LocalTime?
  private var sentInBurst = 0
  /// The state of the dice for give and take.
  private var dice: UInt64

  /// Nothing due.
  ///
  /// - Parameter seed: decides how much each wait is longer or shorter.
  public init(seed: UInt64) {
    dice = seed
  }

  /// Begins a burst; its first probe is due at once.
  mutating func begin(at now: LocalTime) {
    due = now
    burstBegan = now
    sentInBurst = 0
  }

  /// Nothing is due any more.
  mutating func stop() {
    due = nil
    burstBegan = nil
  }

  /// A probe has been sent; the next will be due later, and soon if the estimate `isPressing` for
  /// more than what the long run gives.
  mutating func sent(at now: LocalTime, isPressing: Bool) {
    guard let burstBegan else { return }
    sentInBurst += 1
    if sentInBurst < Self.burst {
      due = now + Self.spacing
    } else if isPressing || now - burstBegan < Self.earlyFor {
      due = now + spread(Self.early)
    } else {
      due = now + spread(Self.late)
    }
  }

  /// Four to six fifths of a wait.
  private mutating func spread(_ wait: Duration) -> Duration {
    dice = dice &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    let share = Double(dice >> 11) / Double(1 << 53)
    return .microseconds(
      Int64(saturating: Double(wait.wholeMicroseconds) * (0.8 + 0.4 * share)))
  }
}
