// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

public import Game
import Interpolation

/// The scene at `t`: a pure function of the log, of what only this viewer knows, and of time.
///
/// With an empty `local` all viewers of the same log get the same scene for the same time, live or
/// later, in whatever order they ask. It costs the log's length: who draws often keeps a `StagedLog`.
public func stage(_ log: MatchLog, _ local: Local, at t: ServerTime) -> Scene {
  stage(StagedLog(log), local, at: t)
}

/// The scene at `t` of a log that is staged already: the same as of the log itself.
///
/// The cost is that of the view as shown and of what is on the table, whatever the log's length.
public func stage(_ staged: StagedLog, _ local: Local, at t: ServerTime) -> Scene {
  var staging = Staging(staged, local, at: t)
  return staging.scene()
}

/// One sampling of a log: the view as shown, and the earliest instant after it that matters.
struct Staging {
  let staged: StagedLog
  let local: Local
  /// How much motion the viewer wants to see.
  let wanted: MotionPreference
  /// What the viewer's notes say by now.
  let notes: CardNotes
  let t: ServerTime
  let view: MatchView
  /// The deals of which anything is to be seen: the present one, and those still on their way out.
  let deals: [StagedDeal]
  let table: Table
  /// The time given back that clock and pies are filling up with; nil for none.
  let timeReturned: StagedReturn?
  private var nextChange: ServerTime?
  private var motion = Scene.Motion.still

  init(_ staged: StagedLog, _ local: Local, at t: ServerTime) {
    self.staged = staged
    self.local = local
    self.t = t
    let wanted = local.motion
    self.wanted = wanted
    view = staged.log.view(shownAt: t)
    notes = CardNotes(local, of: view.generation, at: t)
    deals = staged.deals.suffix(2).filter { $0.isShown(at: t, wanted) }
    table = Self.table(of: view, deals)
    timeReturned = staged.timeReturned(at: t)
    nextChange = staged.nextChange(after: t)
    if let next = staged.log.nextShown(after: t) { look(ahead: next) }
    if let next = notes.next { look(ahead: next) }
  }

  /// Something moves: each moment is another scene.
  mutating func move() { motion = .moving }

  /// Something drains or fades from `time` on.
  mutating func count(from time: ServerTime) {
    guard time <= t else { return look(ahead: time) }
    if motion == .still { motion = .counting }
  }

  /// What is left at `t`, in microseconds, of what drains from `start` to `end`; for who wants no
  /// motion rounded up to whole seconds; less `lacking`, which is still on its way back after a
  /// clock pause.
  mutating func drain(from start: ServerTime, to end: ServerTime, lacking: Int64 = 0) -> Int64 {
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

  /// The scene may be another at `time`.
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
    // Last, for each part above has looked ahead by now.
    scene.motion = motion
    scene.nextChange = motion == .still ? nextChange : t + .microseconds(1)
    return scene
  }

  /// The board as dealt, also while it goes back to the deck; before the deal the one that will be.
  private static func table(of view: MatchView, _ deals: [StagedDeal]) -> Table {
    if !view.cards.isEmpty { return Table(rows: view.rows, columns: view.columns) }
    switch view.phase {
    case .waiting, .committing: return deals.last?.table ?? Table(rows: 0, columns: 0)
    case .undealt, .dealing, .playing, .ended:
      let board = Board.fitting(cards: deckSize(view.settings))
      return Table(rows: board.rows, columns: board.columns)
    }
  }

  /// The cards of a deck, within what a table can hold whatever the settings say.
  static func deckSize(_ settings: MatchSettings) -> Int {
    2 * min(max(settings.pairs, 1), CardID.slotsPerGeneration / 2)
  }
}
