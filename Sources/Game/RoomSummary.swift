// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

/// As what someone is in a room.
public enum Role: String, CaseIterable, Hashable, Sendable {
  /// On a seat.
  case player
  /// Watching.
  case spectator
}

/// A room as the list of rooms shows it.
public struct RoomSummary: Hashable, Sendable {
  /// The code people join by.
  public var code: String
  /// The rules of its match.
  public var settings: MatchSettings
  /// Chairs that are taken.
  public var seatsTaken: Int
  /// Where its match stands.
  public var phase: MatchView.Phase
  /// How many are watching.
  public var spectators: Int

  /// A room as listed.
  public init(
    code: String, settings: MatchSettings, seatsTaken: Int, phase: MatchView.Phase,
    spectators: Int
  ) {
    self.code = code
    self.settings = settings
    self.seatsTaken = seatsTaken
    self.phase = phase
    self.spectators = spectators
  }
}

/// Whether the player of a seat is there, beside the log: it changes nothing in the match.
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
