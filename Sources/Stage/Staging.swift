// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

public import Game
import Interpolation

/// The scene at `t`: a pure function of log, viewer state and time.
///
/// With an empty `local` all viewers of a log get the same scene for the same time, live or later,
/// in any order. Cost: proportional to the length of the log; for frequent drawing keep a
/// `StagedLog`.
public func stage(_ log: MatchLog, _ local: ViewerState, at t: ServerTime) -> Scene {
  stage(StagedLog(log), local, at: t)
}

/// The scene at `t` of a staged log: the same as for the log itself.
///
/// Cost: one view plus what is on the table, independent of the log's length.
public func stage(_ staged: StagedLog, _ local: ViewerState, at t: ServerTime) -> Scene {
  var staging = Staging(staged, local, at: t)
  return staging.scene()
}

/// The sampling of one scene: collects the view as shown, and the next instant when the scene
/// changes.
struct Staging {
  let staged: StagedLog
  let local: ViewerState
  /// The viewer's motion preference.
  let wanted: MotionPreference
  /// The viewer's notes up to `t`, by card.
  let notes: ViewerCardState
  let t: ServerTime
  let view: MatchView
  /// The visible deals: the current one, and one that still returns to the deck.
  let deals: [StagedDeal]
  let table: Table
  /// The clock refill in progress; nil for none.
  let refill: StagedClockRefill?
  private var nextChange: ServerTime?
  private var motion = Scene.Motion.still

  init(_ staged: StagedLog, _ local: ViewerState, at t: ServerTime) {
    self.staged = staged
    self.local = local
    self.t = t
    let wanted = local.motion
    self.wanted = wanted
    view = staged.log.view(shownAt: t)
    notes = ViewerCardState(local, of: view.generation, at: t)
    precondition(
      view.seats.count <= staged.seats.count, "Every seat of a view that is shown is staged.")
    deals = staged.deals.suffix(2).filter { $0.isShown(at: t, wanted) }
    table = Self.table(of: view, deals)
    refill = staged.refill(at: t)
    nextChange = staged.nextChange(after: t)
    if let next = staged.log.nextShown(after: t) { look(ahead: next) }
    if let next = notes.next { look(ahead: next) }
  }

  /// Records that something moves, so every frame needs a new scene.
  mutating func move() { motion = .moving }

  /// Declares that something drains or fades from `time` on.
  mutating func count(from time: ServerTime) {
    guard time <= t else { return look(ahead: time) }
    if motion == .still { motion = .counting }
  }

  /// The microseconds left at `t` of a clock that drains from `start` to `end`, minus `lacking`,
  /// the part that a clock refill has not restored yet.
  ///
  /// Without motion it is rounded up to whole seconds.
  mutating func drain(from start: ServerTime, to end: ServerTime, lacking: Int64 = 0) -> Int64 {
    assert(lacking >= 0, "A refill lacks no negative time.")
    let left = (end - max(t, start)).wholeMicroseconds
    guard left > 0 else { return 0 }
    look(ahead: end)
    guard !wanted.allowsFades else {
      if lacking > 0 { move() } else { count(from: start) }
      return max(left - lacking, 0)
    }
    look(ahead: start)
    let second: Int64 = 1_000_000
    let over = left % second
    if left > second { look(ahead: end - .microseconds(left - (over > 0 ? over : second))) }
    return over > 0 ? left - over + min(second, .max - left + over) : left
  }

  /// Declares that the scene may change at `time`.
  mutating func look(ahead time: ServerTime) {
    guard time > t else { return }
    nextChange = min(nextChange ?? time, time)
  }

  mutating func scene() -> Scene {
    let you = notes.seat
    var scene = Scene(
      phase: view.phase, settings: view.settings, theme: view.theme, headline: headline,
      table: table, cards: cards(), deck: deck(), seats: seats(you: you), you: you, turn: turn(),
      scoreNotes: scoreNotes(), numbers: numbers(),
      turnsTaken: view.tally.taken,
      turnsUntilStalemate: view.phase == .playing ? view.tally.untilStalemate : nil,
      standings: view.standings, motion: .still, nextChange: nil)
    // Set last, after all parts have looked ahead.
    scene.motion = motion
    scene.nextChange = motion == .still ? nextChange : t + .microseconds(1)
    assert(
      motion != .still || nextChange.map { $0 > t } ?? true,
      "A scene at rest changes only after its own time.")
    return scene
  }

  /// The table as dealt, also while cards return to the deck; before the deal the coming one.
  private static func table(of view: MatchView, _ deals: [StagedDeal]) -> Table {
    if !view.cards.isEmpty { return Table(rows: view.rows, columns: view.columns) }
    switch view.phase {
    case .waiting, .committing: return deals.last?.table ?? Table(rows: 0, columns: 0)
    case .undealt, .dealing, .playing, .ended:
      let board = Board.fitting(cards: deckSize(view.settings))
      return Table(rows: board.rows, columns: board.columns)
    }
  }

  /// The number of cards of a deck, clamped to what a table can hold.
  static func deckSize(_ settings: MatchSettings) -> Int {
    2 * min(max(settings.pairs, 1), CardID.slotsPerGeneration / 2)
  }
}
