// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Game
import Journal
import Lobby
import MatchServer

/// Time in which nobody could play, compared with the time that a room's log refunds.
///
/// Measured from outside: from a server's death until the room resumes, and from an append that the
/// journal does not take until one lands. The log must refund no more than that, and must refund an
/// outage in full before anything else happens in the match.
///
/// All times are the server's.
struct ClockPauseModel {
  /// Tolerance for late timers and clocks that are read at slightly different moments.
  static let tolerance = Duration.milliseconds(300)

  /// Time that may be refunded.
  private(set) var allowed = Duration.zero
  /// Outage time that must be refunded before the match resumes.
  private(set) var owed = Duration.zero
  /// When the match began to wait for the room to resume after an outage.
  private var awaySince: ServerTime?
  /// When the server died, until another has started.
  private var diedAt: ServerTime?
  /// When the oldest append that has not landed was made.
  private var stuckSince: ServerTime?

  /// Whether the match waits for the room to resume.
  var isAway: Bool { awaySince != nil }

  /// Forgets everything, as a new match does.
  mutating func reset() { self = ClockPauseModel() }

  /// The room has appended a batch.
  mutating func appended(at time: ServerTime) { stuckSince = stuckSince ?? time }

  /// The room's batch has landed.
  mutating func landed(at time: ServerTime) {
    if let stuckSince { allowed += max(time - stuckSince, .zero) }
    stuckSince = nil
  }

  /// The server dies.
  ///
  /// - Parameters:
  ///   - time: when.
  ///   - lastEntry: when the room's last entry takes effect, which may be later.
  ///   - deadline: the end of the turn, in a match with a turn limit.
  mutating func died(at time: ServerTime, lastEntry: ServerTime, deadline: ServerTime?) {
    landed(at: time)
    awaySince = min(awaySince ?? time, time)
    guard owed > .zero || deadline.map({ $0 > max(time, lastEntry) }) ?? false else { return }
    diedAt = max(time, lastEntry)
  }

  /// The clock that counts from now on is that much ahead of the one before.
  mutating func shift(by skew: Duration) {
    diedAt = diedAt.map { $0 + skew }
    awaySince = awaySince.map { $0 + skew }
  }

  /// Another server starts, which takes `lastAlive` for the end of the last one; their clocks differ by
  /// `skew`, and so may what the last one has written about itself.
  mutating func began(at time: ServerTime, lastAlive: ServerTime, skew: Duration = .zero) {
    awaySince = awaySince.map { min($0, lastAlive) }
    if let diedAt { owed += max(time - diedAt - skew, .zero) }
    // A clock set back while nothing reached the disk has used some of that time twice.
    if let awaySince { owed = min(owed, max(time - awaySince, .zero)) }
    diedAt = nil
  }

  /// The match resumes with an entry that is not a refund.
  ///
  /// - Returns: the violation, a clause without its subject; nil for none.
  mutating func resumed() -> String? {
    awaySince = nil
    defer { owed = .zero }
    return owed > .zero ? "resumes the match although \(owed) of an outage are not refunded" : nil
  }

  /// The log refunds time.
  ///
  /// - Parameters:
  ///   - length: the refund.
  ///   - time: the end of the refunded pause.
  ///   - revealAt: when two open cards are shown again after it; nil for none.
  /// - Returns: the violation, a clause without its subject; nil for none.
  mutating func refunded(
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
    if length > most { return "refunds \(length), but play was blocked for \(most) at most" }
    if length < owed { return "refunds only \(length) of an outage of \(owed)" }
    return nil
  }
}

extension InvariantChecker {
  /// Landed entries refund the time in which nobody could play, once and no more.
  func checkClockPauses(of batch: Batch, in room: RoomModel) {
    for entry in batch.entries {
      let before = room.view(entry.seq - 1)
      var clause: String?
      switch entry.event {
      case .opened: room.clockPause.reset()
      case .clockAdjusted(let length):
        let revealAt = before.faceUp.count == 2 ? before.lastRevealAt : nil
        clause = room.clockPause.refunded(length, at: entry.at, revealAt: revealAt)
      default: clause = before.isMatchRunning ? room.clockPause.resumed() : nil
      }
      guard let clause else { continue }
      complain(.refundedPauses, "Entry \(entry.seq) of room \(room.id) \(clause).")
    }
  }

  /// The server receives outcomes of its journal.
  func reported(_ outcomes: [JournalOutcome], now: ServerTime) {
    for outcome in outcomes {
      switch outcome {
      case .room(.landed(let id, _)): settled(id, now: now)
      case .room(.reread(let stored)):
        // What it waited for has landed, or never will.
        guard let room = rooms[stored.id.rawValue], room.lastSeq > room.reportedSeq else {
          continue
        }
        settled(stored.id, now: now)
      case .room, .registry: break
      }
    }
  }

  private func settled(_ id: RoomID, now: ServerTime) {
    guard let room = rooms[id.rawValue] else { return }
    room.clockPause.landed(at: now + offset)
    room.reportedSeq = room.lastSeq
    dismissAbsent(from: room)
  }
}
