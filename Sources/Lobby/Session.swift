// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import DequeModule
import Game

/// A session in the lobby: its player, its room, and the answers it may ask for again.
struct Session: Sendable {
  var player: Player
  /// The room it is in or is about to enter.
  var room: RoomID?
  /// Whether it may ever have been in a room.
  private(set) var isUsed: Bool
  /// Whether it is a spectator there.
  var isWatching = false
  /// Whether it watched there before a restart and has not returned yet.
  var isRecalled = false
  /// When it lost its connection; nil while connected.
  var disconnectedAt: ServerTime?
  /// When it is to be unloaded, or considered again; nil if that has not been scheduled.
  var unloadsAt: ServerTime?
  /// Whether the operator ended it.
  var isExpelled = false
  /// Its connection's latency as last measured.
  var connection = MeasuredConnection()
  /// Its recent requests to open or join its present room.
  private(set) var entering: [RequestID] = []
  /// Where its last quick match leads, as the journal has it.
  var quickEntry: QuickEntry?
  /// The request by which it last left a room.
  var leaving: RequestID?
  /// Its recent granted requests and the entries that answered them, by request number.
  private var answers: Deque<(request: RequestID, room: RoomID, entries: ClosedRange<UInt64>)> = []
  /// Its highest request number so far.
  private(set) var highest = RequestID(0)
  /// Numbers that may be used again because the journal failed, oldest first.
  private var givenBack: [RequestID] = []
  /// Its recent refusals, oldest first.
  private var refusals: [(request: RequestID, refusal: Refusal)] = []

  /// A session whose requests up to `highest` were counted; `isUsed` if it may have been in a room.
  init(player: Player, highest: RequestID = RequestID(0), isUsed: Bool = false) {
    self.player = player
    self.highest = highest
    self.isUsed = isUsed
  }

  /// How long it is kept without a room and a connection.
  var limit: Duration { isUsed ? LobbyLimits.sessionKeptFor : LobbyLimits.unusedSessionKeptFor }

  /// It asks to enter a room.
  mutating func enters(_ room: RoomID, by request: RequestID) {
    self.room = room
    isUsed = true
    entering = entering.suffix(LobbyLimits.entriesKept - 1) + [request]
  }

  /// It is no longer in a room.
  mutating func leaves() {
    room = nil
    isWatching = false
    isRecalled = false
    entering = []
  }

  /// Remembers the answer to a request; beyond the limit, the lowest request number is forgotten.
  mutating func remember(_ answer: Answer) {
    let request = answer.origin.request
    // Mostly it is the highest.
    let before = answers.lastIndex { $0.request <= request }
    answers.insert((request, answer.room, answer.entries), at: before.map { $0 + 1 } ?? 0)
    if answers.count > LobbyLimits.answersKept { answers.removeFirst() }
  }

  /// The remembered answer to a request, even if the session has left the room since; nil if
  /// unknown.
  ///
  /// If the session is in a room now, only answers from that room count, because entries carry no
  /// room id.
  func answer(to request: RequestID) -> (room: RoomID, entries: ClosedRange<UInt64>)? {
    answers.last { $0.request == request && (room == nil || room == $0.room) }
      .map { ($0.room, $0.entries) }
  }

  /// The rooms whose logs have its remembered answers.
  var answeringRooms: some Sequence<RoomID> { answers.lazy.map(\.room) }

  /// Whether a request is new, not a retry.
  func isNew(_ request: RequestID) -> Bool { request > highest || givenBack.contains(request) }

  /// Counts a request that another node has counted, or that a room's log names.
  mutating func raise(to request: RequestID) { highest = max(highest, request) }

  /// A request that was counted is to be decided again: its number may be used once more.
  mutating func giveBack(_ request: RequestID) {
    entering.removeAll { $0 == request }
    givenBack = givenBack.suffix(LobbyLimits.refusalsKept - 1) + [request]
  }

  /// Counts a new request; false for a retry.
  mutating func accept(_ request: RequestID) -> Bool {
    if let index = givenBack.firstIndex(of: request) {
      givenBack.remove(at: index)
      return true
    }
    guard request > highest else { return false }
    highest = request
    return true
  }

  /// Remembers a refusal for retries.
  ///
  /// A refusal by the journal is not the request's fault: its number may be used again instead.
  mutating func remember(_ refusal: Refusal, of request: RequestID) {
    assert(request <= highest, "Only a request that was counted is refused.")
    if refusal.code == .journalUnavailable || refusal.code == .journalRegressed {
      giveBack(request)
    } else {
      // An earlier grant still stands: its answer may only have been lost.
      entering.removeAll { $0 == request }
      refusals = refusals.suffix(LobbyLimits.refusalsKept - 1) + [(request, refusal)]
    }
  }

  func refusal(of request: RequestID) -> Refusal? {
    refusals.last { $0.request == request }?.refusal
  }
}
