// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Bots
import Game

// The server's own bots use the same requests as players, and are refused for the same reasons.

extension Room {
  /// The next move of one of the server's bots; nil if none is due.
  mutating func botStep(_ context: inout DecisionContext) -> Step? {
    guard view.serverBotCount > 0 else {
      if bots != nil { bots = nil }  // Mostly there are none, and a write reaches the heap.
      return nil
    }
    var table = bots ?? ServerBots(log.entries)
    defer { bots = table }
    assert(table.lastSeq == view.seq, "The server's bots have seen exactly the room's log.")
    table.settle(&context.random)
    guard let (seat, action) = table.act(at: context.now) else { return nil }
    var decision = deciding(at: Moment(now: context.now, lead: context.lead))
    do throws(Refusal) {
      switch action {
      case .ready: try decision.ready(seat, commit: []) { context.seed(for: view.settings) }
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

  /// The player who takes over an abandoned seat: a bot, as long as another person is there to play
  /// with.
  func standIn(for seat: SeatIndex) -> Player? {
    let isThere = members.contains { member in
      guard member.disconnectedAt == nil, let other = self.seat(of: member), other != seat else {
        return false
      }
      let seatView = view.seats[other.rawValue]
      return seatView.isPlaying && !seatView.isSkipped && seatView.player?.isBot == false
    }
    guard isThere else { return nil }
    return .serverBot(.medium, among: view)
  }
}

extension Decision {
  /// Seats one of the server's bots.
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
          seat: SeatIndex(free), player: .serverBot(level, among: view),
          actor: ActorNumber(view.lastActor.rawValue + 1))))
  }
}

extension Player {
  /// A bot of a level, with a name not yet used at the table.
  fileprivate static func serverBot(_ level: BotLevel, among view: MatchView) -> Player {
    let taken = view.seats.flatMap { [$0.player?.name, $0.standIn?.name] }
    // Two rounds of names are enough: at most two names are taken per seat.
    let again = (2...3).flatMap { round in BotNames.all.map { "\($0) \(round)" } }
    let free = (BotNames.all + again).first { !taken.contains($0) }
    return Player(name: free ?? BotNames.all[0], isBot: true, level: level.name)
  }
}
