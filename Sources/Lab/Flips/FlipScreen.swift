// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import FacedownTesting
import Game
import MatchClient
import Stage
import TermClient

/// One viewer's screen in a simulated match: told what the terminal's is told, and looked at whenever
/// somebody asks.
struct FlipScreen {
  /// A flip as it came to this viewer.
  struct Flip {
    var card: CardID
    /// When its face is to show.
    var revealAt: ServerTime
    /// What this viewer's own clock showed when it came.
    var arrivedAt: ServerTime
  }

  let guest: Guest
  /// What this viewer's clock shows; nil until it knows.
  private(set) var shown: ServerTime?
  /// The last flip that came, unless that was before the last press was made.
  private(set) var flip: Flip?
  /// Whether the last press was refused.
  private(set) var isRefused = false
  private var predictions = PredictionLog()
  private var staged: StagedLog?
  private var events = 0

  init(_ guest: Guest) {
    self.guest = guest
  }

  /// Takes in what has come since it was asked last; on time if that is asked each millisecond.
  mutating func follow(_ recording: Recording, at now: LocalTime) {
    let core = recording.core
    shown = core.shownTime(at: now)
    guard let shown, let table = core.table else { return }
    for event in recording.events.dropFirst(events) {
      predictions.note(event, core, at: now)
      note(event, at: shown)
    }
    events = recording.events.count
    if staged == nil { staged = StagedLog(table.log) }
    if staged?.log.latest.seq != table.log.latest.seq { staged?.follow(table.log) }
  }

  /// A card is chosen here and now; nothing that came before is its answer.
  mutating func choose(_ card: CardID, _ core: ClientCore, at now: LocalTime) {
    flip = nil
    isRefused = false
    predictions.choose(card, core, at: now)
  }

  /// Forgets the last flip, for another is coming.
  mutating func expectFlip() { flip = nil }

  /// What is to be seen now; nil before there is anything.
  var scene: Scene? {
    guard let staged, let shown else { return nil }
    return stage(staged, predictions.local, at: shown)
  }

  /// How a card lies here now; nil if it does not.
  func card(_ id: CardID) -> Scene.Card? { scene?.cards.first { $0.id == id } }

  private mutating func note(_ event: ClientEvent, at shown: ServerTime) {
    switch event {
    case .entry(let entry):
      guard case .flipped(let flip) = entry.event else { return }
      self.flip = Flip(card: flip.card, revealAt: flip.revealAt, arrivedAt: shown)
    case .refused(.intent(.choose), _): isRefused = true
    default: break
    }
  }
}
