// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

/// When a request came, on the server's time scale.
public struct Moment: Hashable, Sendable {
  /// Now: no entry made now is earlier, but for a mismatch that someone alone turns back early; that
  /// counts from when it was asked for.
  public var now: ServerTime
  /// When the request reached the server.
  public var received: ServerTime
  /// When the request counts as made; never later than `received`.
  public var judged: ServerTime
  /// How far ahead things are announced so that all screens can show them together.
  public var lead: Duration
  /// How long after its deadline the turn is still open, for a choice made in time that is on its
  /// way.
  public var grace: Duration

  /// A request received and judged at the times given.
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

  /// The server's own doing, now.
  public init(now: ServerTime, lead: Duration, grace: Duration = .zero) {
    self.init(now: now, received: now, judged: now, lead: lead, grace: grace)
  }

  /// The earliest instant all screens can still show together.
  public var scheduled: ServerTime { now + lead }
}
