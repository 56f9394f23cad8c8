// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

/// A member's role in a room.
public enum Role: String, CaseIterable, Hashable, Sendable {
  /// In a seat.
  case player
  /// Watching.
  case spectator
}

/// A room in the public list.
public struct RoomSummary: Hashable, Sendable {
  /// The code people join by.
  public var code: String
  /// Its settings.
  public var settings: MatchSettings
  /// The number of occupied seats.
  public var seatsTaken: Int
  /// Its phase.
  public var phase: MatchView.Phase
  /// The number of spectators.
  public var spectators: Int
  /// The names of those who sit there, by seat, at most ``mostPlayers``; none from an older server.
  public var players: [String]

  /// How many players a list names for each room, so that a long list still fits into a message.
  public static let mostPlayers = 4

  /// A room as listed.
  public init(
    code: String, settings: MatchSettings, seatsTaken: Int, phase: MatchView.Phase,
    spectators: Int, players: [String] = []
  ) {
    precondition(
      players.count <= Self.mostPlayers, "A list names the first players of a room only.")
    self.code = code
    self.settings = settings
    self.seatsTaken = seatsTaken
    self.phase = phase
    self.spectators = spectators
    self.players = players
  }
}

/// Whether a seat's player is connected; not part of the log, and without effect on the match.
public struct SeatPresence: Hashable, Sendable {
  /// The seat.
  public var seat: SeatIndex
  /// Whether a connection of its session is open.
  public var isConnected: Bool

  /// `seat` is connected or not.
  public init(seat: SeatIndex, isConnected: Bool) {
    self.seat = seat
    self.isConnected = isConnected
  }
}
