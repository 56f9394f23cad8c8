// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

/// Credits a player for network latency, within a bound that limits cheating.
///
/// Lag up to half the measured round trip (plus a slack) is credited as claimed. Anything beyond is
/// drawn from a bank that refills slowly. An honest player loses nothing even to an occasional lost
/// packet; a cheat who always claims the maximum gains only the few milliseconds that `LagPolicy`
/// allows.
package struct LagCompensator: Hashable, Sendable {
  /// The credit for one press.
  package struct Grant: Hashable, Sendable {
    /// The lag that the client claims.
    package var lag: Duration
    /// The lag that is credited.
    package var credit: Duration
    /// The part of the credit drawn from the bank.
    package var draw: Duration
  }

  /// A player is suspected when the median lag in their own turns exceeds the expected lag by this
  /// much.
  package static let suspectMargin = Duration.milliseconds(50)
  /// Turns a player must have had before they can be suspected.
  package static let turnsUntilSuspect = 20
  /// How many recent turns and probes are compared.
  static let memory = 64

  /// The policy it applies.
  package let rule: LagPolicy
  /// What the bank holds now.
  package private(set) var bank: Duration {
    didSet {
      assert(
        bank >= .zero && bank <= rule.bankLimit, "A bank holds between nothing and its limit.")
    }
  }

  /// The connection as last measured.
  package var connection = MeasuredConnection()
  /// Whether the player's lag rises suspiciously in their own turns; then nothing is drawn from the
  /// bank.
  package private(set) var isSuspect = false
  /// The longest lag claimed in each of the player's recent turns.
  private var claims: [Duration] = []
  /// The lag a press would have claimed at each recent probe between the player's turns.
  private var probes: [Duration] = []
  private var isTurnCounted = true

  /// A compensator for a new match.
  package init(rule: LagPolicy = .house) {
    self.rule = rule
    bank = min(rule.bankStart, rule.bankLimit)
  }

  /// The most that is credited without the bank.
  package var base: Duration {
    rule.base(roundTripFloor: connection.roundTripFloor, isBehindProxy: connection.isBehindProxy)
  }

  /// The most a press could be credited now; a turn stays open this long after its deadline.
  package var grace: Duration { base + reach }

  /// The most a press could draw from the bank now.
  private var reach: Duration { isSuspect ? .zero : min(bank, rule.drawLimit) }

  /// The credit for a press that claims `lag`; nothing changes until it is entered.
  package func grant(on lag: Duration) -> Grant {
    let lag = max(lag, .zero)
    let draw = min(max(lag - base, .zero), reach)
    let credit = min(lag, base + draw)
    assert(credit <= grace, "No press is credited more than the grace that holds its turn open.")
    return Grant(lag: lag, credit: credit, draw: draw)
  }

  /// Records a press that was accepted with `grant`, and charges the bank.
  ///
  /// - Returns: whether the player has just become suspect.
  package mutating func enter(_ grant: Grant) -> Bool {
    bank = max(bank - grant.draw, .zero)
    if isTurnCounted {
      claims = claims.suffix(Self.memory - 1) + [grant.lag]
      isTurnCounted = false
    } else if let last = claims.popLast() {
      claims.append(max(last, grant.lag))
    }
    return review()
  }

  /// The player's turn begins: the bank is topped up.
  package mutating func beginTurn() {
    bank = min(bank + rule.bankGain, rule.bankLimit)
    isTurnCounted = true
  }

  /// A new match begins: bank and suspicion are reset, the measured connection is kept.
  package mutating func beginMatch() {
    let connection = connection
    self = LagCompensator(rule: rule)
    self.connection = connection
  }

  /// Records a probe measured between the player's turns, in a room that announces events `lead`
  /// ahead.
  package mutating func observe(_ probe: MeasuredConnection.Probe, lead: Duration) {
    probes = probes.suffix(Self.memory - 1) + [probe.up + max(probe.down - lead, .zero)]
  }

  /// Compares the lag claimed in the player's turns with the lag measured between them.
  private mutating func review() -> Bool {
    guard !isSuspect, claims.count >= Self.turnsUntilSuspect, let claimed = claims.median
    else { return false }
    let expected = probes.median ?? connection.roundTripFloor ?? .zero
    isSuspect = claimed - expected > Self.suspectMargin
    return isSuspect
  }
}

extension [Duration] {
  /// The median, the upper one of two; nil if empty.
  fileprivate var median: Duration? { isEmpty ? nil : sorted()[count / 2] }
}
