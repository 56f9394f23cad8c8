// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Cells
import Game
import Interpolation
import MatchClient
import MatchUI
import Stage
import TerminalUI

/// Draws the match behind the home screen: its cards alone, faint on the felt.
///
/// What has been drawn last stays while it fades, also after the client has lost the match. The felt
/// shows through so far that whatever is written over it can be read. In a window where title and menu
/// would cover nearly all cards, there is only a line that says who plays.
struct LiveBackdrop: Sendable {
  /// How much of the match is seen at most: 0...1.
  static let strength = 0.35

  /// The smallest window in which the cards are drawn.
  static let smallest = WindowSize(columns: 120, rows: 40)

  private var match: LiveMatch?
  private var client: ClientCore?
  private var roomID = ""
  private var scenes = SceneCache()
  private var picture: TablePicture?
  /// The line beside the match; empty for none.
  private(set) var caption = ""
  /// How much of the caption is to be seen, 0...1.
  private(set) var opacity = 0.0
  /// How it changes at present.
  private(set) var motion = Frame.Motion.still
  /// When it looks different; nil for not before the next news.
  private(set) var nextChange: DisplayTime?

  /// Nothing to show yet.
  init() {}

  /// Shows a match as its client knows it from now on.
  mutating func show(_ match: LiveMatch, of client: ClientCore) {
    self.match = match
    self.client = client
    guard let table = client.table else {
      roomID = ""
      return
    }
    guard table.roomID != roomID else { return }
    roomID = table.roomID
    (scenes, picture) = (SceneCache(), nil)
  }

  /// The picture at `now`; nil if there is nothing to see.
  ///
  /// Cost: that of what has changed since the last one.
  mutating func scenery(
    _ renderStyle: RenderStyle, in size: WindowSize, at now: DisplayTime
  ) -> Scenery? {
    let time = LocalTime(now)
    (motion, nextChange) = (.still, nil)
    opacity = match?.opacity(at: time) ?? 0
    let isFading = match?.isFading(at: time) ?? false
    guard opacity > 0 || isFading else {
      (picture, caption) = (nil, "")
      return nil
    }
    var damage = draw(renderStyle, in: size, at: time)
    if isFading {
      (motion, nextChange, damage) = (.moving, now, nil)
    }
    return picture.map {
      Scenery($0.pixels, opacity: opacity * Self.strength, damage: damage)
    }
  }

  /// Draws the match at `now`, if the client still has it.
  ///
  /// - Returns: the cells that have changed; nil if all may have.
  private mutating func draw(
    _ renderStyle: RenderStyle, in size: WindowSize, at now: LocalTime
  ) -> [Area]? {
    guard let client, let table = client.table, let time = client.shownTime(at: now) else {
      return []
    }
    var viewer = ViewerState()
    viewer.motion = renderStyle.decoration.motion
    let scene = scenes.exact(table.log, viewer, at: time)
    caption = scene.liveCaption
    guard size.columns >= Self.smallest.columns, size.rows >= Self.smallest.rows else {
      picture = nil
      if scene.phase != .ended, !caption.isEmpty { caption += ": press r for the rooms" }
      return nil
    }
    motion = Frame.Motion(scene.motion)
    nextChange = scene.nextChange.flatMap { client.localTime(showing: $0) }?.onDisplay
    guard let layout = MatchLayout(alone: scene.table, in: renderStyle.viewport(size)),
      let board = layout.picture
    else {
      picture = nil
      return nil
    }
    let setting = TablePicture.Setting(
      columns: size.columns, rows: size.rows, board: board, panel: nil,
      palette: renderStyle.palette, theme: scene.theme, showsPlaces: !scene.cards.isEmpty)
    let shapes = PictureShapes(
      layout: layout, board: board, palette: setting.palette, faces: .standard,
      theme: scene.theme)
    // The picture must have one owner while it is changed, or it would be copied.
    let former = self.picture
    self.picture = nil
    let isKept = former?.setting == setting
    var picture = isKept ? former ?? TablePicture(setting) : TablePicture(setting)
    let damage = picture.show(Self.items(of: scene), shapes.shapes)
    self.picture = picture
    return isKept ? damage : nil
  }

  /// The cards, the deck and the points: what lies on the table.
  private static func items(of scene: Scene) -> [MatchDisplayList.Item] {
    var list = MatchDisplayList(
      table: scene.table, theme: scene.theme, showsPlaces: true, panel: nil)
    if let deck = scene.deck {
      list.add(MatchDisplayList.Item(MatchDisplayList.ID(.deck), z: -1, .deck(deck)))
    }
    for card in scene.cards { list.add(card) }
    for number in scene.numbers { list.add(number) }
    return list.items
  }
}
