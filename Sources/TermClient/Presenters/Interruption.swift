// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Game
import MatchClient

/// A break in the connection as a person is told of it: calmly, and not at all if it is short.
struct Interruption: Sendable {
  /// Shorter breaks are nobody's business.
  static let timeout = Duration.milliseconds(500)

  /// When it began.
  private let began: LocalTime
  /// When the next attempt begins, or has begun.
  private var retryAt: LocalTime
  /// Why, as far as the server has said.
  private let cause: DisconnectCause
  /// The table as it was known; nil where there was none.
  private let before: MatchView?
  /// Whether the person was told of it.
  var isTold = false

  /// A break that has just begun.
  init(_ core: ClientCore, retryAt: LocalTime, cause: DisconnectCause = .silence, at now: LocalTime)
  {
    began = now
    self.cause = cause
    self.retryAt = retryAt
    before = core.table?.log.latest
  }

  /// Another attempt has come to nothing.
  mutating func goOn(retryAt: LocalTime) { self.retryAt = retryAt }

  /// Whether it has lasted so long that the person should know.
  func isWorthTelling(at now: LocalTime) -> Bool { now - began >= Self.timeout }

  /// What stands on the screen for as long as it lasts.
  func notice(at now: LocalTime) -> String {
    let seconds = self.seconds(at: now)
    let what =
      switch cause {
      case .silence: "Connection lost; trying again"
      case .restart: "The server is restarting; trying again"
      case .refusal: "The server refused the connection; trying again"
      }
    return seconds > 1 ? "\(what) (\(seconds) s)\u{2026}" : "\(what)\u{2026}"
  }

  /// When the notice reads differently next; nil for not by itself.
  func nextChange(after now: LocalTime) -> LocalTime? {
    guard isWorthTelling(at: now) else { return began + Self.timeout }
    let seconds = self.seconds(at: now)
    return seconds > 1 ? retryAt + .seconds(1 - seconds) : nil
  }

  /// What is said once it is over.
  var end: String { before == nil ? "Connected." : "Connected again." }

  /// What the person missed, once it is over; nil where nothing is worth a word.
  func missed(_ core: ClientCore) -> String? {
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
