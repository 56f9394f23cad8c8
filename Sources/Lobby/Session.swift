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
  /// Whether it is in that room to watch.
  var isWatching = false
  /// Whether it watched there before a restart, and has not come back to it yet.
  var isRecalled = false
  /// Since when it has no connection; nil while it has one.
  var disconnectedAt: ServerTime?
  /// Whether it was ended by who runs the server.
  var isExpelled = false
  /// Its connection's line, as last measured.
  var line = LineQuality()
  /// The last requests by which it opened or joined the room it is in, or wants to.
  private(set) var entering: [RequestID] = []
  /// The request by which it last left one.
  var leaving: RequestID?
  /// Its last requests that were granted, and the entries that said so.
  private var answers: [(request: RequestID, room: RoomID, entries: ClosedRange<UInt64>)] = []
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
  var limit: Duration { isUsed ? LobbyLimits.sessionLimit : LobbyLimits.unusedSessionLimit }

  /// It asks to enter a room.
  mutating func enters(_ room: RoomID, by request: RequestID) {
    self.room = room
    isUsed = true
    entering = entering.suffix(LobbyLimits.entriesKept - 1) + [request]
  }

  /// It is in no room any more.
  mutating func leaves() {
    room = nil
    isWatching = false
    isRecalled = false
    entering = []
  }

  /// Keeps what a request was answered by; of too many the one with the lowest number goes.
  mutating func remember(_ answer: Answer) {
    answers.append((answer.origin.request, answer.room, answer.entries))
    guard answers.count > LobbyLimits.answersKept,
      let lowest = answers.indices.min(by: { answers[$0].request < answers[$1].request })
    else { return }
    answers.remove(at: lowest)
  }

  /// What a request was answered by, also where it has left since; nil where that is not known.
  ///
  /// An entry does not say of which room it is: of one who is in a room by now it is of that.
  func answer(to request: RequestID) -> (room: RoomID, entries: ClosedRange<UInt64>)? {
    answers.last { $0.request == request && (room == nil || room == $0.room) }
      .map { ($0.room, $0.entries) }
  }

  /// Whether a request is not a repeated one.
  func isNew(_ request: RequestID) -> Bool { request > highest || givenBack.contains(request) }

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
      givenBack = givenBack.suffix(LobbyLimits.refusalsKept - 1) + [request]
    } else {
      refusals = refusals.suffix(LobbyLimits.refusalsKept - 1) + [(request, refusal)]
    }
  }

  func refusal(of request: RequestID) -> Refusal? {
    refusals.last { $0.request == request }?.refusal
  }
}
