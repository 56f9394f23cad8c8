// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

public import Game

/// What one exchange of stamps says about the server's clock: two bounds.
///
/// A message needs at least no time. So the server's time less the local one, the *offset*, is at
/// most what the way up shows and at least what the way down shows, whatever either way took.
/// Numbers are microseconds.
public struct ClockSample: Hashable, Sendable {
  /// The offset is at most this.
  public let upper: Double
  /// The offset is at least this.
  public let lower: Double
  /// The middle of the exchange on the local clock.
  public let middle: Double

  /// What the exchange took on the way, the server's own time left out.
  public var roundTrip: Double { upper - lower }

  /// From a request sent at `sent` and answered by `received`, which reached the server at
  /// `serverReceived` and left it at `serverSent`.
  ///
  /// Nil for stamps that no exchange has: an answer before its question, or one so late that it
  /// says nothing.
  public init?(
    sent: LocalTime, serverReceived: ServerTime, serverSent: ServerTime, received: LocalTime
  ) {
    let held = serverSent - serverReceived
    let waited = received - sent
    // Two clocks of whole microseconds and a different rate may disagree by a little.
    guard held >= .zero, waited >= .zero, waited - held >= .microseconds(-500),
      waited - held <= .seconds(10)
    else { return nil }
    upper = Double(serverReceived.microseconds &- sent.microseconds)
    lower = Double(serverSent.microseconds &- received.microseconds)
    middle = Double(sent.microseconds) + Double(waited.wholeMicroseconds) / 2
  }
}

extension Int64 {
  /// The whole number nearest to `value`; saturates, and takes what is no number for zero.
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
