// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

/// When a request was received, decided and counts as made, in server time.
public struct Moment: Hashable, Sendable {
  /// The present.
  ///
  /// No new entry is earlier, except a mismatch turned back early by a player alone, which counts
  /// from their request.
  public var now: ServerTime
  /// When the request reached the server.
  public var received: ServerTime
  /// When the request counts as made: `received` less its lag credit.
  public var judged: ServerTime
  /// How far ahead automatic events are announced, so that all screens show them together.
  public var lead: Duration
  /// How long a turn stays open after its deadline for a choice that was made in time.
  public var grace: Duration

  /// A request with its times.
  public init(
    now: ServerTime, received: ServerTime, judged: ServerTime, lead: Duration,
    grace: Duration = .zero
  ) {
    self.now = now
    self.received = received
    self.judged = judged
    self.lead = lead
    self.grace = grace
  }

  /// An automatic event, now.
  public init(now: ServerTime, lead: Duration, grace: Duration = .zero) {
    self.init(now: now, received: now, judged: now, lead: lead, grace: grace)
  }

  /// The earliest time that all screens can still show together.
  public var scheduled: ServerTime { now + lead }
}
