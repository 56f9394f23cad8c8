// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

public import Game

/// Where the server's time scale lies against this process's clock, from one exchange of stamps.
///
/// The middle of the exchange on both clocks is taken to be the same instant; that is off by at
/// most half the round trip.
public struct ClockEstimate: Hashable, Sendable {
  /// What to add to a local time's microseconds to get the server's.
  public private(set) var offsetMicroseconds: Int64
  /// How far the estimate may be off.
  public private(set) var bound: Duration

  /// From a request sent at `sent` and answered by `received`, which reached the server at
  /// `serverReceived` and left it at `serverSent`.
  public init(
    sent: LocalTime, serverReceived: ServerTime, serverSent: ServerTime, received: LocalTime
  ) {
    let there = serverReceived.microseconds &- sent.microseconds
    let back = serverSent.microseconds &- received.microseconds
    offsetMicroseconds = (there &+ back) / 2
    let held = (serverSent - serverReceived).wholeMicroseconds
    let roundTrip = (received - sent).wholeMicroseconds &- held
    bound = .microseconds(max(0, roundTrip / 2))
  }

  /// The server's time at a local time.
  public func serverTime(at time: LocalTime) -> ServerTime {
    ServerTime(microseconds: time.microseconds &+ offsetMicroseconds)
  }

  /// The local time at a server's time.
  public func localTime(at time: ServerTime) -> LocalTime {
    LocalTime(microseconds: time.microseconds &- offsetMicroseconds)
  }
}
