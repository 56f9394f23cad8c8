// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

public import Game
import Interpolation

/// A log prepared for the stage: its entries as tracks, built once and extended as the log grows.
///
/// A function of the log alone. Keep one beside a growing log and call `follow`: sampling a scene
/// then costs what is visible at that time, not the length of the log. It holds the tracks of every
/// card dealt since the log's base.
public struct StagedLog: Sendable {
  /// The staged log.
  public private(set) var log: MatchLog
  /// Where cards are dealt from.
  public let dealStyle: DealStyle
  /// The deals, in order of time.
  private(set) var deals: [StagedDeal] = []
  /// The flying score changes, in order of time.
  private(set) var numbers: [StagedNumber] = []
  /// The seats.
  private(set) var seats: [StagedSeat] = []
  /// The clock refills, in order of time.
  private(set) var refills: [StagedClockRefill] = []
  /// The instants when something begins or ends, in strictly ascending order.
  private(set) var changes: [ServerTime] = []
  private var view: MatchView
  /// When the last entry is shown.
  private var shownAt = ServerTime(microseconds: .min)
  private var count = 0

  /// Stages a log.
  ///
  /// Cost: proportional to the length of the log.
  ///
  /// What the base view says is under way continues on the stage: a deal, a card turning up, a pair
  /// that spins or leaves, whatever drains. What a view cannot say is over at the base: shuffled
  /// cards are at their places, players seated, points in the scores. No viewer notices, because
  /// the tail after the base covers everything that still moves.
  public init(_ log: MatchLog, dealStyle: DealStyle = .fromDeck) {
    self.log = log
    self.dealStyle = dealStyle
    view = log.base
    seats = log.base.seats.map { StagedSeat($0.isTaken ? $0.player : nil) }
    layBase()
    fold()
  }

  /// Stages the new entries of `log`, or all of it if it is not the one staged so far.
  public mutating func follow(_ log: MatchLog) {
    let isSame =
      log.base.seq == self.log.base.seq && log.entries.count >= count
      && (count == 0
        ? log.base == self.log.base : log.entries[count - 1] == self.log.entries[count - 1])
    guard isSame else {
      self = StagedLog(log, dealStyle: dealStyle)
      return
    }
    guard log.entries.count > count else { return }
    self.log = log
    fold()
  }

  /// The first instant after `time` at which something begins or ends.
  func nextChange(after time: ServerTime) -> ServerTime? {
    var (low, high) = (0, changes.count)
    while low < high {
      let middle = (low + high) / 2
      if changes[middle] <= time { low = middle + 1 } else { high = middle }
    }
    return low < changes.count ? changes[low] : nil
  }

  /// The score changes that are flying at `time`, in order of time.
  func numbers(at time: ServerTime) -> ArraySlice<StagedNumber> {
    var (low, high) = (0, numbers.count)
    while low < high {
      let middle = (low + high) / 2
      if numbers[middle].startAt <= time { low = middle + 1 } else { high = middle }
    }
    // Numbers are in order of their start, and all fly for the same time.
    var first = low
    while first > 0, time < numbers[first - 1].goneAt { first -= 1 }
    return numbers[first..<low]
  }

  /// The clock refill in progress at `time`; nil for none.
  func refill(at time: ServerTime) -> StagedClockRefill? {
    guard let last = refills.last(where: { $0.at <= time }), time < last.goneAt else { return nil }
    return last
  }

  private mutating func note(_ time: ServerTime) {
    var index = changes.count
    while index > 0, changes[index - 1] > time { index -= 1 }
    if index == 0 || changes[index - 1] != time { changes.insert(time, at: index) }
  }

  private mutating func fold() {
    for entry in log.entries[count...] {
      let before = view
      view.apply(entry)
      shownAt = max(shownAt, entry.shownAt)
      stage(entry, before: before)
    }
    count = log.entries.count
    assert(
      view.seq == log.entries.last?.seq ?? log.base.seq,
      "The staged view is the one after the last entry.")
    assert(seats.count >= view.seats.count, "Every seat of the view is staged.")
    assert(
      zip(changes.suffix(64), changes.suffix(64).dropFirst()).allSatisfy { $0 < $1 },
      "Changes are in ascending order, each instant once.")
  }

