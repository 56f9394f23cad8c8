// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Bots
import Game

// The server's own bots ask as everybody asks, and are refused as everybody is.

extension Room {
  /// What a bot of the house does now; nil if none does anything.
  mutating func botStep(_ context: inout DecisionContext) -> Step? {
    guard view.seats.contains(where: { $0.botLevel != nil }) else {
      bots = nil
      return nil
    }
    var table = bots ?? ServerBots(log)
    defer { bots = table }
    table.settle(&context.random)
    guard let (seat, deed) = table.act(at: context.now) else { return nil }
    var decision = deciding(at: Moment(now: context.now, lead: context.lead))
    do throws(Refusal) {
      switch deed {
      case .ready: try decision.ready(seat, commit: [], random: &context.random)
      case .intent(.deal): try decision.deal()
      case .intent(.choose(let card)): try decision.choose(card, by: seat)
      case .intent(.restart): try decision.restart(by: seat, random: &context.random)
      case .intent: return nil
      }
      return Step(decision)
    } catch {
      table.wait(until: context.now + .seconds(1))
      return nil
    }
  }

  /// Who plays for a seat whose player has gone: a bot, as long as a person is there to play with.
  func standIn(for seat: SeatIndex) -> Player? {
    let isThere = members.players.contains { member in
      guard member.disconnectedAt == nil, let other = self.seat(of: member), other != seat else {
        return false
      }
      let chair = view.seats[other.rawValue]
      return chair.isPlaying && !chair.isSkipped && chair.player?.isBot == false
    }
    guard isThere else { return nil }
    return .houseBot(.medium, among: view)
  }
}

extension Decision {
  /// Seats a bot of the house.
  mutating func addBot(_ level: String, by actor: ActorNumber) throws(Refusal) {
    guard view.owner == actor else { throw Refusal(.roomNotOwner) }
    guard view.phase == .waiting else { throw Refusal(.roomNotWaiting) }
    guard let level = BotLevel.named(level) else {
      throw .outOfRange(
        "level", value: level, allowed: BotLevel.all.map(\.name).joined(separator: ", "))
    }
    guard let free = view.seats.firstIndex(where: { !$0.isTaken }) else {
      throw Refusal(.roomFull, [Refusal.Fact("seats", "\(view.seats.count)")])
    }
    emit(
      .seated(
        Event.Seated(
          seat: SeatIndex(free), player: .houseBot(level, among: view),
          actor: ActorNumber(view.lastActor.rawValue + 1))))
  }
}

extension Player {
  /// A bot of a level, by a name that nobody at the table has.
  fileprivate static func houseBot(_ level: BotLevel, among view: MatchView) -> Player {
    let taken = view.seats.flatMap { [$0.player?.name, $0.standIn?.name] }
    // With two names a chair taken, the second round has one that is free.
    let again = (2...3).flatMap { round in BotNames.all.map { "\($0) \(round)" } }
    let free = (BotNames.all + again).first { !taken.contains($0) }
    return Player(name: free ?? BotNames.all[0], isBot: true, level: level.name)
  }
}
