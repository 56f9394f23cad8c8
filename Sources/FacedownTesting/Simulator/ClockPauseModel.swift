// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Game
import Lobby
import MatchServer

/// Time in which nobody could go on with a room's match, against the time that its log gives back.
///
/// Measured from outside: while there is no server and until the room goes on after that, and from the
/// first append that a journal does not take until one lands. What is given back is at most that; an
/// outage is given back whole, before anything else happens in the match.
///
/// All times are the server's.
struct ClockPauseModel {
  /// What the server may forgive itself by being late, or by clocks that are read a moment apart.
  static let tolerance = Duration.milliseconds(300)

  /// Time that may be given back.
  private(set) var allowed = Duration.zero
  /// Time of outages that must be given back before the match goes on.
  private(set) var owed = Duration.zero
  /// Since when the match waits for the room to go on after an outage.
  private var awaySince: ServerTime?
  /// When the server died, until there is another.
  private var diedAt: ServerTime?
  /// Since when the journal has not taken what the room decided.
  private var stuckSince: ServerTime?

  /// A match begins: nothing of the former is owed.
  mutating func reset() { self = ClockPauseModel() }

  /// The room gives the journal what it has decided.
  mutating func appended(at time: ServerTime) { stuckSince = stuckSince ?? time }

  /// The room is told that it has landed.
  mutating func landed(at time: ServerTime) {
    if let stuckSince { allowed += max(time - stuckSince, .zero) }
    stuckSince = nil
  }

  /// The server dies.
  ///
  /// - Parameters:
  ///   - time: when.
  ///   - lastEntry: when the room's last entry takes effect, which may be later.
  ///   - deadline: until when the turn lasts, in a match whose turns are limited.
  mutating func died(at time: ServerTime, lastEntry: ServerTime, deadline: ServerTime?) {
    landed(at: time)
    awaySince = min(awaySince ?? time, time)
    guard owed > .zero || deadline.map({ $0 > max(time, lastEntry) }) ?? false else { return }
    diedAt = max(time, lastEntry)
  }

  /// Another server begins, for which the last was alive until `lastAlive`.
  mutating func began(at time: ServerTime, lastAlive: ServerTime) {
    awaySince = awaySince.map { min($0, lastAlive) }
    if let diedAt { owed += max(time - diedAt, .zero) }
    // A clock that was set back while nothing reached the disk has used some of that time twice.
    if let awaySince { owed = min(owed, max(time - awaySince, .zero)) }
    diedAt = nil
  }

  /// Something else happens in the match.
  ///
  /// - Returns: what is wrong, a sentence without its subject; nil if nothing is.
  mutating func wentOn() -> String? {
    awaySince = nil
    defer { owed = .zero }
    return owed > .zero ? "goes on before \(owed) of an outage are given back" : nil
  }

  /// So much is given back at a time.
  ///
  /// - Parameters:
  ///   - length: how much.
  ///   - time: up to when.
  ///   - revealAt: from when on two cards that are up may be shown again; nil for none.
  /// - Returns: what is wrong, a sentence without its subject; nil if nothing is.
  mutating func gaveBack(
    _ length: Duration, at time: ServerTime, revealAt: ServerTime?
  ) -> String? {
    if let awaySince { allowed += max(time - awaySince, .zero) }
    if let stuckSince { allowed += max(time - stuckSince, .zero) }
    let shown = revealAt.map { max(time - $0, .zero) } ?? .zero
    let most = max(allowed, shown) + Self.tolerance
    defer {
      awaySince = nil
      if stuckSince != nil { stuckSince = time }
      allowed = max(allowed - length, .zero)
      owed = .zero
    }
    if length > most { return "gives back \(length), and nobody could go on for \(most)" }
    if length < owed { return "gives back \(length) of an outage of \(owed)" }
    return nil
  }
}

extension Witness {
  /// What has landed gives back the time in which nobody could go on, once and no more.
  func checkStandstills(of batch: Batch, in room: RoomBook) {
    for entry in batch.entries {
      let before = room.view(entry.seq - 1)
      var clause: String?
      switch entry.event {
      case .opened: room.clockPause.reset()
      case .clockAdjusted(let length):
        let revealAt = before.faceUp.count == 2 ? before.lastRevealAt : nil
        clause = room.clockPause.gaveBack(length, at: entry.at, revealAt: revealAt)
      default: clause = before.isMatchRunning ? room.clockPause.wentOn() : nil
      }
      guard let clause else { continue }
      complain(.timeGivenBack, "Entry \(entry.seq) of room \(room.id) \(clause).")
    }
  }

  /// The server is told what became of what it gave its journal.
  func told(_ outcomes: [JournalOutcome], now: ServerTime) {
    for outcome in outcomes {
      switch outcome {
      case .landed(let id): settled(id, now: now)
      case .reread(let stored):
        // What was awaited is there, or never will be.
        guard let room = rooms[stored.id.rawValue], room.lastSeq > room.toldSeq else { continue }
        settled(stored.id, now: now)
      case .failed, .kept, .notKept, .watches, .watchesNot, .noted, .notNoted: break
      }
    }
  }

  private func settled(_ id: RoomID, now: ServerTime) {
    guard let room = rooms[id.rawValue] else { return }
    room.clockPause.landed(at: now + offset)
    room.toldSeq = room.lastSeq
    dismissAbsent(from: room)
  }
}
