// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import FacedownTesting
import Game
import MatchClient
import Stage
import TermClient

/// What one viewer saw at one moment.
struct SceneShot {
  /// Which viewer.
  var viewer: Int
  var scene: Scene
  /// The server's time, as the viewer's clock had it.
  var time: ServerTime
  /// The last entry the viewer had then.
  var seq: UInt64
}

/// Who sits at a screen: its client's log staged, its own list, and fingers.
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

  /// What this viewer alone knows.
  var local: ViewerState { predictions.local }

  /// When each entry came, each card was pressed last, and refused last: the judge's own account,
  /// by the viewer's time.
  private(set) var came: [UInt64: ServerTime] = [:]
  private(set) var presses: [CardID: [ServerTime]] = [:]
  private(set) var refusals: [CardID: [ServerTime]] = [:]

  /// Takes in what the client was told.
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

  /// The choice of a card, as a screen takes it.
  mutating func press(_ card: CardID, _ core: ClientCore, at now: LocalTime) {
    if let time = core.shownTime(at: now) { presses[card, default: []].append(time) }
    predictions.choose(card, core, at: now)
  }

  /// What is to be seen now; nil before there is anything.
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

  /// A card to press: the mate of the one that is up where it was seen, mostly; now and then one
  /// that waits or is up already.
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

  /// The log with every face at the moment the server took the flip.
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
