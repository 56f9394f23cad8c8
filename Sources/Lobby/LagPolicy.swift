// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

/// How much latency is credited to a player: a base from the server's own measurements, and a bank.
package struct LagPolicy: Hashable, Sendable {
  /// Credited on top of half the round trip, without the bank.
  package var baseSlack: Duration
  /// The most that is credited without the bank.
  package var baseLimit: Duration
  /// What the bank holds when a match begins.
  package var bankStart: Duration
  /// What each of the player's own turns adds to the bank.
  package var bankGain: Duration
  /// The most the bank holds.
  package var bankLimit: Duration
  /// The most that one press may draw.
  package var drawLimit: Duration

  /// A policy with all its parts.
  package init(
    baseSlack: Duration, baseLimit: Duration, bankStart: Duration, bankGain: Duration,
    bankLimit: Duration, drawLimit: Duration
  ) {
    self.baseSlack = baseSlack
    self.baseLimit = baseLimit
    self.bankStart = bankStart
    self.bankGain = bankGain
    self.bankLimit = bankLimit
    self.drawLimit = drawLimit
  }

  /// The policy in use.
  package static let house = LagPolicy(
    baseSlack: .milliseconds(20), baseLimit: .milliseconds(200), bankStart: .milliseconds(400),
    bankGain: .milliseconds(40), bankLimit: .milliseconds(800), drawLimit: .milliseconds(500))

  /// Replaces `baseLimit` where a proxy hides the connection from the kernel, so that only the
  /// peer's own report is available.
  package static let baseLimitBehindProxy = Duration.milliseconds(120)

  /// The credit without the bank for a connection whose shortest round trip is `floor`; nil if it
  /// has not been measured.
  package func base(roundTripFloor floor: Duration?, isBehindProxy: Bool) -> Duration {
    let limit = isBehindProxy ? min(baseLimit, Self.baseLimitBehindProxy) : baseLimit
    return min((floor ?? .zero) / 2 + baseSlack, limit)
  }
}
