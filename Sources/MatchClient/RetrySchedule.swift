// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Game

/// When a client that has lost its connection tries again, and when it gives up: a pure value.
struct RetrySchedule: Sendable {
  private enum Closing: Hashable, Sendable {
    case final
    case comeBack(after: Duration)
  }

  private let policy: ReconnectPolicy?
  /// The state of the jitter's generator.
  private var dice: UInt64
  /// Since when there has been no working connection.
  private var lostAt: LocalTime?
  /// Failed attempts since then.
  private var failures = 0
  /// Whether a session was ever open.
  ///
  /// Before that there is nothing to resume, so only a request by the server causes a retry.
  private var hasSession = false
  /// What the server announced before closing the current connection.
  private var farewell: Closing?
  /// Whether the server has asked the client to reconnect since its last welcome.
  private var isAskedBack = false
  /// When a move last failed or was not followed; nil once the client is at rest again.
  ///
  /// Until then a welcome ends no break: servers that send a client in a circle welcome it each time.
  private var astrayAt: LocalTime?

  /// The schedule of a client that has not connected yet.
  ///
  /// - Parameters:
  ///   - policy: how to reconnect; nil if the client does not.
  ///   - seed: seeds the jitter.
  init(_ policy: ReconnectPolicy?, seed: UInt64) {
    self.policy = policy
    dice = seed
  }

  /// Whether the server has closed the current connection for good.
  var isFinal: Bool { farewell == .final }

  /// Whether a move has failed and the client is not at rest yet.
  var isAstray: Bool { astrayAt != nil }

  /// How long a connection may be silent; nil if it has no session to resume elsewhere.
  var silence: Duration? { hasSession ? policy?.silence : nil }

  /// A connection is open.
  mutating func connected() { farewell = nil }

  /// The server has welcomed the client.
  mutating func welcomed() {
    hasSession = true
    isAskedBack = false
    if astrayAt == nil { restored() }
  }

  /// The connection works after all.
  mutating func restored() {
    lostAt = nil
    failures = 0
  }

  /// The connection has fallen silent.
  mutating func fellSilent(at now: LocalTime) { lostAt = lostAt ?? now }

  /// A move has failed or is not followed.
  mutating func wentAstray(at now: LocalTime) { astrayAt = now }

  /// Nothing is left to ask of the server: an astray client is at rest once it has not gone astray
  /// for as long as moves count.
  mutating func settled(at now: LocalTime) {
    guard let astrayAt, now - astrayAt >= MoveRules.window else { return }
    self.astrayAt = nil
    restored()
  }

  /// The server is about to close; for good unless it names a time to return.
  mutating func dismissed(comeBackAfter wait: Duration?) {
    farewell = wait.map { .comeBack(after: $0) } ?? .final
  }

  /// An attempt has failed, or the connection is lost.
  ///
  /// - Returns: when to try again; nil to give up.
  mutating func next(after now: LocalTime) -> LocalTime? {
    // Before the first session, only a request by the server causes a retry.
    guard let policy, hasSession || isAskedBack || farewell != nil || isAstray else { return nil }
    var since = lostAt ?? now
    var wait = policy.wait(afterFailures: failures, roll: roll())
    if case .comeBack(let after) = farewell {
      // The server knows when it will be back. The time limit counts from the first such time, so
      // that a server cannot put a client off forever.
      if !isAskedBack, !isAstray || lostAt == nil { since = now + after }
      isAskedBack = true
      guard now + after <= since + policy.limit else { return nil }
      // Jitter, so that not all clients return at once.
      wait = max(wait, policy.wait(after: after, roll: roll()))
    }
    farewell = nil
    failures += 1
    lostAt = since
    guard now < since + policy.limit else { return nil }
    return min(now + wait, since + policy.limit)
  }

  /// A pseudo-random number from 0 up to 1.
  private mutating func roll() -> Double {
    dice = dice &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return Double(dice >> 11) * 0x1p-53
  }
}
