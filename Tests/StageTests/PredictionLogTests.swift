// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Game
import Interpolation
import MatchFixtures
import Stage
import Testing

/// Flips, presses, refusals and late answers of chance, sampled as a screen samples them.
@Suite("Corrections keep within their limits", .timeLimit(.minutes(1)))
struct PredictionLogTests {
  /// One-way times in milliseconds: quick, usual, slow, and with stalls.
  private static let ways = [1...15, 20...60, 90...130, 150...260, 10...600]
  /// Few seeds in debug builds, which are slow; more in optimized ones.
  #if DEBUG
  private static let seeds: ClosedRange<UInt64> = 1...2
  #else
  private static let seeds: ClosedRange<UInt64> = 1...12
  #endif
  private static let frame = Duration.microseconds(16_667)
  /// The most that an undisturbed card turns in a frame, up or back, in degrees.
  fileprivate static let undisturbed = 14.4
  /// Twice the maximum of a card that turns up undisturbed.
  fileprivate static let warped = 27.5

  private struct Frame {
    var time: ServerTime
    var cards: [CardID: Scene.Card]
  }

  private static func frames(
    _ session: PlayoutSession, _ local: ViewerState, every step: Duration = frame,
    from start: ServerTime, to end: ServerTime
  ) -> [Frame] {
    let staged = StagedLog(session.script.log)
    var frames: [Frame] = []
    var time = start
    while time < end {
      let scene = stage(staged, local, at: time)
      frames.append(
        Frame(
          time: time,
          cards: Dictionary(uniqueKeysWithValues: scene.cards.map { ($0.id, $0) })))
      time = time + step
    }
    return frames
  }

  private static func blinks(_ card: Scene.Card) -> Bool { card.scale < 1 }

  @Test("A card never turns further in a frame than the limits allow", arguments: ways)
  func steps(ways: ClosedRange<Int>) async {
    for seed in Self.seeds {
      let session = PlayoutSession(seed: seed, ways: ways)
      for flip in session.flips {
        let start = min(flip.pressedAt ?? flip.acceptedAt, flip.acceptedAt)
        check(session, from: start, to: flip.sameFrom + .milliseconds(50), seed)
        guard let end = flip.endsAt else { continue }
        check(session, from: end, to: end + .milliseconds(650), seed)
      }
      for refusal in session.refusals {
        check(
          session, from: refusal.pressedAt, to: refusal.refusedAt + .milliseconds(200), seed)
      }
      await Task.yield()
    }
  }

  private func check(
    _ session: PlayoutSession, from start: ServerTime, to end: ServerTime, _ seed: UInt64
  ) {
    let frames = Self.frames(session, session.local, from: start, to: end)
    for (before, after) in zip(frames, frames.dropFirst()) {
      for (id, card) in after.cards {
        guard let last = before.cards[id] else { continue }
        guard !Self.blinks(card), !Self.blinks(last) else { continue }
        let turned = abs(card.rotation - last.rotation)
        let limit = session.limit(of: id, from: before.time, to: after.time)
        #expect(turned <= limit, "seed \(seed), \(id), \(after.time)")
      }
    }
  }

  @Test("Neither angle nor velocity jumps, but where a card blinks", arguments: ways)
  func continuity(ways: ClosedRange<Int>) async {
    for seed in Self.seeds {
      let session = PlayoutSession(seed: seed, ways: ways, turns: 2)
      for flip in session.flips.suffix(2) {
        let start = min(flip.pressedAt ?? flip.acceptedAt, flip.acceptedAt)
        let frames = Self.frames(
          session, session.local, every: .milliseconds(1), from: start - .milliseconds(20),
          to: max(flip.revealAt, flip.arrivedAt) + .milliseconds(400))
        let cards = frames.compactMap { $0.cards[flip.card] }
        let angles = cards.map(\.rotation)
        for index in angles.indices.dropFirst(2) {
          guard !cards[(index - 2)...index].contains(where: Self.blinks) else { continue }
          let speed = (angles[index] - angles[index - 1]) * 1000
          let before = (angles[index - 1] - angles[index - 2]) * 1000
          #expect(abs(speed) < 1730, "seed \(seed)")
          #expect(abs(speed - before) < 130, "seed \(seed), \(index) ms")
        }
      }
      await Task.yield()
    }
  }

