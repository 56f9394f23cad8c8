// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Game
import Stage

/// The outcome of a comparison.
struct SceneOutcome: Hashable, Sendable {
  /// Scenes compared, and differences found in them apart from single cards.
  var scenes = 0
  var different = 0
  /// Scenes that could not be compared, because entries were still in flight.
  var late = 0
  /// Cards compared, and those that differed.
  var cards = 0
  var differentCards = 0
  /// For every face that a viewer saw turn back, how long it showed.
  var exposures: [Exposure] = []

  /// How long one face showed to one viewer, as a share of the regular time.
  struct Exposure: Hashable, Sendable {
    var roundTripMilliseconds: Int
    var share: Double
  }
}

/// Compares what each viewer saw with the complete log.
struct SceneJudge {
  private(set) var outcome = SceneOutcome()
  private let staged: StagedLog
  private let viewers: [SceneViewer]
  private let flips: [Flip]
  private var prefixes: [UInt64: StagedLog] = [:]

  private struct Flip {
    var seq: UInt64
    var card: CardID
    var at: ServerTime
    var revealAt: ServerTime
    /// When it is due to turn back or to leave.
    var endsAt: ServerTime?
    /// The entry that says so.
    var endSeq: UInt64?
  }

  /// All viewers see the same from this long after the reveal, or after the arrival if that was
  /// later.
  private static let settlesIn = Duration.milliseconds(150)
  /// How long a card may look different after a choice, its refusal, or its turning back.
  private static let memory = Duration.seconds(1)
  private static let step = Duration.milliseconds(4)

  init(log: MatchLog, viewers: [SceneViewer]) {
    staged = StagedLog(log)
    self.viewers = viewers
    var flips: [Flip] = []
    for entry in log.entries {
      switch entry.event {
      case .flipped(let flip):
        flips.append(
          Flip(seq: entry.seq, card: flip.card, at: entry.at, revealAt: entry.shownAt))
      case .settled(let settled):
        for index in flips.indices where flips[index].endsAt == nil {
          let card = flips[index].card
          guard (settled.turnedBack + settled.cleared).contains(card) else { continue }
          flips[index].endsAt = entry.at
          flips[index].endSeq = entry.seq
        }
      default: break
      }
    }
    self.flips = flips
  }

  /// Compares one moment of one viewer.
  mutating func compare(_ shot: SceneShot) {
    let isLate = staged.log.entries.contains { $0.at <= shot.time && $0.seq > shot.seq }
    guard !isLate else {
      outcome.late += 1
      return
    }
    let common = stage(staged, ViewerState(), at: shot.time)
    let known = prefix(shot.seq)
    let alone = stage(known, ViewerState(), at: shot.time)
    outcome.scenes += 1
    if alone.comparable != common.comparable { outcome.different += 1 }
    // Everything but cards, and each card without a correction of the viewer's own.
    var seen = shot.scene.comparable
    var wanted = common.comparable
    seen.cards = []
    wanted.cards = []
    if seen != wanted { outcome.different += 1 }
    for card in common.cards where isSettled(card, for: shot) {
      outcome.cards += 1
      if shot.scene.cards.first(where: { $0.id == card.id }) != card { outcome.differentCards += 1 }
    }
  }

  private mutating func prefix(_ seq: UInt64) -> StagedLog {
    if let known = prefixes[seq] { return known }
    var log = MatchLog(base: staged.log.base)
    for entry in staged.log.entries where entry.seq <= seq { log.append(entry) }
    let known = StagedLog(log)
    prefixes = [seq: known]
    return known
  }

  /// Whether a card must look the same to the viewer as to all.
  private func isSettled(_ card: Scene.Card, for shot: SceneShot) -> Bool {
    let viewer = viewers[shot.viewer]
    // Both cards of a pair depend on the flip that found it.
    let own = flips.last { $0.card == card.id && $0.at <= shot.time }
    let flip =
      card.isMatched
      ? flips.last { $0.endSeq == own?.endSeq && $0.at <= shot.time } : own
    if let flip, flip.endsAt.map({ shot.time < $0 }) ?? true {
      let came = viewer.came[flip.seq] ?? flip.at
      return shot.time >= max(flip.revealAt, came) + Self.settlesIn
    }
    if let end = flip?.endsAt {
      // It turns back once that entry has arrived.
      let came = flip?.endSeq.flatMap { viewer.came[$0] } ?? end
      guard shot.time >= max(end, came) + Self.memory else { return false }
    }
    // A face-down card must look so, unless a choice of it is pending or was just refused.
    let pressed = viewer.presses[card.id]?.last { $0 <= shot.time }
    guard let pressed, flip.map({ $0.revealAt <= pressed }) ?? true else { return true }
    let refused = viewer.refusals[card.id]?.last { $0 <= shot.time && $0 >= pressed }
    return refused.map { shot.time >= $0 + Self.memory } ?? false
  }

  // MARK: Exposure

  /// Measures how long each face that turned back showed to each viewer.
  mutating func measureExposure() {
    for flip in flips {
      guard let end = flip.endsAt else { continue }
      let last = staged.log.latest.at
      guard end + .seconds(1) < last else { continue }
      let usual = shown(flip.card, from: flip.revealAt, end: end, ViewerState())
      for viewer in viewers {
        let here = shown(flip.card, from: flip.revealAt, end: end, viewer.local)
        outcome.exposures.append(
          SceneOutcome.Exposure(
            roundTripMilliseconds: viewer.roundTripMilliseconds, share: here / usual))
      }
    }
  }

  /// The number of steps for which a card shows its face.
  private func shown(
    _ card: CardID, from reveal: ServerTime, end: ServerTime, _ local: ViewerState
  ) -> Double {
    func isUp(_ time: ServerTime) -> Bool {
      stage(staged, local, at: time).cards.first { $0.id == card }?.face != nil
    }
    var first = reveal
    while first < end, !isUp(first) { first = first + Self.step }
    var last = end
    while last < end + .seconds(1), isUp(last) { last = last + Self.step }
    return Double((last - first).wholeMicroseconds)
  }
}

extension Scene {
  /// The scene without what depends on the viewer and on knowledge of the future.
  fileprivate var comparable: Scene {
    var scene = self
    scene.you = nil
    scene.motion = .still
    scene.nextChange = nil
    for index in scene.seats.indices { scene.seats[index].isYou = false }
    return scene
  }
}
