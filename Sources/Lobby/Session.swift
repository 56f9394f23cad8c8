// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Game

/// A session in the lobby: its name, where it is, and the answers it may ask for again.
struct Session: Sendable {
  var player: Player
  /// The room it is in or has asked to enter.
  var room: RoomID?
  /// Whether it has ever asked to enter a room that is there, as far as is known.
  private(set) var isUsed: Bool
  /// Since when it has no connection; nil while it has one.
  var disconnectedAt: ServerTime?
  /// Its connection's line, as last measured.
  var line = LineQuality()
  /// The last requests by which it opened or joined the room it is in, or wants to.
  private(set) var entering: [RequestID] = []
  /// The request by which it last left one.
  var leaving: RequestID?
  /// Where it has played, and as which member, newest last: those logs know what it did.
  private(set) var memberships: [(room: RoomID, actor: ActorNumber)] = []
  /// Its highest request so far.
  private(set) var highest = RequestID(0)
  /// Numbers the journal's failures gave back, oldest first.
  private var givenBack: [RequestID] = []
  /// Its last refusals, oldest first.
  private var refusals: [(request: RequestID, refusal: Refusal)] = []

  /// A session that has asked for nothing above `highest`; `isUsed` if it may have been in a room.
  init(player: Player, highest: RequestID = RequestID(0), isUsed: Bool = false) {
    self.player = player
    self.highest = highest
    self.isUsed = isUsed
  }

  /// How long it lives without a room and a connection.
  var limit: Duration { isUsed ? Courtesy.sessionLimit : Courtesy.unusedSessionLimit }

  /// It asks to enter a room.
  mutating func enters(_ room: RoomID, by request: RequestID) {
    self.room = room
    isUsed = true
    entering = entering.suffix(Courtesy.membershipsKept - 1) + [request]
  }

  /// It is in no room any more.
  mutating func leaves() {
    room = nil
    entering = []
  }

  /// It plays in a room, as a member of that room's log.
  mutating func plays(in room: RoomID, as actor: ActorNumber) {
    memberships.removeAll { $0.room == room && $0.actor == actor }
    memberships = memberships.suffix(Courtesy.membershipsKept - 1) + [(room, actor)]
  }

  /// Counts a request in, or says that it is a repeated one.
  mutating func accept(_ request: RequestID) -> Bool {
    if let index = givenBack.firstIndex(of: request) {
      givenBack.remove(at: index)
      return true
    }
    guard request > highest else { return false }
    highest = request
    return true
  }

  /// Keeps a refusal, so that the request gets the same one again; a refusal that is no fault of
  /// the request gives its number back instead.
  mutating func remember(_ refusal: Refusal, of request: RequestID) {
    // The answer to one that was granted may have been lost: it still stands.
    entering.removeAll { $0 == request }
    if refusal.code == .journalUnavailable {
      givenBack = givenBack.suffix(Courtesy.refusalsKept - 1) + [request]
    } else {
      refusals = refusals.suffix(Courtesy.refusalsKept - 1) + [(request, refusal)]
    }
  }

  func refusal(of request: RequestID) -> Refusal? {
    refusals.last { $0.request == request }?.refusal
  }
}