  @Test("A face never shows before its reveal, nor on a card that waits", arguments: ways)
  func secrets(ways: ClosedRange<Int>) async {
    for seed in Self.seeds {
      let session = PlayoutSession(seed: seed, ways: ways)
      let frames = Self.frames(
        session, session.local, every: .microseconds(41_117), from: ScriptedMatch.opening,
        to: session.script.now)
      for frame in frames {
        for card in frame.cards.values {
          #expect((card.face == nil) == (card.rotation >= 90), "seed \(seed)")
          guard card.face != nil else { continue }
          #expect(!card.isChosen)
          let flip = session.flips.last { $0.card == card.id && $0.revealAt < frame.time }
          #expect(flip.map { $0.arrivedAt < frame.time } == true, "seed \(seed)")
        }
      }
    }
  }

  @Test("Soon after the reveal, or its arrival, all viewers see the same", arguments: ways)
  func sameAgain(ways: ClosedRange<Int>) {
    var compared = 0
    for seed in Self.seeds {
      let session = PlayoutSession(seed: seed, ways: ways)
      let staged = StagedLog(session.script.log)
      for flip in session.flips {
        let end = flip.endsAt ?? session.script.now
        var time = flip.sameFrom
        while time < end {
          defer { time = time + .milliseconds(37) }
          // A match found by another flip concerns its mate too.
          guard
            !session.flips.contains(where: { $0.acceptedAt <= time && time < $0.sameFrom })
          else { continue }
          let own = stage(staged, session.local, at: time).cards.first { $0.id == flip.card }
          let common = stage(staged, ViewerState(), at: time).cards.first { $0.id == flip.card }
          #expect(own == common, "seed \(seed)")
          compared += 1
        }
      }
    }
    #expect(compared > 50)
  }

  @Test("A replay shows what was shown live", arguments: ways)
  func again(ways: ClosedRange<Int>) {
    for seed in Self.seeds {
      let session = PlayoutSession(seed: seed, ways: ways)
      let staged = StagedLog(session.script.log)
      for flip in session.flips {
        var time = flip.acceptedAt
        while time < flip.sameFrom {
          let live = stage(session.log(at: time), session.local, at: time).cards
          let later = stage(staged, session.local, at: time).cards
          let (was, now) = (live.first { $0.id == flip.card }, later.first { $0.id == flip.card })
          #expect(was?.rotation == now?.rotation && was?.face == now?.face, "seed \(seed)")
          #expect(was?.scale == now?.scale && was?.lift == now?.lift, "seed \(seed)")
          time = time + .milliseconds(13)
        }
      }
    }
  }
}

extension PlayoutSession {
  /// How far a card may turn between two times, in degrees.
  fileprivate func limit(
    of card: CardID, from start: ServerTime, to end: ServerTime
  ) -> Double {
    var limit = 12.0
    for flip in flips where flip.card == card {
      // An entry that arrives in time turns another player's card up to twice as fast; the viewer's
      // own cards, and corrections after the reveal, stay within the limit of corrections.
      let isAnother = flip.pressedAt == nil && flip.arrivedAt < flip.revealAt
      if isAnother, flip.arrivedAt < end, start < flip.sameFrom {
        let isUndisturbed = flip.arrivedAt <= flip.revealAt - Pace.halfFlip
        limit = max(
          limit, isUndisturbed ? PredictionLogTests.undisturbed : PredictionLogTests.warped)
      }
      let isTurnedBack = flip.endsAt.map { $0 < end && start < $0 + .milliseconds(700) } ?? false
      if isTurnedBack { limit = max(limit, PredictionLogTests.undisturbed) }
    }
    return limit
  }
}
