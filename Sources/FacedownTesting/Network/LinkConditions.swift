// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

/// What a simulated link is like; the rest is drawn from its seed.
public struct LinkConditions: Hashable, Sendable {
  /// The round trip of an empty link, both ways together.
  public var roundTrip: Duration
  /// How likely a packet is lost, 0 to 1, on either way.
  public var loss: Double
  /// Whether queues fill up now and then (bufferbloat).
  public var hasCongestion = true
  /// Whether the two ways may differ; without, each takes half of the round trip.
  public var isAsymmetric = true
  /// Whether single packets wait in queues; without, every packet takes the same.
  public var hasJitter = true
  /// What TCP waits beyond the round trip before it sends a lost packet again.
  ///
  /// 216 ms were measured on Linux; sockets with a smaller least timeout wait less.
  public var retransmissionPad = Duration.milliseconds(216)
  /// How long after a message a tiny second one follows it, so that a lost message is noticed by
  /// what follows; nil for none.
  public var chaser: Duration?
  /// How long congestion is foreseen for; afterwards there is none.
  public var horizon = Duration.seconds(3600)

  /// A link of this round trip that loses this share of its packets.
  ///
  /// - Precondition: `roundTrip` is not negative, and `loss` is at least 0 and less than 1.
  public init(roundTrip: Duration, loss: Double = 0, chaser: Duration? = nil) {
    precondition(roundTrip >= .zero, "A round trip takes time.")
    precondition(loss >= 0 && loss < 1, "A link that loses everything is none.")
    self.roundTrip = roundTrip
    self.loss = loss
    self.chaser = chaser
  }

  /// A link on which every message takes just as long as the others.
  public static func steady(roundTrip: Duration) -> Self {
    var conditions = Self(roundTrip: roundTrip)
    conditions.hasCongestion = false
    conditions.isAsymmetric = false
    conditions.hasJitter = false
    return conditions
  }
}
