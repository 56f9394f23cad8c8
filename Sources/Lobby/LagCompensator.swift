// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

/// Gives a player back what its line costs, and no cheat more than a bound.
///
/// A lag as long as the line's own shortest way is given as it is claimed; what exceeds it comes out
/// of a bank that fills slowly. So an honest player loses nothing even to a lost packet now and
/// then, and one who claims all it can gains the few milliseconds the rule says.
public struct LagCompensator: Hashable, Sendable {
  /// What one press is given.
  public struct Grant: Hashable, Sendable {
    /// What was claimed.
    public var lag: Duration
    /// What is given.
    public var credit: Duration
    /// How much of it comes out of the bank.
    public var draw: Duration
  }

  /// How much longer lags may be in turns of one's own than between them.
  public static let suspectMargin = Duration.milliseconds(50)
  /// Turns of one's own before anyone is suspected.
  public static let turnsUntilSuspect = 20
  /// Turns of one's own and probes between them that are looked at.
  static let memory = 64

  /// The rule judged by.
  public let rule: LagPolicy
  /// What is in the bank.
  public private(set) var bank: Duration
  /// The line as last measured.
  public var line = LineQuality()
  /// Whether lags come when they pay: the player gets the base alone, and somebody should look.
  public private(set) var isSuspect = false
  /// The longest lag claimed in each of the last turns of one's own.
  private var claims: [Duration] = []
  /// What probes between one's own turns say that a press would have claimed.
  private var probes: [Duration] = []
  private var isTurnCounted = true

  /// A judge for a match that begins.
  public init(rule: LagPolicy = .house) {
    self.rule = rule
    bank = min(rule.bankStart, rule.bankLimit)
  }

  /// What is given without touching the bank.
  public var base: Duration {
    rule.base(roundTripFloor: line.roundTripFloor, isBehindProxy: line.isBehindProxy)
  }

  /// The most a press could be given now: so long after its deadline a turn stays open.
  public var grace: Duration { base + reach }

  /// The most a press could draw now.
  private var reach: Duration { isSuspect ? .zero : min(bank, rule.drawLimit) }

  /// What a press that claims `lag` is given; nothing changes until it is entered.
  public func grant(on lag: Duration) -> Grant {
    let lag = max(lag, .zero)
    let draw = min(max(lag - base, .zero), reach)
    return Grant(lag: lag, credit: min(lag, base + draw), draw: draw)
  }

  /// A press was accepted by `grant`: the bank pays.
  ///
  /// - Returns: whether the player has just come under suspicion.
  public mutating func enter(_ grant: Grant) -> Bool {
    bank = max(bank - grant.draw, .zero)
    if isTurnCounted {
      claims = claims.suffix(Self.memory - 1) + [grant.lag]
      isTurnCounted = false
    } else if let last = claims.popLast() {
      claims.append(max(last, grant.lag))
    }
    return review()
  }

  /// A turn of the player's own begins: the bank grows.
  public mutating func beginTurn() {
    bank = min(bank + rule.bankGain, rule.bankLimit)
    isTurnCounted = true
  }

  /// The next match begins: what was drawn and suspected in the last one is forgotten, the line is
  /// the same.
  public mutating func beginMatch() {
    let line = line
    self = LagCompensator(rule: rule)
    self.line = line
  }

  /// Between the player's own turns a probe was measured, in a room that announces things `lead`
  /// ahead.
  public mutating func observe(_ probe: LineQuality.Probe, lead: Duration) {
    probes = probes.suffix(Self.memory - 1) + [probe.up + max(probe.down - lead, .zero)]
  }

  /// Compares what is claimed when it pays with what the line does otherwise.
  private mutating func review() -> Bool {
    guard !isSuspect, claims.count >= Self.turnsUntilSuspect, let claimed = claims.median
    else { return false }
    let expected = probes.median ?? line.roundTripFloor ?? .zero
    isSuspect = claimed - expected > Self.suspectMargin
    return isSuspect
  }
}

extension [Duration] {
  /// The one in the middle, the greater of two; nil for none.
  fileprivate var median: Duration? { isEmpty ? nil : sorted()[count / 2] }
}
