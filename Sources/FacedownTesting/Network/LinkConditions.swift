// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

/// Parameters of a simulated link; the rest is drawn from its seed.
package struct LinkConditions: Hashable, Sendable {
  /// The round trip of an idle link.
  package var roundTrip: Duration
  /// Loss probability of a packet, 0 to 1, in either direction.
  package var loss: Double
  /// Whether queues fill up now and then (bufferbloat).
  package var hasCongestion = true
  /// Whether the directions may differ; otherwise each takes half of the round trip.
  package var isAsymmetric = true
  /// Whether packets are queued individually; otherwise all take equally long.
  package var hasJitter = true
  /// TCP's retransmission timeout beyond the round trip.
  ///
  /// 216 ms were measured on Linux; sockets with a smaller minimum timeout wait less.
  package var retransmissionPad = Duration.milliseconds(216)
  /// Delay after which a tiny second message (a chaser) follows each message, so that a loss is
  /// detected early; nil for none.
  package var chaser: Duration?
  /// How long congestion episodes are generated for; there are none afterwards.
  package var horizon = Duration.seconds(3600)

  /// A link with this round trip and packet loss.
  ///
  /// - Precondition: `roundTrip` is not negative, and `loss` is at least 0 and less than 1.
  package init(roundTrip: Duration, loss: Double = 0, chaser: Duration? = nil) {
    precondition(roundTrip >= .zero, "A round trip is not negative.")
    precondition(loss >= 0 && loss < 1, "A link's loss is a probability below 1.")
    self.roundTrip = roundTrip
    self.loss = loss
    self.chaser = chaser
  }

  /// A link without jitter, loss or congestion.
  package static func steady(roundTrip: Duration) -> Self {
    var conditions = Self(roundTrip: roundTrip)
    conditions.hasCongestion = false
    conditions.isAsymmetric = false
    conditions.hasJitter = false
    return conditions
  }
}
