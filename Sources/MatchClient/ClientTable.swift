// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

package import Game

/// A client's knowledge of the room it is in.
package struct ClientTable: Hashable, Sendable {
  /// The room's code.
  package let code: String
  /// The room's name on the wire.
  package let roomID: String
  /// The client's role in it.
  package internal(set) var role: Role
  /// Its number in the room's log; nil for spectators.
  package internal(set) var actor: ActorNumber?
  /// The room's log as far as received.
  package internal(set) var log: MatchLog
  /// The last entry reported to the user, across all bases; 0 for none.
  var toldThrough: UInt64 = 0
  /// When the client received what the next choice builds on; nil before that.
  var builtOnAt: LocalTime?
  /// Which seats are connected.
  package internal(set) var presence: [SeatPresence] = []
  /// The number of spectators.
  package internal(set) var audience = 0
  /// Flips whose face matched the card's commitment.
  package internal(set) var provenFlips = 0
  /// Flips whose face did not match.
  package internal(set) var brokenFlips = 0
  /// Shares and commitments, of any seat, that the server has forged.
  package internal(set) var brokenShares = 0

  /// The spectator delay; zero for a player.
  ///
  /// The room's delay by its latest settings, plus a margin: entries arrive no sooner than the
  /// delay after their time, and must arrive before they are shown.
  package var delay: Duration {
    let held = role == .spectator ? log.latest.settings.spectatorDelay : .zero
    return held == .zero ? .zero : held + Self.spectatorsMargin
  }

  /// The time allowed for delivery.
  static let spectatorsMargin = Duration.milliseconds(300)

  /// The client's seat now; nil for spectators.
  package var seat: SeatIndex? { actor.flatMap { log.latest.seat(of: $0) } }
}
