// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

public import Game

/// The scene at `t`: a pure function of the log, of what only this viewer knows, and of time.
///
/// With an empty `local` all viewers of the same log get the same scene for the same time, live or
/// later, in whatever order they ask. Poses jump: a card is face up from its reveal on and gone from
/// the moment its pair leaves. The cost is that of the view as shown, whatever the log's length.
public func stage(_ log: MatchLog, _ local: Local, at t: ServerTime) -> Scene {
  var staging = Staging(log, local, at: t)
  return staging.scene()
}

/// One sampling of a log: the view as shown, and the earliest instant after it that matters.
struct Staging {
  let log: MatchLog
  let local: Local
  let t: ServerTime
  let view: MatchView
  let table: Table
  private(set) var nextChange: ServerTime?

  init(_ log: MatchLog, _ local: Local, at t: ServerTime) {
    self.log = log
    self.local = local
    self.t = t
    view = log.view(shownAt: t)
    table = Self.table(of: view)
    nextChange = log.nextShown(after: t)
    if let note = local.notes.first(where: { $0.at > t }) { look(ahead: note.at) }
  }

  /// The scene may be another at `time`.
  mutating func look(ahead time: ServerTime) {
    guard time > t else { return }
    nextChange = min(nextChange ?? time, time)
  }

  mutating func scene() -> Scene {
    let you = local.seat(at: t)
    var scene = Scene(
      phase: view.phase, settings: view.settings, theme: view.theme, headline: headline,
      table: table, cards: cards(), deck: deck(), seats: seats(you: you), you: you, turn: turn(),
      scoreNotes: scoreNotes(), standings: view.standings, nextChange: nil)
    // Last, for each part above has looked ahead by now.
    scene.nextChange = nextChange
    return scene
  }

  /// The board as dealt; before the deal the one that will be.
  private static func table(of view: MatchView) -> Table {
    if !view.cards.isEmpty { return Table(rows: view.rows, columns: view.columns) }
    switch view.phase {
    case .waiting, .committing: return Table(rows: 0, columns: 0)
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
