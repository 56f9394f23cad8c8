// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

public import Game

/// The room a client is in, as it knows it.
public struct ClientTable: Hashable, Sendable {
  /// The room's code.
  public let code: String
  /// The room's name on the wire.
  public let roomID: String
  /// As what the client is in it.
  public internal(set) var role: Role
  /// The membership's number; nil for spectators.
  public internal(set) var actor: ActorNumber?
  /// The room's log as far as it came.
  public internal(set) var log: MatchLog
  /// The last entry the client has told its user of, over however many bases; 0 for none.
  var toldThrough: UInt64 = 0
  /// When the client learnt of what a choice builds on now; nil before there is any.
  var builtOnAt: LocalTime?
  /// Who is connected.
  public internal(set) var presence: [SeatPresence] = []
  /// How many are watching.
  public internal(set) var audience = 0
  /// Flips whose face fitted the card's commitment.
  public internal(set) var provenFlips = 0
  /// Flips whose face did not.
  public internal(set) var brokenFlips = 0
  /// Shares and commitments of any seat that the server has replaced by others.
  public internal(set) var brokenShares = 0

  /// How long after the players those who watch see what happens; zero for a player.
  ///
  /// As the latest settings have it: these come with all that is held back before them. What is held
  /// back comes no sooner than so long after its time, and it has a way to go: everyone who watches sees
  /// it a little later still, so that it is there.
  public var delay: Duration {
    let held = role == .spectator ? log.latest.settings.spectatorDelay : .zero
    return held == .zero ? .zero : held + Self.spectatorsMargin
  }

  /// What lines take, and a little more.
  static let spectatorsMargin = Duration.milliseconds(300)

  /// The client's seat now; nil for spectators.
  public var seat: SeatIndex? { actor.flatMap { log.latest.seat(of: $0) } }
}
