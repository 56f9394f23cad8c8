// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Game
import Interpolation
import MatchFixtures
import Stage

/// A match as one viewer on a random connection saw it: arrivals, presses and refusals.
struct PlayoutSession {
  /// The times of one flip.
  struct Flip {
    var card: CardID
    /// When the server accepted it.
    var acceptedAt: ServerTime
    var revealAt: ServerTime
    /// When its entry arrived.
    var arrivedAt: ServerTime
    /// When this viewer pressed the card; nil for another player's flip.
    var pressedAt: ServerTime?
    /// When the card turns back or leaves; nil while it is up.
    var endsAt: ServerTime?

    /// From when on this viewer must see it like everyone else.
    var sameFrom: ServerTime { max(revealAt, arrivedAt) + .milliseconds(150) }
  }

  private(set) var script: ScriptedMatch
  private(set) var local = ViewerState()
  private(set) var flips: [Flip] = []
  /// Presses of cards that were refused, and when.
  private(set) var refusals: [(card: CardID, pressedAt: ServerTime, refusedAt: ServerTime)] = []
  /// When each entry arrived, by its index in the log.
  private(set) var arrivals: [ServerTime] = []
  private var dice: Dice

  /// Some turns of two players over a link with one-way times of `ways` milliseconds.
  init(seed: UInt64, ways: ClosedRange<Int>, turns: Int = 4) {
    dice = Dice(state: seed)
    script = ScriptedMatch(faces: (0..<16).map { $0 / 2 })
    script.begin()
    script.deal()
    local.add(.seat(SeatIndex(0)), at: ScriptedMatch.opening)
    for _ in 0..<turns where script.view.turn != nil { play(ways) }
    script.pass(.seconds(3))
    for entry in script.log.entries.suffix(from: arrivals.count) { arrivals.append(entry.at) }
    for index in flips.indices { flips[index].endsAt = end(of: flips[index]) }
  }

  /// The log as it had come to this viewer by `time`.
  func log(at time: ServerTime) -> MatchLog {
    var log = MatchLog()
    for (entry, arrival) in zip(script.log.entries, arrivals) where arrival <= time {
      log.append(entry)
    }
    return log
  }

  private mutating func play(_ ways: ClosedRange<Int>) {
    let isOwn = script.turnSeat == SeatIndex(0)
    let down = script.view.cards.filter { $0.state == .down }
    let first = dice.pick(down)
    let isPair = dice.below(3) == 0
    let others = down.filter { $0.id != first.id }
    let second =
      isPair
      ? others.first { $0.id.slot / 2 == first.id.slot / 2 } ?? dice.pick(others)
      : dice.pick(others)
    for card in [first, second] {
      if !isOwn, dice.below(3) == 0 { pressInVain(dice.pick(others), ways) }
      script.pass(.milliseconds(dice.below(700)))
      flip(card, isOwn, ways)
    }
    script.pass(script.view.settings.reveal + .milliseconds(1100))
  }

  private mutating func flip(_ card: CardView, _ isOwn: Bool, _ ways: ClosedRange<Int>) {
    let known = script.log.entries.count
    for entry in script.log.entries.suffix(from: arrivals.count) { note(entry.at) }
    script.choose(card.place)
    let accepted = script.now - Pace.halfFlip
    let arrival = max(accepted + .milliseconds(dice.within(ways)), arrivals.last ?? accepted)
    var flip = Flip(
      card: card.id, acceptedAt: accepted, revealAt: script.now, arrivedAt: arrival)
    if isOwn {
      let pressed = accepted - .milliseconds(dice.within(ways))
      flip.pressedAt = pressed
      local.add(.chose(card.id), at: pressed)
    }
    for entry in script.log.entries.suffix(from: known) {
      note(arrival)
      if case .flipped = entry.event { local.add(.arrived(entry.seq), at: arrival) }
    }
    flips.append(flip)
    script.pass(.milliseconds(dice.below(400)))
  }

  /// A press out of turn, as a screen that lags behind may let it happen.
  private mutating func pressInVain(_ card: CardView, _ ways: ClosedRange<Int>) {
    let pressed = script.now
    let refused = pressed + .milliseconds(dice.within(ways) + dice.within(ways))
    local.add(.chose(card.id), at: pressed)
    local.add(.refused(card.id), at: refused)
    refusals.append((card.id, pressed, refused))
  }

  private mutating func note(_ arrival: ServerTime) {
    arrivals.append(max(arrival, arrivals.last ?? arrival))
  }

  private func end(of flip: Flip) -> ServerTime? {
    script.log.entries.first { entry in
      guard entry.at > flip.revealAt, case .settled(let settled) = entry.event else { return false }
      return (settled.turnedBack + settled.cleared).contains(flip.card)
    }?.at
  }
}

/// Numbers from a seed: SplitMix64.
struct Dice {
  var state: UInt64

  mutating func below(_ count: Int) -> Int {
    state &+= 0x9e37_79b9_7f4a_7c15
    var z = state
    z = (z ^ (z >> 30)) &* 0xbf58_476d_1ce4_e5b9
    z = (z ^ (z >> 27)) &* 0x94d0_49bb_1331_11eb
    return Int((z ^ (z >> 31)) % UInt64(count))
  }

  mutating func within(_ range: ClosedRange<Int>) -> Int {
    range.lowerBound + below(range.count)
  }

  mutating func pick<Element>(_ elements: [Element]) -> Element { elements[below(elements.count)] }
}
