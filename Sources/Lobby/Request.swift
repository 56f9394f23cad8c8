// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

public import Game

/// What a session asks of the lobby.
public enum Request: Hashable, Sendable {
  /// Open a room and sit down in it.
  case createRoom(MatchSettings)
  /// Sit down at a table with others, wherever there is one.
  case quickMatch(MatchSettings.Mode, seats: Int, isRated: Bool)
  /// Enter a room.
  case joinRoom(JoinRequest)
  /// Leave the room one is in.
  case leaveRoom
  /// Something at the table.
  case intent(SeenIntent)
}

/// A request to enter a room.
public struct JoinRequest: Hashable, Sendable {
  /// The room's code.
  public var code: RoomCode
  /// As what.
  public var role: Role
  /// The room it must be, if this session only lost its connection: a code may have become
  /// another's.
  public var room: RoomID?
  /// The last entry this session has of that room; it gets those after it.
  public var afterSeq: UInt64?
  /// Whether a quick match leads here: nobody comes to a rated table otherwise.
  var isQuick = false

  /// Enter the room with `code` as `role`.
  public init(code: RoomCode, role: Role, room: RoomID? = nil, afterSeq: UInt64? = nil) {
    self.code = code
    self.role = role
    self.room = room
    self.afterSeq = afterSeq
  }
}

extension Refusal {
  /// The refusal of a code that no room has.
  static func unknownCode(_ code: RoomCode) -> Refusal {
    Refusal(.roomUnknownCode, [Fact("code", code.rawValue)])
  }
}

/// An intent with what its sender saw.
public struct SeenIntent: Hashable, Sendable {
  /// The last entry the sender had folded in.
  public var seenSeq: UInt64
  /// What is asked.
  public var intent: Intent
  /// When it was asked for, by the sender's own clock.
  public var claim: LagReport

  /// `intent`, asked by someone who has seen entries up to `seenSeq`.
  public init(seenSeq: UInt64, intent: Intent, claim: LagReport = LagReport()) {
    self.seenSeq = seenSeq
    self.intent = intent
    self.claim = claim
  }
}
