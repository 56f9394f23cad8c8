// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

package import Game
package import Protocol

// Both timestamps of a press come from the same client clock, so its offset cancels out, as does any
// asymmetry between the two directions. Only the thinking time counts.

extension IntentRequest {
  /// How far a timestamp may lie in the future of the server; no clock estimate is off by more.
  package static let clockTolerance = Duration.milliseconds(500)

  /// How much later the press arrived than it would have without network latency, by the client's
  /// timestamps.
  ///
  /// - Parameters:
  ///   - received: when the press reached the server.
  ///   - start: when the prompt appeared on a screen without delay.
  /// - Returns: zero for missing or impossible timestamps: a press before its prompt or in the
  ///   future, or a prompt before `start`.
  package func lag(received: ServerTime, since start: ServerTime) -> Duration {
    guard let shownAt, let pressedAt, shownAt >= start, pressedAt >= shownAt,
      pressedAt <= received + Self.clockTolerance
    else { return .zero }
    let fair = start + (pressedAt - shownAt)
    return max(received - fair, .zero)
  }
}
