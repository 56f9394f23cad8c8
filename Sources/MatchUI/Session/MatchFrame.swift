// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

package import Cells
package import Game
package import Interpolation
package import MatchClient
package import Stage

/// The window that a match is drawn in, and its means.
package struct MatchViewport: Hashable, Sendable {
  /// The window.
  package var size: WindowSize
  /// The blocks that pictures are made of; nil if the table is drawn with characters.
  package var blocks: Blocks?
  /// A cell's height over its width.
  package var cellHeight: Float
  /// The emoji that may be drawn as characters.
  package var pictures: Pictures
  /// The motion that the viewer prefers.
  package var motion: MotionPreference
  /// Whether cards leave the last row free, because no picture can be drawn there.
  package var isLastRowFree = false
  /// Whether what rests on the table is shown in pixels finer than blocks.
  package var hasRealPixels = false

  /// A window; by default of 80 by 24 cells, with characters alone.
  package init(
    size: WindowSize = .usual, blocks: Blocks? = nil, cellHeight: Float = 2,
    pictures: Pictures = .all, motion: MotionPreference = .full
  ) {
    self.size = size
    self.blocks = blocks
    self.cellHeight = cellHeight
    self.pictures = pictures
    self.motion = motion
  }
}

/// What a session shows at a moment.
package struct MatchFrame: Sendable {
  /// The server's time that is shown.
  package let time: ServerTime
  /// The scene.
  package let scene: Scene
  /// What the screen shows beside it.
  package let screen: MatchScreen
  /// The positions of everything; nil if the window is too small, or nothing was laid out.
  package internal(set) var layout: MatchLayout?
  /// What is drawn; nil without a layout.
  package internal(set) var list: MatchDisplayList?
  /// The window's title; nil to keep the present one.
  package let title: String?
  /// The notification for a player whose window has lost the focus; nil for none.
  package let notification: String?
  /// When the next frame is due unless something moves; nil if not before the next input.
  package let nextChange: LocalTime?
}

/// The last layout, kept while nothing that it follows from changes.
package struct LayoutCache: Sendable {
  private struct Key: Hashable {
    var table: Table
    var seats: Int
    var size: WindowSize
    var blocks: Blocks?
    var cellHeight: Float
    var pictures: Pictures
    var isLastRowFree: Bool
    var hasRealPixels: Bool
  }

  private var last: (key: Key, layout: MatchLayout?)?

  /// No layout yet.
  package init() {}

  /// The layout of a scene in a window; nil if that is too small.
  package mutating func layout(of scene: Scene, in viewport: MatchViewport) -> MatchLayout? {
    let key = Key(
      table: scene.table, seats: scene.seats.count, size: viewport.size, blocks: viewport.blocks,
      cellHeight: viewport.cellHeight, pictures: viewport.pictures,
      isLastRowFree: viewport.isLastRowFree, hasRealPixels: viewport.hasRealPixels)
    if let last, last.key == key { return last.layout }
    let layout = MatchLayout(scene.table, seats: scene.seats.count, in: viewport)
    last = (key, layout)
    return layout
  }
}
