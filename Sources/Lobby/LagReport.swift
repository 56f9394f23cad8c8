// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

public import Game

/// What a client says of one press: when it saw what the press answers, and when it pressed.
///
/// Both stamps are of the client's one clock, so what that clock is off by, and what no protocol can
/// see of a line's two directions, cancels: what is judged is the time it took to think.
public struct LagReport: Hashable, Sendable {
  /// How far ahead of the server a stamp may lie; no estimate of its time is that wrong.
  public static let clockTolerance = Duration.milliseconds(500)

  /// When what is answered showed on the client's screen; nil to claim nothing.
  public var shownAt: ServerTime?
  /// When the client pressed; nil to claim nothing.
  public var pressedAt: ServerTime?

  /// The stamps of one press, or none.
  public init(shownAt: ServerTime? = nil, pressedAt: ServerTime? = nil) {
    self.shownAt = shownAt
    self.pressedAt = pressedAt
  }

  /// How much later than a player without a line in between this one was heard, by the claim.
  ///
  /// - Parameters:
  ///   - received: when the press reached the server.
  ///   - start: when what it answers showed on screens that are on time.
  /// - Returns: zero for what cannot be: a press before it was shown or from the future, something
  ///   shown before there was anything to show, and stamps that are missing.
  public func lag(received: ServerTime, since start: ServerTime) -> Duration {
    guard let shownAt, let pressedAt, shownAt >= start, pressedAt >= shownAt,
      pressedAt <= received + Self.clockTolerance
    else { return .zero }
    let fair = start + (pressedAt - shownAt)
    return max(received - fair, .zero)
  }
}
