// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import FacedownTesting
import Game
import MatchClient
import MatchUI
import Stage
import TermClient

/// One viewer's screen in a simulated match: it gets the same events as the terminal's, and can be
/// inspected at any time.
struct FlipScreen {
  /// A flip as it reached this viewer.
  struct Flip {
    var card: CardID
    /// When its face is due.
    var revealAt: ServerTime
    /// This viewer's local time when it arrived.
    var arrivedAt: ServerTime
  }

  let guest: Guest
  /// This viewer's estimate of server time; nil until it has one.
  private(set) var shown: ServerTime?
  /// The last flip that arrived, unless before the last press.
  private(set) var flip: Flip?
  /// Whether the last press was refused.
  private(set) var isRefused = false
  private var predictions = PredictionLog()
  private var staged: StagedLog?
  private var events = 0

  init(_ guest: Guest) {
    self.guest = guest
  }

  /// Takes in new entries and refusals; exact if called every millisecond.
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

  /// Chooses a card; nothing that arrived before is its answer.
  mutating func choose(_ card: CardID, _ core: ClientCore, at now: LocalTime) {
    flip = nil
    isRefused = false
    predictions.choose(card, core, at: now)
  }

  /// Forgets the last flip, because another is expected.
  mutating func expectFlip() { flip = nil }

  /// The current scene; nil before there is one.
  var scene: Scene? {
    guard let staged, let shown else { return nil }
    return stage(staged, predictions.local, at: shown)
  }

  /// A card's current pose; nil if it is not on the table.
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
