// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Game
import MatchClient
import SocketClient

/// A driver that plays its table to the end, match after match, with a partial memory.
struct SimulatedPlayer: ClientDriver {
  private struct Plan {
    var spot: Spot
    var at: LocalTime
  }

  private struct Spot: Hashable {
    var turningPoint: UInt64
    var cardsUp: Int
  }

  private var dice: SeededRandom
  /// Probability of remembering a face.
  private let memory: Double
  /// Maximum thinking time, in milliseconds.
  private let slowness: Int
  /// Whether it sometimes chooses before the cards it needs are shown.
  private let isHasty: Bool
  /// When it gets ready, late enough for spectators to see the waiting room; nil until it waits
  /// there.
  private var readiesAt: LocalTime?
  /// Whether it still waits for spectators.
  private var waitsForSpectators: Bool
  private var faces: [Int: Face] = [:]
  private var learnt: (room: String, generation: UInt32, seq: UInt64) = ("", 0, 0)
  private var plan: Plan?

  init(seed: UInt64, waitsForSpectators: Bool = false) {
    self.waitsForSpectators = waitsForSpectators
    dice = SeededRandom(seed: seed, stream: 102)
    memory = dice.uniform(0.5...1)
    slowness = dice.roll(50...1200)
    isHasty = dice.happens(0.3)
  }

  mutating func act(_ client: ClientCore, now: LocalTime) -> DriverActions {
    guard client.isCurrent, !client.isWaiting, let clock = client.clock, let table = client.table,
      let seat = table.seat
    else { return DriverActions() }
    let latest = table.log.latest
    let own = latest.seats[seat.rawValue]
    let spot = Spot(turningPoint: latest.lastTurningPoint, cardsUp: latest.faceUp.count)
    switch latest.phase {
    case .ended: return DriverActions()
    case .waiting where own.isReady: return DriverActions()
    case .waiting where waitsForSpectators && latest.settings.audience != .locked:
      let due = readiesAt ?? now + .seconds(6)
      readiesAt = due
      if due <= now { waitsForSpectators = false }
      return DriverActions(wake: max(due, now + .milliseconds(1)))
    case .waiting: return whenDue(spot, now) { _ in .ready }
    case .undealt where latest.takenSeats.first == seat:
      return whenDue(spot, now) { _ in .intent(.deal) }
    case .committing, .undealt, .dealing, .playing:
      if latest.seats.contains(where: { $0.hasConsented }), !own.hasConsented {
        return whenDue(spot, now) { _ in .intent(.restart) }
      }
      guard latest.hasTurn(seat), latest.faceUp.count < 2 else { return DriverActions() }
    }
    let shownAt = clock.serverTime(at: now) - clock.bound - .milliseconds(1)
    if !isHasty, table.log.view(shownAt: shownAt).seq < latest.seq {
      let next = table.log.nextShown(after: shownAt)
      return DriverActions(
        wake: next.map { clock.localTime(at: $0 + clock.bound + .milliseconds(1)) })
    }
    learn(table)
    return whenDue(spot, now) { $0.move(on: latest, from: seat) }
  }

  /// Does `action` after a thinking time, which is drawn anew for each repetition at the same spot.
  private mutating func whenDue(
    _ spot: Spot, _ now: LocalTime, _ action: (inout Self) -> ClientCommand?
  ) -> DriverActions {
    if let plan, plan.spot == spot, plan.at - now < .seconds(5) {
      guard plan.at <= now else { return DriverActions(wake: plan.at) }
      self.plan = nil
      return DriverActions(action(&self).map { pointed($0) } ?? [], wake: now + .seconds(2))
    }
    let plan = Plan(spot: spot, at: now + dice.milliseconds(20...slowness))
    self.plan = plan
    return DriverActions(wake: plan.at)
  }

  /// A command, behind the place that it is about.
  private func pointed(_ command: ClientCommand) -> [ClientCommand] {
    guard case .intent(.choose(let card)) = command else { return [command] }
    return [.point(card.slot), command]
  }

  /// Learns some of what the log shows of this deal.
  private mutating func learn(_ table: ClientTable) {
    let generation = table.log.latest.generation
    if learnt.room != table.roomID || learnt.generation != generation {
      faces = [:]
      learnt = (table.roomID, generation, table.log.base.seq)
    }
    let first = Int(max(learnt.seq, table.log.base.seq) - table.log.base.seq)
    for entry in table.log.entries.dropFirst(first) {
      guard case .flipped(let flip) = entry.event, flip.card.generation == generation,
        dice.happens(memory)
      else { continue }
      faces[flip.card.slot] = flip.face
    }
    learnt.seq = table.log.latest.seq
  }

  private mutating func move(on view: MatchView, from seat: SeatIndex) -> ClientCommand? {
    let down = view.cards.filter { $0.state == .down }
    if let first = view.faceUp.first.flatMap({ view.card($0) }) {
      let mate = down.first { faces[$0.id.slot] == first.face }
      return (mate ?? unknown(of: down)).map { .intent(.choose($0.id)) }
    }
    if view.settings.shuffle != .off, view.settings.shuffleEvery == 0,
      !view.seats[seat.rawValue].hasShuffled, dice.happens(0.05)
    {
      return .intent(.shuffle)
    }
    for card in down {
      guard let face = faces[card.id.slot] else { continue }
      if down.contains(where: { $0.id != card.id && faces[$0.id.slot] == face }) {
        return .intent(.choose(card.id))
      }
    }
    return unknown(of: down).map { .intent(.choose($0.id)) }
  }

  private mutating func unknown(of cards: [CardView]) -> CardView? {
    dice.pick(cards.filter { faces[$0.id.slot] == nil }) ?? dice.pick(cards)
  }
}
