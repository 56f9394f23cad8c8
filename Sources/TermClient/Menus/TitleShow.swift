// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Interpolation
import MatchUI

/// The title's animation: the cards are dealt and turned up; from then on two at a time show a pair
/// now and then.
///
/// After a few minutes it stops, so that an idle screen costs nothing.
///
/// A pure function of the seconds since the title appeared.
struct TitleShow: Hashable, Sendable {
  /// A card's pose.
  struct Card: Hashable, Sendable {
    /// How far it has moved from the middle to its place, 0...1.
    var way = 1.0
    /// Rotation in degrees: 0 shows the front, 180 the back.
    var turn = 0.0
    /// The emoji on its front; nil for its letter.
    var emoji: String?
    /// Height above the table, 0...1.
    var lift = 0.0
  }

  /// The cards, in the order of the letters.
  var cards: [Card]
  /// Whether any of them moves.
  var isMoving: Bool
  /// When one moves next, in seconds since the title appeared; nil for never.
  var nextStart: Double?

  private static let count = TitleLetter.all.count
  private static let flight = 0.4
  private static let flip = 0.5
  /// From one card to the next.
  private static let delay = 0.07
  /// When all cards have been turned up.
  private static let introEnds =
    flight + delay * Double(count - 1) + flip + delay * Double(count - 1)
  private static let pause = 5.0
  private static let shown = 1.7
  private static let second = 0.45
  /// A pair turning up and back.
  private static let act = second + 2 * turnOver + shown
  private static let turnOver = 0.9
  /// The number of pairs shown before the animation stops.
  private static let rounds = 16.0
  private static let pairs = [(1, 6), (3, 4), (0, 5), (2, 7), (4, 6), (0, 3), (1, 5), (2, 4)]
  private static let pictures = ["🦊", "🐸", "🦉", "🐼", "🐙", "🦄", "🐧", "🦁"]

  /// The cards at rest, all letters.
  static let rest = TitleShow(
    cards: Array(repeating: Card(), count: count), isMoving: false, nextStart: nil)

  private init(cards: [Card], isMoving: Bool, nextStart: Double?) {
    self.cards = cards
    self.isMoving = isMoving
    self.nextStart = nextStart
  }

  /// The cards `seconds` after the title appeared; `isDealt` skips the deal.
  init(at seconds: Double, isDealt: Bool = false) {
    self = .rest
    let time = isDealt ? seconds + Self.introEnds : seconds
    guard time >= Self.introEnds else {
      deal(at: max(time, 0))
      return
    }
    let round = ((time - Self.introEnds) / (Self.pause + Self.act)).rounded(.down)
    let within = time - Self.introEnds - round * (Self.pause + Self.act)
    let origin = isDealt ? Self.introEnds : 0
    guard round < Self.rounds else { return }
    guard within >= Self.pause else {
      nextStart = time - within + Self.pause - origin
      return
    }
    let index = Int(round.truncatingRemainder(dividingBy: Double(Self.pairs.count)))
    let (first, second) = Self.pairs[index]
    let picture = Self.pictures[index % Self.pictures.count]
    perform(first, picture, at: within - Self.pause)
    perform(second, picture, at: within - Self.pause - Self.second)
    isMoving = cards.contains { $0.lift > 0 }
    let stops =
      [0, Self.second, Self.turnOver + Self.shown]
      + [Self.second + Self.turnOver + Self.shown, Self.act]
    let next = stops.first { $0 > within - Self.pause } ?? Self.act
    nextStart = time - within + Self.pause + next - origin
  }

  private mutating func deal(at time: Double) {
    isMoving = true
    nextStart = nil
    for index in cards.indices {
      let start = Self.delay * Double(index)
      let flown = Self.part(time - start, of: Self.flight)
      let turnStart = Self.flight + Self.delay * Double(Self.count - 1) + start
      let turned = Self.part(time - turnStart, of: Self.flip)
      cards[index].way = UnitCurve.easeInOut.value(at: flown)
      cards[index].turn = 180 * (1 - UnitCurve.easeInOut.value(at: turned))
      cards[index].lift = max(Self.arch(flown), 0.5 * Self.arch(turned))
    }
  }

  /// Turns a card all the way round to a picture, and later back to its letter.
  private mutating func perform(_ index: Int, _ picture: String, at time: Double) {
    let there = Self.part(time, of: Self.turnOver)
    let back = Self.part(time - Self.turnOver - Self.shown, of: Self.turnOver)
    let turned = UnitCurve.easeInOut.value(at: back > 0 ? back : there)
    cards[index].turn = turned < 1 ? 360 * turned : 0
    let isOver = turned >= 0.5
    cards[index].emoji = (back > 0 ? !isOver : isOver) ? picture : nil
    cards[index].lift = 0.5 * Self.arch(back > 0 ? back : there)
  }

  private static func part(_ time: Double, of duration: Double) -> Double {
    min(max(time / duration, 0), 1)
  }

  /// 0 at both ends, 1 in the middle.
  private static func arch(_ part: Double) -> Double { 4 * part * (1 - part) }
}
