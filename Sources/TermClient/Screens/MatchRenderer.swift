// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Cells
import MatchUI
import Stage
import TerminalUI

/// Draws display lists of a match as grids of cells, at the cost of what has changed since the last
/// one.
struct MatchRenderer: Sendable {
  /// The pictures and names of the faces.
  let faces: ThemeFaces
  /// The last frame's picture and textures, kept for the next one.
  private var picture: MatchPicture?

  /// A renderer before its first frame.
  init(faces: ThemeFaces = .standard) {
    self.faces = faces
  }

  /// Draws a list in a window.
  mutating func grid(
    _ list: MatchDisplayList, _ layout: MatchLayout, _ renderStyle: RenderStyle
  ) -> Grid {
    guard let board = layout.picture else {
      picture = nil
      return CharacterRasteriser.grid(list, layout, renderStyle, faces)
    }
    // The picture must have one owner while it is changed, or it would be copied.
    let before = picture
    picture = nil
    let setting = TablePicture.Setting(
      columns: layout.size.columns, rows: layout.size.rows, board: board, panel: list.panel,
      palette: renderStyle.palette, theme: list.theme, showsPlaces: list.showsPlaces,
      cell: renderStyle.graphics?.cell,
      movesPictures: renderStyle.graphics?.language == .kitty)
    let shapes = PictureShapes(
      layout: layout, board: board, palette: setting.palette, faces: faces, theme: list.theme,
      cell: setting.cell)
    let kept = before.flatMap { $0.isFor(setting, renderStyle.pictures) ? $0 : nil }
    var picture = kept ?? MatchPicture(setting, renderStyle.pictures)
    let grid = picture.draw(list, shapes, isPaused: renderStyle.isPaused)
    self.picture = picture
    return grid
  }

  /// The notice in a window that is too small for a scene.
  func notice(_ scene: Scene, _ renderStyle: RenderStyle, in size: WindowSize) -> Grid {
    let needed = MatchLayout.needed(scene.table, seats: scene.seats.count)
    return WindowNotice(needed: needed, purpose: " for the table", last: "The match continues.")
      .grid(renderStyle.menu, in: size)
  }

  /// Draws a scene with a screen's texts.
  mutating func grid(
    _ scene: Scene, _ screen: MatchScreen, _ renderStyle: RenderStyle, in size: WindowSize
  ) -> Grid {
    let viewport = renderStyle.viewport(size)
    guard let layout = MatchLayout(scene.table, seats: scene.seats.count, in: viewport) else {
      picture = nil
      return notice(scene, renderStyle, in: size)
    }
    return grid(screen.list(of: scene, layout, viewport.pictures), layout, renderStyle)
  }
}

extension RenderStyle {
  /// A window with the means of this style.
  func viewport(_ size: WindowSize) -> MatchViewport {
    var viewport = MatchViewport(
      size: size, blocks: blocks, cellHeight: cellHeight, pictures: pictures,
      motion: decoration.motion)
    // A sixel drawing that ends there scrolls the screen.
    viewport.isLastRowFree = graphics?.language == .sixel
    viewport.hasRealPixels = graphics != nil
    return viewport
  }
}
