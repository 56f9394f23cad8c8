// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

package import Game

/// Two bounds on the server's clock from one exchange of timestamps.
///
/// No message travels in negative time. So the *offset* (server time minus local time) is at most
/// what the request shows and at least what the answer shows, whatever the delays. In microseconds.
package struct ClockSample: Hashable, Sendable {
  /// The upper bound of the offset.
  package let upper: Double
  /// The lower bound of the offset.
  package let lower: Double
  /// The midpoint of the exchange on the local clock.
  package let middle: Double

  /// The round trip without the server's own processing time.
  package var roundTrip: Double { upper - lower }

  /// An exchange: sent at `sent`, received by the server at `serverReceived`, answered at
  /// `serverSent`, the answer received at `received`.
  ///
  /// Nil for impossible timestamps, such as an answer before its question, and for answers too late
  /// to be useful.
  package init?(
    sent: LocalTime, serverReceived: ServerTime, serverSent: ServerTime, received: LocalTime
  ) {
    let held = serverSent - serverReceived
    let waited = received - sent
    // Clocks of whole microseconds that run at different rates may disagree slightly.
    guard held >= .zero, waited >= .zero, waited - held >= .microseconds(-500),
      waited - held <= .seconds(10)
    else { return nil }
    upper = Double(serverReceived.microseconds &- sent.microseconds)
    lower = Double(serverSent.microseconds &- received.microseconds)
    middle = Double(sent.microseconds) + Double(waited.wholeMicroseconds) / 2
  }
}

extension Int64 {
  /// The nearest whole number; saturates, and NaN becomes 0.
  init(saturating value: Double) {
    if value.isNaN {
      self = 0
    } else if abs(value) < 9e18 {
      self = Int64(value.rounded())
    } else {
      self = value < 0 ? .min : .max
    }
  }
}
