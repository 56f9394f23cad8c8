// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Game
import Interpolation
import MatchFixtures
import Stage

/// The scenes of the fixed match as numbers.
///
/// The build for wasm32 compiles this file too, as Embedded Swift: its scenes under JavaScript are
/// compared with the same file of numbers as those of the native build.
struct FixedScenes {
  /// The number of scenes, and the time between them.
  static let count = 20
  private static let distance = Duration.milliseconds(431)

  private let staged = StagedLog(FixedMatch().log)

  /// Scene number `index`, each of its parts as a number.
  func numbers(_ index: Int) -> [Double] {
    let time = FixedMatch.opening + Self.distance * index
    let scene = stage(staged, ViewerState(), at: time)
    let motion: Double =
      switch scene.motion {
      case .still: 0
      case .counting: 1
      case .moving: 2
      }
    var numbers = [
      Double(index), motion, Double(scene.deck?.count ?? 0),
      Double(scene.turn?.seat.rawValue ?? -1),
      scene.turn?.clock?.fraction ?? -1, Double(scene.cards.count), Double(scene.numbers.count),
    ]
    for card in scene.cards {
      numbers += [
        Double(card.id.rawValue), Double(card.place), card.centre.x, card.centre.y, card.rotation,
        card.spin, card.scale, card.lift, card.z, Double(card.face?.index ?? -1), card.bonus ?? -1,
      ]
    }
    for number in scene.numbers {
      numbers += [Double(number.delta), number.centre.x, number.centre.y, number.opacity]
    }
    return numbers
  }
}
