// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Cells
import Game
import Interpolation
import MatchUI
import Stage
import TerminalUI

/// A match as a film without words: felt, cards, deck and flying numbers, as the stage has them.
///
/// Its pixels are those of a terminal with very small cells, without the players' panel.
struct MatchFilm {
  /// Frames a second.
  static let framesPerSecond = 25
  /// The longest film.
  static let length = Duration.seconds(10)

  /// The size of a frame in pixels, which follows from the board; even, as films need it.
  let (width, height): (Int, Int)
  /// How many pixels of the film a pixel of a frame is wide and high.
  var magnification: Int { max(Self.usualHeight / height, 1) }
  /// The moments of its frames: the best seconds of the match.
  let moments: [ServerTime]
  private let timeline: MatchTimeline
  private let palette: Palette
  private let screen = MatchScreen(roomCode: "")
  private var picture: TablePicture?

  /// A film of a timeline.
  init(_ timeline: MatchTimeline, _ palette: Palette) {
    self.timeline = timeline
    self.palette = palette
    let span = timeline.highlight(of: Self.length)
    let step = Duration.seconds(1) / Self.framesPerSecond
    moments = (0..<Self.framesPerSecond * 10).map { span.lowerBound + step * $0 }
      .filter { span.contains($0) }
    let table = timeline.scene(at: span.lowerBound).table
    width = max(Self.pitch.across * table.columns + Self.margin, Self.leastWidth) & ~1
    height = (Self.pitch.down * max(table.rows, 1) + Self.margin) & ~1
  }

  /// From card to card where pictures are as large as the atlas has them, and around the board.
  private static let (pitch, margin) = ((across: 34, down: 50), 56)
  private static let leastWidth = 160
  private static let usualHeight = 540

  /// A frame as bytes: red, green and blue of each pixel, row by row.
  mutating func frame(at time: ServerTime) -> [UInt8] {
    let scene = timeline.scene(at: time)
    let viewport = MatchViewport(
      size: WindowSize(columns: width + Self.panelWidth, rows: height / 2),
      blocks: .halves, cellHeight: 2, pictures: .all, motion: .full)
    guard let layout = MatchLayout(scene.table, seats: scene.seats.count, in: viewport),
      let board = layout.picture
    else { preconditionFailure("Every table fits into a window of a film's size.") }
    let list = screen.list(of: scene, layout, .all)
    let setting = TablePicture.Setting(
      columns: viewport.size.columns, rows: viewport.size.rows, board: board, panel: nil,
      palette: palette, theme: list.theme, showsPlaces: list.showsPlaces)
    if picture?.setting != setting { picture = TablePicture(setting) }
    let shapes = PictureShapes(
      layout: layout, board: board, palette: palette, faces: .standard, theme: list.theme)
    picture?.show(list.items.filter(\.isOfTable)) { shapes.shapes(of: $0) }
    guard let pixels = picture?.pixels else { return [] }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(3 * width * height)
    for y in 0..<height {
      for color in pixels.colors[y * pixels.width..<y * pixels.width + width] {
        bytes += [color.lanes.x, color.lanes.y, color.lanes.z]
      }
    }
    return bytes
  }

  /// The columns of the panel, which is beside the board in a window as wide.
  private static let panelWidth = 32
}

extension MatchDisplayList.Item {
  /// Whether it is on the table and needs no words.
  fileprivate var isOfTable: Bool {
    switch content {
    case .card, .number: true
    default: false
    }
  }
}
