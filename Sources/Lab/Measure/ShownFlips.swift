// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Game
import MatchClient
import Stage

/// Flips as one viewer's screen shows them, frame by frame: when the pressed card moves, and when
/// each face appears.
struct ShownFlips {
  /// A flip from the press to its face.
  struct Flip: Hashable, Sendable {
    var entry: Entry
    var flip: Event.Flipped
    /// When this viewer pressed; nil for another's flip.
    var pressed: LocalTime?
    /// The first frame in which the pressed card differs from what it would be without the press.
    var moved: LocalTime?
    /// When the entry arrived.
    var arrived: LocalTime
    /// How long that was after the face was due, as far as this client knows.
    var late: Duration
    /// The first frame with the face; nil if it never appeared.
    var faced: LocalTime?
  }

  private struct Press {
    var card: CardID
    var at: LocalTime
    var time: ServerTime
    var moved: LocalTime?
  }

  /// How long to wait for a face after the entry: the connection may have broken.
  private static let faceTimeout = Duration.seconds(5)

  private var local = ViewerState()
  private var staged: StagedLog?
  private var press: Press?
  private var waiting: [Flip] = []

  /// The viewer's seat is `seat` from now on.
  mutating func sat(on seat: SeatIndex?, at time: ServerTime) {
    guard local.seat(at: ServerTime(microseconds: .max)) != seat else { return }
    local.add(.seat(seat), at: time)
  }

  /// The viewer pressed `card`.
  mutating func pressed(_ card: CardID, at now: LocalTime, _ time: ServerTime) {
    press = Press(card: card, at: now, time: time)
    local.add(.chose(card), at: time)
  }

  /// The viewer's choice of `card` was refused.
  mutating func refused(_ card: CardID, at time: ServerTime) {
    if press?.card == card { press = nil }
    local.add(.refused(card), at: time)
  }

  /// A flip arrived, the viewer's own or another's.
  mutating func arrived(
    _ entry: Entry, _ flip: Event.Flipped, isOwn: Bool, at now: LocalTime, _ time: ServerTime
  ) {
    local.add(.arrived(entry.seq), at: time)
    var shown = Flip(
      entry: entry, flip: flip, arrived: now, late: max(time - flip.revealAt, .zero))
    if isOwn, let press, press.card == flip.card {
      shown.pressed = press.at
      shown.moved = press.moved
      self.press = nil
    }
    waiting.append(shown)
  }

  /// Shows the frame of `time`, which is now.
  ///
  /// - Returns: the flips whose face has appeared or never will; when the next frame differs; and
  ///   whether something moves.
  mutating func frame(
    of log: MatchLog, at now: LocalTime, _ time: ServerTime
  ) -> (shown: [Flip], next: ServerTime?, isMoving: Bool) {
    var staged = self.staged ?? StagedLog(log)
    // Only one reference may exist while it grows, or it would be copied.
    self.staged = nil
    staged.follow(log)
    let scene = stage(staged, local, at: time)
    if press.map({ $0.moved == nil }) == true || waiting.contains(where: \.isToMove) {
      let untouched = stage(staged, ViewerState(), at: time)
      for card in scene.cards where Self.differs(card, from: untouched) {
        if press?.card == card.id, press?.moved == nil { press?.moved = now }
        for index in waiting.indices
        where waiting[index].flip.card == card.id && waiting[index].isToMove {
          waiting[index].moved = now
        }
      }
    }
    self.staged = staged
    for index in waiting.indices where time >= waiting[index].flip.revealAt {
      let card = scene.cards.first { $0.id == waiting[index].flip.card }
      if card?.face != nil { waiting[index].faced = now }
    }
    let isOver = { (flip: Flip) in flip.faced != nil || now - flip.arrived > Self.faceTimeout }
    let shown = waiting.filter(isOver)
    waiting.removeAll(where: isOver)
    return (shown, scene.nextChange, scene.motion == .moving)
  }

  /// Whether the card's rotation visibly differs from the one in `scene`.
  private static func differs(_ card: Scene.Card, from scene: Scene) -> Bool {
    guard let other = scene.cards.first(where: { $0.id == card.id }) else { return true }
    return abs(other.rotation - card.rotation) > 1
  }
}

extension ShownFlips.Flip {
  /// Whether it was pressed here and has not been seen to move.
  fileprivate var isToMove: Bool { pressed != nil && moved == nil }
}
