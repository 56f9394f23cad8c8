// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Game
package import MatchClient

/// What the user sees of a lost connection: a notice with a countdown, unless the break is short.
package struct Interruption: Sendable {
  /// Breaks shorter than this are not shown.
  static let noticeDelay = Duration.milliseconds(500)

  /// When the connection was lost.
  private let began: LocalTime
  /// When the next attempt to reconnect begins, or began.
  private var retryAt: LocalTime
  /// Why the connection was lost, as far as the server has said.
  private let cause: DisconnectCause
  /// The last known view of the table; nil outside a room.
  private let before: MatchView?
  /// Whether the notice was shown.
  package var isTold = false

  /// A connection lost just now.
  package init(
    _ core: ClientCore, retryAt: LocalTime, cause: DisconnectCause = .silence, at now: LocalTime
  ) {
    began = now
    self.cause = cause
    self.retryAt = retryAt
    before = core.table?.log.latest
  }

  /// Notes that another attempt has failed.
  package mutating func attemptFailed(retryAt: LocalTime) { self.retryAt = retryAt }

  /// Whether it has lasted long enough to be shown.
  package func isWorthTelling(at now: LocalTime) -> Bool { now - began >= Self.noticeDelay }

  /// The notice to show while it lasts, with the seconds until the next attempt.
  package func notice(at now: LocalTime) -> String {
    let seconds = self.seconds(at: now)
    let what =
      switch cause {
      case .silence: "Connection lost; trying again"
      case .restart: "The server is restarting; trying again"
      case .refusal: "The server refused the connection; trying again"
      }
    return seconds > 1 ? "\(what) (\(seconds) s)\u{2026}" : "\(what)\u{2026}"
  }

  /// When the notice changes next; nil if it does not change with time alone.
  package func nextChange(after now: LocalTime) -> LocalTime? {
    guard isWorthTelling(at: now) else { return began + Self.noticeDelay }
    let seconds = self.seconds(at: now)
    return seconds > 1 ? retryAt + .seconds(1 - seconds) : nil
  }

  /// The sentence for the end of the break.
  package var end: String { before == nil ? "Connected." : "Connected again." }

  /// The summary of what was missed, after reconnecting; nil if nothing is worth mentioning.
  package func missed(_ core: ClientCore) -> String? {
    guard let before, let table = core.table else { return nil }
    let entries = table.log.entries.filter { $0.seq > before.seq }
    return MissedSentence(you: table.role == .player ? table.seat : nil)
      .sentence(for: entries, before: before, after: table.log.latest)
  }

  /// Whole seconds until the next attempt, rounded up.
  private func seconds(at now: LocalTime) -> Int64 {
    max(0, ((retryAt - now).wholeMicroseconds + 999_999) / 1_000_000)
  }
}
