// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Game

// Fast players press the second card before the first face shows, or before the server has even
// received the first choice. Such a choice is held back here, instead of being refused as too
// early.

extension ClientCore {
  /// A choice that was made too early.
  struct Held: Sendable {
    var command: ClientCommand
    /// When it is sent; nil until the previous choice is answered.
    var until: LocalTime?
  }

  /// Sends a choice, or holds it back while the server would refuse it as too early.
  ///
  /// The last choice counts: a choice already held back is withdrawn. Repeating a choice that has
  /// no answer yet does nothing.
  mutating func choose(_ command: ClientCommand, now: LocalTime) -> [ClientOutput] {
    let isRepeated = command == held?.command || pending.values.contains { $0.command == command }
    guard !isRepeated else { return [] }
    let withdrawn = held.map { [ClientOutput.event(.withdrawn($0.command))] } ?? []
    held = nil
    return withdrawn + holdOrSend(command, now: now)
  }

  /// Sends a held choice once it is due.
  mutating func sendHeld(now: LocalTime) -> [ClientOutput] {
    guard isConnected, let held, let until = held.until, until <= now else { return [] }
    self.held = nil
    return send(held.command, now: now)
  }

  /// Schedules a held choice once the previous one is answered.
  mutating func timeHeld(now: LocalTime) -> [ClientOutput] {
    guard let held, held.until == nil, !isChoosing else { return [] }
    self.held = nil
    return holdOrSend(held.command, now: now)
  }

  private mutating func holdOrSend(_ command: ClientCommand, now: LocalTime) -> [ClientOutput] {
    guard let clock, let table, let seat = table.seat, table.log.latest.hasTurn(seat) else {
      return send(command, now: now)
    }
    guard !isChoosing else {
      held = Held(command: command, until: nil)
      return []
    }
    let until = clock.departure(arrivingNotBefore: table.log.latest.earliestChoice)
    guard until > now else { return send(command, now: now) }
    held = Held(command: command, until: until)
    return []
  }

  /// Whether a choice has no answer yet.
  private var isChoosing: Bool {
    pending.values.contains { if case .intent(.choose) = $0.command { true } else { false } }
  }
}
