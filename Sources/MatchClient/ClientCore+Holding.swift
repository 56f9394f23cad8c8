// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Game

// Fast fingers press the second card before the first one's face shows, or before the server has
// even heard of the first. Such a choice waits here instead of being refused as too early.

extension ClientCore {
  /// A choice made before its time.
  struct Held: Sendable {
    var command: ClientCommand
    /// When it leaves; nil until the choice before it is answered.
    var until: LocalTime?
  }

  /// Sends a choice, or holds it back while the server would refuse it as too early.
  ///
  /// The last one pressed counts: one that was held before it is withdrawn. A card that is chosen
  /// already and has no answer is not chosen again.
  mutating func choose(_ command: ClientCommand, now: LocalTime) -> [ClientOutput] {
    let isRepeated = command == held?.command || pending.values.contains { $0.command == command }
    guard !isRepeated else { return [] }
    let withdrawn = held.map { [ClientOutput.event(.withdrawn($0.command))] } ?? []
    held = nil
    return withdrawn + holdOrSend(command, now: now)
  }

  /// Sends a choice that was held back, once its time has come.
  mutating func sendHeld(now: LocalTime) -> [ClientOutput] {
    guard isConnected, let held, let until = held.until, until <= now else { return [] }
    self.held = nil
    return send(held.command, now: now)
  }

  /// Gives a choice its time, once the one before it is answered.
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