  private mutating func stage(_ entry: Entry, before: MatchView) {
    note(shownAt)
    switch entry.event {
    case .dealt: lay(view)
    case .flipped(let flip):
      if let seen = view.card(flip.card), before.card(flip.card)?.state == .down,
        let face = seen.face
      {
        change(flip.card) { [shownAt] in
          $0.turnUp(face, seq: entry.seq, from: entry.at, edge: shownAt)
        }
      }
      spinPair(by: entry.seq, before: before)
      fly(flip.scoreChanges, of: entry)
    case .turnExpired(let expired): fly(expired.scoreChanges, of: entry)
    case .settled(let settled):
      for id in settled.turnedBack where before.card(id)?.state == .up {
        change(id) { [shownAt] in $0.turnBack(at: shownAt, seq: entry.seq) }
      }
      for id in settled.cleared {
        guard let card = before.card(id), card.state != .cleared else { continue }
        change(id) { [shownAt] in $0.leave(as: card, at: shownAt, seq: entry.seq) }
      }
    case .shuffled where view.generation != before.generation:
      undeal(before, by: entry.seq)
      lay(view)
    case .shuffled: shuffle()
    case .opened: undeal(before, by: entry.seq)
    case .clockAdjusted:
      let last = StagedClockRefill(before, view, at: shownAt)
      refills.append(last)
      note(last.goneAt)
    default: break
    }
    seat(before)
  }

  private mutating func change(_ id: CardID, _ body: (inout StagedCard) -> Void) {
    guard let last = deals.indices.last,
      let index = deals[last].cards.firstIndex(where: { $0.id == id })
    else { return }
    body(&deals[last].cards[index])
    let card = deals[last].cards[index]
    if let flip = card.flips.last { note(flip.start) }
    guard let leaving = card.leaving else { return }
    assert(
      leaving.toldAt <= leaving.startsAt && leaving.startsAt <= leaving.goneAt,
      "A card that leaves is told, starts and is gone, in this order.")
    note(leaving.startsAt)
    note(leaving.goneAt)
  }

  // MARK: The cards

  private mutating func layBase() {
    guard !view.cards.isEmpty else { return }
    lay(view)
    for card in view.cards {
      switch card.state {
      case .down: break
      case .up, .matched:
        guard let face = card.face else { continue }
        change(card.id) {
          $0.turnUp(
            face, seq: 0, from: card.changedAt - Pace.halfFlip, edge: card.changedAt)
        }
        if card.state == .matched {
          change(card.id) { [view] in $0.beginSpin(at: view.lastRevealAt, seq: 0) }
        }
      case .cleared:
        // The last pair was found at the last reveal; for another pair the view does not say when.
        let foundAt =
          view.lastRevealAt <= card.changedAt
          ? view.lastRevealAt : card.changedAt - Pace.matchShows
        change(card.id) {
          if let face = card.face {
            $0.turnUp(face, seq: 0, from: $0.bornAt, edge: foundAt)
            $0.beginSpin(at: foundAt, seq: 0)
          }
          var seen = card
          seen.state = .matched
          $0.leave(as: seen, at: card.changedAt, seq: 0)
        }
      }
    }
  }

  private mutating func lay(_ view: MatchView) {
    guard let timing = view.deal else { return }
    let deal = StagedDeal(view, timing, dealStyle)
    for card in deal.cards { note(card.bornAt) }
    deals.append(deal)
  }

  private mutating func spinPair(by seq: UInt64, before: MatchView) {
    for card in view.cards where card.state == .matched && before.card(card.id)?.state != .matched {
      change(card.id) { [shownAt] in $0.beginSpin(at: shownAt, seq: seq) }
    }
  }

  private mutating func shuffle() {
    guard let last = deals.indices.last else { return }
    for card in view.cards where card.state != .cleared {
      guard let centre = deals[last].table.centre(of: card.place) else { continue }
      change(card.id) { [shownAt] in $0.fly(to: centre, at: shownAt, during: Motions.shuffle) }
    }
  }

  private mutating func undeal(_ before: MatchView, by seq: UInt64) {
    guard let last = deals.indices.last, deals[last].endedAt == nil else { return }
    var delay = 0.0
    for card in before.cards.reversed() where card.state != .cleared {
      change(card.id) { [shownAt] in
        $0.undeal(as: card, at: shownAt, seq: seq, after: delay)
      }
      delay += Motions.undealStagger
    }
    deals[last].endedAt = shownAt
  }

  // MARK: Numbers and seats

  private mutating func fly(_ changes: [ScoreChange], of entry: Entry) {
    for change in changes where change.delta != 0 {
      guard let id = change.card, let place = view.card(id)?.place,
        let centre = deals.last?.table.centre(of: place)
      else { continue }
      let number = StagedNumber(seq: entry.seq, change: change, card: id, from: centre, at: shownAt)
      assert(
        numbers.last.map { $0.startAt <= number.startAt && $0.goneAt <= number.goneAt } ?? true,
        "Flying numbers start and end in the order in which they are kept.")
      numbers.append(number)
      note(number.goneAt)
    }
  }

  private mutating func seat(_ before: MatchView) {
    while seats.count < view.seats.count { seats.append(StagedSeat(nil)) }
    for index in view.seats.indices {
      let was = before.seats.indices.contains(index) ? before.seats[index] : SeatView()
      let seat = view.seats[index]
      guard was.actor != seat.actor else { continue }
      seats[index].change(to: seat.isTaken ? seat.player : nil, at: shownAt)
    }
  }
}
