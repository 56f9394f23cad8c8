// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

/// How much lag is given back to a player, by what the server itself has measured and by a bank.
public struct LagPolicy: Hashable, Sendable {
  /// What is given on top of half a round trip without touching the bank.
  public var baseSlack: Duration
  /// The most that is ever given without touching the bank.
  public var baseLimit: Duration
  /// What the bank holds when a match begins.
  public var bankStart: Duration
  /// What each turn of one's own adds.
  public var bankGain: Duration
  /// The most the bank holds.
  public var bankLimit: Duration
  /// The most one press draws.
  public var drawLimit: Duration

  /// A rule with all its parts.
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

  /// The rule matches are played by.
  public static let house = LagPolicy(
    baseSlack: .milliseconds(20), baseLimit: .milliseconds(200), bankStart: .milliseconds(400),
    bankGain: .milliseconds(40), bankLimit: .milliseconds(800), drawLimit: .milliseconds(500))

  /// The most given without touching the bank where a proxy hides the line from the kernel, so that
  /// a peer's own word is all there is.
  public static let baseLimitBehindProxy = Duration.milliseconds(120)

  /// What is given without touching the bank to a line whose round trip is `floor` at its best; nil
  /// for one that has not been measured.
  public func base(roundTripFloor floor: Duration?, isBehindProxy: Bool) -> Duration {
    let limit = isBehindProxy ? min(baseLimit, Self.baseLimitBehindProxy) : baseLimit
    return min((floor ?? .zero) / 2 + baseSlack, limit)
  }
}
