// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Lobby

/// A rule for compensating players for lag, for comparison.
enum CreditRule: String, CaseIterable, Sendable {
  /// No compensation.
  case none
  /// Ours, with stricter limits.
  case tight
  /// The rule that matches use.
  case ours
  /// Ours, with looser limits.
  case loose
  /// The quota of a well-known chess server for one-minute games: it does not measure the
  /// connection.
  case chess
  /// Whatever the client claims, up to five seconds.
  case trust

  /// The rule's parameters, if it has the form of ours.
  var lagRule: LagPolicy? {
    switch self {
    case .none, .chess, .trust: nil
    case .ours: .house
    case .tight:
      LagPolicy(
        baseSlack: .milliseconds(20), baseLimit: .milliseconds(150),
        bankStart: .milliseconds(300), bankGain: .milliseconds(30), bankLimit: .milliseconds(600),
        drawLimit: .milliseconds(400))
    case .loose:
      LagPolicy(
        baseSlack: .milliseconds(20), baseLimit: .milliseconds(250),
        bankStart: .milliseconds(600), bankGain: .milliseconds(80), bankLimit: .milliseconds(1200),
        drawLimit: .milliseconds(600))
    }
  }
}

/// One player's account under a rule.
struct Creditor {
  private enum Account {
    case judge(LagCompensator)
    /// What may still be refunded, without measuring the connection.
    case quota(Duration)
    case upTo(Duration)
  }

  /// What a move adds to the quota of the chess server.
  private static let quotaGain = Duration.milliseconds(390)

  private var account: Account

  /// An account under `rule`, over a connection whose minimum round trip is `floor`.
  init(_ rule: CreditRule, roundTripFloor floor: Duration) {
    if let parts = rule.lagRule {
      var judge = LagCompensator(rule: parts)
      judge.connection = MeasuredConnection(roundTripFloor: floor)
      account = .judge(judge)
    } else if rule == .chess {
      account = .quota(Self.quotaGain * 3)
    } else {
      account = .upTo(rule == .trust ? .seconds(5) : .zero)
    }
  }

  /// A probe between the player's turns was measured.
  mutating func observe(_ probe: MeasuredConnection.Probe, lead: Duration) {
    guard case .judge(var judge) = account else { return }
    judge.observe(probe, lead: lead)
    account = .judge(judge)
  }

  /// The refund in the player's next turn, for a claimed `lag`.
  mutating func credit(claiming lag: Duration) -> Duration {
    switch account {
    case .judge(var judge):
      judge.beginTurn()
      let verdict = judge.grant(on: lag)
      _ = judge.enter(verdict)
      account = .judge(judge)
      return verdict.credit
    case .quota(let quota):
      let credit = max(.zero, min(lag, quota))
      account = .quota(min(Self.quotaGain * 7, quota + Self.quotaGain - credit))
      return credit
    case .upTo(let limit):
      return max(.zero, min(lag, limit))
    }
  }
}
