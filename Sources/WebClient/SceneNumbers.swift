// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

package import Game
import Interpolation
package import MatchClient
package import MatchUI
package import Stage

/// A frame as numbers, for a script that draws it: a head, then cards, flying numbers and seats.
///
/// `docs/web.md` says what each number means; the order is the page's interface to this module.
package enum SceneNumbers {
  /// How many numbers the head has.
  package static let headCount = 26
  /// Those of a card.
  package static let cardCount = 13
  /// Those of a flying number.
  package static let numberCount = 6
  /// Those of a seat.
  package static let seatCount = 5

  /// The numbers of a scene and its screen at a server's time, whose next change is due at
  /// `nextChange` here; nil for none.
  package static func numbers(
    of scene: Scene, _ screen: MatchScreen, at time: ServerTime, nextChange: LocalTime?
  ) -> [Double] {
    var numbers: [Double] = []
    numbers.reserveCapacity(
      headCount + cardCount * scene.cards.count + numberCount * scene.numbers.count
        + seatCount * scene.seats.count)
    numbers += head(of: scene, screen, at: time, nextChange: nextChange)
    for card in scene.cards { numbers += self.numbers(of: card) }
    for number in scene.numbers { numbers += self.numbers(of: number) }
    for seat in scene.seats { numbers += self.numbers(of: seat) }
    return numbers
  }

  private static func head(
    of scene: Scene, _ screen: MatchScreen, at time: ServerTime, nextChange: LocalTime?
  ) -> [Double] {
    let motion: Double =
      switch scene.motion {
      case .still: 0
      case .counting: 1
      case .moving: 2
      }
    var numbers: [Double] = [
      motion, Double(nextChange?.microseconds ?? -1), Double(time.microseconds),
      phase(scene.phase), Double(scene.table.rows), Double(scene.table.columns),
    ]
    let deck = scene.deck
    numbers += [Double(deck?.count ?? 0), deck?.centre.x ?? -1, deck?.centre.y ?? -1]
    numbers += [Double(scene.you?.rawValue ?? -1), Double(scene.turn?.seat.rawValue ?? -1)]
    let clock = scene.turn?.clock
    numbers += [clock?.fraction ?? -1, Double(clock?.secondsLeft ?? -1), headline(scene.headline)]
    numbers.append(
      flags([scene.isYourTurn, screen.mayShuffle, screen.isMessageBad, screen.isCutOff]))
    numbers += [scene.settings.pairs, scene.turnsTaken, screen.audience].map { Double($0) }
    numbers += [scene.cards.count, scene.numbers.count].map { Double($0) }
    numbers += [scene.seats.count, scene.standings.count].map { Double($0) }
    let ghost = screen.ghost
    numbers += [Double(ghost?.seat.rawValue ?? -1), ghost?.centre.x ?? 0, ghost?.centre.y ?? 0]
    numbers.append(ghost?.opacity ?? 0)
    assert(numbers.count == headCount, "The head has as many numbers as the page reads.")
    return numbers
  }

  private static func numbers(of card: Scene.Card) -> [Double] {
    [
      Double(card.id.rawValue), Double(card.place), card.centre.x, card.centre.y, card.rotation,
      card.spin, card.scale, card.opacity, card.lift, card.z, Double(card.face?.index ?? -1),
      card.bonus ?? -1,
      flags([card.isMatched, card.isHighlighted, card.isChosen, card.isRefused])
        + Double(card.warmth << 4),
    ]
  }

  private static func numbers(of number: Scene.FlyingNumber) -> [Double] {
    [
      Double(number.seq), Double(number.delta), number.centre.x, number.centre.y, number.opacity,
      Double(number.seat.rawValue),
    ]
  }

  private static func numbers(of seat: Scene.Seat) -> [Double] {
    [
      Double(seat.score), Double(seat.pairs), seat.leaver?.presence ?? seat.presence,
      flags([
        seat.isTaken, seat.isYou, seat.isOwner, seat.isTurn, seat.isReady, seat.isAway,
        seat.hasStandIn, seat.hasResigned, seat.wantsRestart, seat.player?.isBot ?? false,
      ]),
      Double(seat.index.rawValue),
    ]
  }

  /// Yes or no, the first in the lowest bit.
  private static func flags(_ flags: [Bool]) -> Double {
    Double(flags.enumerated().reduce(0) { $0 | ($1.element ? 1 << $1.offset : 0) })
  }

  private static func phase(_ phase: MatchView.Phase) -> Double {
    switch phase {
    case .waiting: 0
    case .committing: 1
    case .undealt: 2
    case .dealing: 3
    case .playing: 4
    case .ended: 5
    }
  }

  private static func headline(_ headline: Scene.Headline) -> Double {
    switch headline {
    case .waiting: 0
    case .committing: 1
    case .undealt: 2
    case .dealing: 3
    case .turn: 4
    case .pair: 5
    case .mismatch: 6
    case .betweenTurns: 7
    case .shuffling: 8
    case .paused: 9
    case .ended: 10
    }
  }
}
