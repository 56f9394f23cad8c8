// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Game
import MatchUI
import Stage

/// A text of a frame.
package enum WebText: Hashable, Sendable {
  /// The state of the match in a sentence.
  case headline
  /// The last message; empty for none.
  case message
  /// The last event on the table.
  case news
  /// The room's code.
  case room
  /// The page's title.
  case title
  /// The quality of the connection.
  case line
  /// The theme of the faces.
  case theme
  /// A seat's player and state.
  case seat(Int)
  /// A place and what lies there, such as `B3, face down`.
  case place(Int)
  /// A face's name, of the match's theme.
  case face(Int)
  /// The three letters that stand for a face.
  case faceCode(Int)
  /// The emoji of a face; empty for none.
  case facePicture(Int)

  /// The text with a number: those of the match first, then from 100 seats, 200 places, 400 faces,
  /// 700 their letters and 1000 their emoji; nil for one that there is not.
  package init?(number: Int) {
    switch number {
    case 0: self = .headline
    case 1: self = .message
    case 2: self = .news
    case 3: self = .room
    case 4: self = .title
    case 5: self = .line
    case 6: self = .theme
    case 100..<200: self = .seat(number - 100)
    case 200..<400: self = .place(number - 200)
    case 400..<700: self = .face(number - 400)
    case 700..<1000: self = .faceCode(number - 700)
    case 1000..<1300: self = .facePicture(number - 1000)
    default: return nil
    }
  }

  func text(of frame: MatchFrame) -> String {
    let (scene, screen) = (frame.scene, frame.screen)
    switch self {
    case .headline: return scene.headlineTextWithoutTime
    case .message: return screen.message
    case .news: return screen.news
    case .room: return screen.roomCode
    case .title: return frame.title ?? ""
    case .line: return screen.line
    case .theme: return scene.theme
    case .seat(let index):
      guard scene.seats.indices.contains(index) else { return "" }
      let seat = scene.seats[index]
      guard scene.phase == .waiting else { return screen.label(of: seat, in: scene) }
      let players = scene.seats.map { $0.player }
      let name = Wording.name(seat.player, seat: seat.index, among: players)
      return seat.isTaken ? "\(name), \(screen.state(of: seat))" : "Free"
    case .place(let place): return Self.text(of: place, on: scene)
    case .face(let index): return ThemeFaces.standard.face(scene.theme, Face(index)).name
    case .faceCode(let index): return ThemeFaces.standard.face(scene.theme, Face(index)).code
    case .facePicture(let index):
      return ThemeFaces.standard.face(scene.theme, Face(index)).emoji ?? ""
    }
  }

  private static func text(of place: Int, on scene: Scene) -> String {
    guard scene.table.places.contains(place) else { return "" }
    let name = Coordinates.name(place, columns: scene.table.columns)
    guard let card = scene.cards.first(where: { $0.place == place }) else {
      return "\(name), empty"
    }
    guard let face = card.face else { return "\(name), face down" }
    let picture = ThemeFaces.standard.face(scene.theme, face).name
    return "\(name), \(picture)\(card.isMatched ? ", a pair" : "")"
  }
}
