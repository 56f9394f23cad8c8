// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

/// How much latency is credited to a player: a base from the server's own measurements, and a bank.
public struct LagPolicy: Hashable, Sendable {
  /// Credited on top of half the round trip, without the bank.
  public var baseSlack: Duration
  /// The most that is credited without the bank.
  public var baseLimit: Duration
  /// What the bank holds when a match begins.
  public var bankStart: Duration
  /// What each of the player's own turns adds to the bank.
  public var bankGain: Duration
  /// The most the bank holds.
  public var bankLimit: Duration
  /// The most that one press may draw.
  public var drawLimit: Duration

  /// A policy with all its parts.
  public init(
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
  public static let house = LagPolicy(
    baseSlack: .milliseconds(20), baseLimit: .milliseconds(200), bankStart: .milliseconds(400),
    bankGain: .milliseconds(40), bankLimit: .milliseconds(800), drawLimit: .milliseconds(500))

  /// Replaces `baseLimit` where a proxy hides the connection from the kernel, so that only the
  /// peer's own report is available.
  public static let baseLimitBehindProxy = Duration.milliseconds(120)

  /// The credit without the bank for a connection whose shortest round trip is `floor`; nil if it
  /// has not been measured.
  public func base(roundTripFloor floor: Duration?, isBehindProxy: Bool) -> Duration {
    let limit = isBehindProxy ? min(baseLimit, Self.baseLimitBehindProxy) : baseLimit
    return min((floor ?? .zero) / 2 + baseSlack, limit)
  }
}
