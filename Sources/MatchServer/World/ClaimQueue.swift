// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Game
import Journal
import Lobby

/// Rooms that this node means to claim, and claims that the journal has not answered yet.
struct ClaimQueue: Sendable {
  /// The most claims before the journal at a time.
  static let mostAsked = 64
  /// A node that is not the first in a room's order waits for this before it claims, for each place.
  static let turnInterval = Duration.milliseconds(1500)
  /// How long a claim that the journal could not answer waits.
  static let retryInterval = Duration.seconds(1)

  private var due = TimerQueue<RoomCode>()
  /// When this node noticed that the owner of a room that is to be claimed is gone.
  private var orphaned: [RoomCode: ServerTime] = [:]
  private var asked: Set<RoomCode> = []

  /// The number of rooms to be claimed.
  var count: Int { due.armedCount + asked.count }

  /// A room is to be claimed at `time`, unless it is earlier already.
  mutating func add(_ code: RoomCode, at time: ServerTime) {
    guard !asked.contains(code) else { return }
    due.arm(code, at: time)
  }

  /// A room need not be claimed any more.
  mutating func drop(_ code: RoomCode) {
    due.disarm(code)
    orphaned[code] = nil
  }

  /// The owner of a room that is to be claimed is gone, as was noticed at `time`; the first notice
  /// counts until the room is dropped.
  mutating func orphan(_ code: RoomCode, at time: ServerTime) {
    orphaned[code] = orphaned[code] ?? time
  }

  /// When the owner of a room that is to be claimed was noticed to be gone; nil if it was not.
  func orphanedAt(_ code: RoomCode) -> ServerTime? { orphaned[code] }

  /// Takes the rooms that may be claimed by `now`, those due longest first; O(log n) for each.
  mutating func take(now: ServerTime) -> [RoomCode] {
    var codes: [RoomCode] = []
    while asked.count < Self.mostAsked, let code = due.popDue(by: now) {
      asked.insert(code)
      codes.append(code)
    }
    return codes
  }

  /// A room is being claimed at once, because somebody asks for it; false if it is already.
  mutating func ask(_ code: RoomCode) -> Bool {
    due.disarm(code)
    return asked.insert(code).inserted
  }

  /// The journal has answered a claim.
  mutating func answered(_ code: RoomCode) {
    precondition(
      asked.remove(code) != nil,
      "The journal answered a claim of \(code.rawValue) that was not made.")
  }

  /// When to look for claims that are due; nil for never, or while no more may be asked.
  var nextWake: ServerTime? { asked.count < Self.mostAsked ? due.next : nil }
}
