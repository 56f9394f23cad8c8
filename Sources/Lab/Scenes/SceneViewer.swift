// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import FacedownTesting
import Game
import MatchClient
import MatchUI
import Stage
import TermClient

/// What one viewer saw at one moment.
struct SceneShot {
  /// The viewer's number.
  var viewer: Int
  var scene: Scene
  /// The server's time, as the viewer's clock had it.
  var time: ServerTime
  /// The last entry the viewer had then.
  var seq: UInt64
}

/// A viewer: its client's staged log, its predictions, and its key presses.
struct SceneViewer {
  let guest: Guest
  let roundTripMilliseconds: Int
  private let mutation: SceneTrial.Mutation?
  private var predictions = PredictionLog()
  private var staged: StagedLog?
  /// Faces seen, by card.
  private var seen: [CardID: Face] = [:]

  init(_ guest: Guest, roundTripMilliseconds: Int, _ mutation: SceneTrial.Mutation?) {
    self.guest = guest
    self.roundTripMilliseconds = roundTripMilliseconds
    self.mutation = mutation
  }

  /// What only this viewer knows.
  var local: ViewerState { predictions.local }

  /// When each entry arrived, each card was last pressed, and last refused, in the viewer's time:
  /// records for the judge.
  private(set) var came: [UInt64: ServerTime] = [:]
  private(set) var presses: [CardID: [ServerTime]] = [:]
  private(set) var refusals: [CardID: [ServerTime]] = [:]

  /// Takes in an event of the client.
  mutating func take(_ event: ClientEvent, _ core: ClientCore, at now: LocalTime) {
    keep(event, at: core.shownTime(at: now) ?? .zero)
    if mutation == .deafToRefusals, case .refused = event { return }
    var now = now
    if mutation == .slowToFollow, case .entry = event { now = now + .milliseconds(60) }
    predictions.note(event, core, at: now)
  }

  private mutating func keep(_ event: ClientEvent, at time: ServerTime) {
    switch event {
    case .entry(let entry): came[entry.seq] = time
    case .refused(.intent(.choose(let card)), _), .withdrawn(.intent(.choose(let card))):
      refusals[card, default: []].append(time)
    default: break
    }
  }

  /// Chooses a card, as a screen does.
  mutating func press(_ card: CardID, _ core: ClientCore, at now: LocalTime) {
    if let time = core.shownTime(at: now) { presses[card, default: []].append(time) }
    predictions.choose(card, core, at: now)
  }

  /// The current scene; nil before there is one.
  mutating func look(
    _ core: ClientCore, at now: LocalTime
  ) -> (scene: Scene, time: ServerTime, seq: UInt64)? {
    guard let log = core.table?.log, let time = core.shownTime(at: now) else { return nil }
    let shown = mutation == .ignoringReveal ? Self.hasty(log) : log
    var staged = self.staged ?? StagedLog(shown)
    self.staged = nil
    staged.follow(shown)
    let scene = stage(staged, predictions.local, at: time)
    self.staged = staged
    for card in scene.cards { if let face = card.face { seen[card.id] = face } }
    return (scene, time, log.latest.seq)
  }

  /// A card to press: mostly the mate of the open card if it was seen, now and then one that is
  /// pending or already open.
  func pick(_ scene: Scene, _ dice: inout SeededRandom) -> CardID? {
    let down = scene.cards.filter { $0.face == nil && !$0.isChosen && !$0.isMatched }
    guard !down.isEmpty else { return nil }
    let up = scene.cards.first { $0.face != nil && !$0.isMatched }
    if let up, dice.happens(0.5),
      let mate = down.first(where: { seen[$0.id] == up.face && $0.id != up.id })
    {
      return mate.id
    }
    return down[Int(dice.uniform(0...Double(down.count)).rounded(.down)) % down.count].id
  }

  /// The log with every face revealed when the server accepted the flip.
  private static func hasty(_ log: MatchLog) -> MatchLog {
    var hasty = MatchLog(base: log.base)
    for entry in log.entries {
      var entry = entry
      if case .flipped(var flip) = entry.event {
        flip.revealAt = entry.at
        entry.event = .flipped(flip)
      }
      hasty.append(entry)
    }
    return hasty
  }
}
