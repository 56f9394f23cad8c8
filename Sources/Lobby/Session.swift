// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Game

/// A session in the lobby: its name, where it is, and the answers it may ask for again.
struct Session: Sendable {
  let player: Player
  /// The room it is in or has asked to enter.
  var room: RoomID?
  /// Since when it has no connection; nil while it has one.
  var disconnectedAt: ServerTime?
  /// The request by which it last opened or joined a room.
  var entering: RequestID?
  /// The request by which it last left one.
  var leaving: RequestID?
  /// Its highest request so far.
  private(set) var highest = RequestID(0)
  /// Its last refusals, oldest first.
  private var refusals: [(request: RequestID, refusal: Refusal)] = []

  init(player: Player) {
    self.player = player
  }

  /// Counts a request in, or says that it is a repeated one.
  mutating func accept(_ request: RequestID) -> Bool {
    guard request > highest else { return false }
    highest = request
    return true
  }

  /// Keeps a refusal, so that the request gets the same one again; a refusal that is no fault of
  /// the request gives its number back instead.
  mutating func remember(_ refusal: Refusal, of request: RequestID) {
    if refusal.code == .journalUnavailable {
      if highest == request { highest.rawValue -= 1 }
      return
    }
    if refusals.count == Courtesy.refusalsKept { refusals.removeFirst() }
    refusals.append((request, refusal))
  }

  func refusal(of request: RequestID) -> Refusal? {
    refusals.last { $0.request == request }?.refusal
  }
}
