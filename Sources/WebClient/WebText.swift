// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Game
import MatchUI
import Stage

/// A text of a frame, or of the home page.
package enum WebText: Hashable, Sendable {
  /// The state of the match in a sentence.
  case headline
  /// The coordinates being typed, or the last message; empty for none.
  case message
  /// The last event on the table.
  case news
  /// The room's code.
  case room
  /// The page's title.
  case title
  /// Facts about room and connection.
  case facts
  /// The theme of the faces.
  case theme
  /// The rules of the match.
  case rules
  /// What is open over the table.
  case dialog
  /// What may be done now.
  case actions
  /// The reactions to choose from.
  case reactions
  /// How others enter the room.
  case sharing
  /// The final standings.
  case standings
  /// What the forms of the home page offer.
  case choices
  /// The list of rooms.
  case rooms
  /// The leaderboards.
  case leaderboards
  /// The list of replays.
  case replays
  /// The replay being watched, and the buttons of its playback; empty for none.
  case playback
  /// The events on the replay's time line.
  case marks
  /// Whether the match of the replay was fair, as `good` or `bad` and a sentence.
  case verdict
  /// A player's profile, or the players of a name.
  case profile
  /// The daily deals.
  case daily
  /// A seat's mark, player, details, score and reaction.
  case seat(Int)
  /// A place and what lies there, such as `B3, face down`.
  case place(Int)
  /// A face's name, of the match's theme.
  case face(Int)
  /// The three letters that stand for a face.
  case faceCode(Int)

  private static let simple: [WebText] = [
    .headline, .message, .news, .room, .title, .facts, .theme, .rules, .dialog, .actions,
    .reactions, .sharing, .standings, .choices, .rooms, .leaderboards, .replays, .playback,
    .marks, .verdict, .profile, .daily,
  ]

  /// The text with a number: those without an index first, in order, then from 100 seats, 200
  /// places, 400 faces and 700 their letters; nil for one that there is not.
  package init?(number: Int) {
    switch number {
    case Self.simple.indices: self = Self.simple[number]
    case 100..<200: self = .seat(number - 100)
    case 200..<400: self = .place(number - 200)
    case 400..<700: self = .face(number - 400)
    case 700..<1000: self = .faceCode(number - 700)
    default: return nil
    }
  }

  /// The text of a table that nobody here plays at: what the picture needs, and what happens.
  ///
  /// The first part of the module has these texts alone (docs/web.md, "Two modules").
  func text(ofTable scene: Scene, _ screen: MatchScreen) -> String {
    switch self {
    case .headline: scene.headlineTextWithoutTime
    case .theme: scene.theme
    case .seat(let index): TableTexts.seat(index, screen, scene)
    case .place(let place): Self.text(of: place, on: scene)
    case .face(let index): ThemeFaces.standard.face(scene.theme, Face(index)).name
    case .faceCode(let index): ThemeFaces.standard.face(scene.theme, Face(index)).code
    default: ""
    }
  }

  /// The text of a scene, of the screen around it and, if it has one, of the page's title.
  func text(of scene: Scene, _ screen: MatchScreen, title: String?) -> String {
    switch self {
    case .headline where scene.phase == .waiting: return screen.invitation(in: scene)
    case .message: return screen.typed.isEmpty ? screen.message : "Card \(screen.typed)_"
    case .news: return screen.news
    case .room: return screen.roomCode
    case .title: return title ?? ""
    case .facts: return screen.facts(in: scene, between: " · ").joined(separator: " · ")
    case .rules: return Wording.sentence(Wording.rules(scene.settings, theme: scene.theme))
    case .dialog:
      let keys = screen.keys(in: scene, isTerminal: false)
      return TableTexts.dialog(
        screen, scene, keys.map { .init(keys: $0.0, meaning: $0.1) },
        rules: Wording.howToPlay(scene.settings))
    case .actions: return TableTexts.actions(screen, scene)
    case .reactions: return TableTexts.reactions(scene)
    case .sharing: return TableTexts.sharing(screen, scene)
    case .standings: return TableTexts.standings(screen, scene)
    case .choices, .rooms, .leaderboards, .replays, .playback, .marks, .verdict, .profile, .daily:
      return ""
    case .headline, .theme, .seat, .place, .face, .faceCode:
      return text(ofTable: scene, screen)
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
