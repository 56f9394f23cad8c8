// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Cells
import MatchUI
import Stage
import TerminalUI

/// A retained picture of the table: only cells with changed items are redrawn.
///
/// The result depends on setting and items alone, not on what was shown before. It holds a pixel
/// buffer and a grid of the window's size, and some textures.
struct TablePicture: Sendable {
  /// The parameters that stay the same from frame to frame.
  struct Setting: Hashable, Sendable {
    /// Cells across.
    var columns: Int
    /// Rows.
    var rows: Int
    /// The positions of the cards.
    var board: PictureBoard
    /// The panel's area, without felt; nil for none.
    var panel: Area?
    /// All colours.
    var palette: Palette
    /// The theme of the faces.
    var theme: String
    /// Whether empty places are marked.
    var showsPlaces: Bool
    /// A cell's size in the terminal's real pixels; nil if it shows none.
    var cell: PixelSize?
    /// Whether the terminal moves a picture without being sent it again.
    var movesPictures = false

    /// The colours of the picture.
    var colors: PictureColors { palette.picture }
  }

  /// The setting it was created for.
  let setting: Setting
  /// The cells.
  private(set) var grid: Grid
  private let background: Canvas
  private var canvas: Canvas
  private var shown: [ShownItem] = []
  private var textures: PictureTextures
  /// Whether nothing moves for now.
  private var isPaused = false
  /// The deck, the ring and what would be in motion, in real pixels; nil before one is needed.
  private var stills: StillPictures?

  /// An item of a display list and its shapes.
  private struct ShownItem {
    var item: MatchDisplayList.Item
    var shapes: [PlacedShape]
  }

  /// A shape and the cells it may touch.
  struct PlacedShape {
    var item: PictureItem
    var area: Area
  }

  /// The picture of an empty table.
  init(_ setting: Setting) {
    self.setting = setting
    let board = setting.board
    background = Canvas(backgroundOf: setting)
    canvas = background
    grid = Grid(width: setting.columns, height: setting.rows)
    grid.draw(canvas.pixels, with: board.blocks)
    textures = PictureTextures(board, setting.colors, cell: setting.cell)
  }

  /// The pixels that the cells are made of.
  var pixels: Pixels { canvas.pixels }

  /// The whole window.
  private var window: Area {
    Area(column: 0, row: 0, width: setting.columns, height: setting.rows)
  }

  /// Shows exactly these items, back to front, of which no two have the same identity.
  ///
  /// Cost: proportional to the items and to the cells of those that changed.
  ///
  /// - Parameters:
  ///   - items: the items.
  ///   - isPaused: whether nothing moves for now, so that all cards have their full colours, and are in
  ///     real pixels where there are any.
  ///   - shapes: what an item looks like; equal items must look the same in every call.
  /// - Returns: the areas that were redrawn.
  @discardableResult
  mutating func show(
    _ items: [MatchDisplayList.Item], isPaused: Bool = false,
    _ shapes: (MatchDisplayList.Item) -> [PictureItem]
  ) -> [Area] {
    var damage: [Area] = []
    if isPaused != self.isPaused {
      damage = shown.flatMap(\.shapes).filter { $0.item.isMoving }.map(\.area)
    }
    self.isPaused = isPaused
    var now: [ShownItem] = []
    now.reserveCapacity(shown.count)
    var isKept = [Bool](repeating: false, count: shown.count)
    // From frame to frame the order is nearly the same.
    var expected = 0
    for item in items {
      if case .text = item.content { continue }
      let index = index(of: item.id, from: expected)
      if let index {
        expected = index + 1
        isKept[index] = true
        if shown[index].item == item {
          now.append(shown[index])
          continue
        }
      }
      let placed = shapes(item).map {
        PlacedShape(item: $0, area: area(of: $0).intersection(window))
      }
      damage += Self.damage(from: index.map { shown[$0].shapes } ?? [], to: placed)
      now.append(ShownItem(item: item, shapes: placed))
    }
    for (old, isKept) in zip(shown, isKept) where !isKept { damage += old.shapes.map(\.area) }
    shown = now
    guard !damage.isEmpty else { return [] }
    let shapes = Self.sorted(now.flatMap(\.shapes))
    if setting.cell != nil {
      // What touches the deck or the ring decides how all of it is drawn.
      damage += StillPictures.resting(in: shapes, setting.board).filter { area in
        damage.contains { $0.intersects(area) }
      }
    }
    let areas = Self.merged(damage)
    for area in areas { redraw(area, shapes) }
    return areas
  }

  /// The index of the shown item with an identity, looked for from an index on; nil for none.
  private func index(of id: MatchDisplayList.ID, from start: Int) -> Int? {
    shown[start...].firstIndex { $0.item.id == id }
      ?? shown[..<start].firstIndex {
        $0.item.id == id
      }
  }

  /// The cells in which the shapes of an item before and after a change may differ.
  private static func damage(from old: [PlacedShape], to new: [PlacedShape]) -> [Area] {
    var damage: [Area] = []
    for index in 0..<max(old.count, new.count) {
      let before = old.indices.contains(index) ? old[index] : nil
      let after = new.indices.contains(index) ? new[index] : nil
      if before?.item == after?.item { continue }
      damage += [before, after].compactMap { $0?.area }
    }
    return damage
  }

  /// Sorts by z; stable, unlike the standard library's sort.
  private static func sorted(_ shapes: [PlacedShape]) -> [PlacedShape] {
    shapes.enumerated().sorted {
      ($0.element.item.z, $0.offset) < ($1.element.item.z, $1.offset)
    }.map { $0.element }
  }

  /// Merges areas until none overlap, so that no cell is drawn twice.
  static func merged(_ areas: [Area]) -> [Area] {
    var merged: [Area] = []
    for area in areas where area.width > 0 && area.height > 0 {
      var area = area
      while let index = merged.firstIndex(where: { $0.intersects(area) }) {
        area = area.union(merged.remove(at: index))
      }
      merged.append(area)
    }
    return merged
  }

  private mutating func redraw(_ area: Area, _ shapes: [PlacedShape]) {
    let touched = shapes.filter { $0.area.intersects(area) }
    let blocks = setting.board.blocks
    var textures = textures
    canvas.redraw(area, of: blocks, on: background) { canvas in
      for placed in touched {
        canvas.draw(
          placed.item.shape, &textures, setting.colors, cellHeight: setting.board.cellHeight)
      }
    }
    self.textures = textures
    let moving = isPaused ? [] : touched.filter { $0.item.isMoving }.map { $0.area }
    grid.draw(
      canvas.pixels, with: blocks, damage: area,
      coarse: moving.isEmpty ? nil : CoarseCells(areas: moving, background: background.pixels))
    if setting.cell != nil {
      CardPictures(setting: setting, shapes: shapes, pixels: canvas.pixels)
        .place(on: &grid, in: area, &self.textures)
    }
    guard let cell = setting.cell,
      isPaused || !StillPictures.resting(in: shapes, setting.board).isEmpty
    else { return }
    var stills = stills ?? StillPictures(setting, cell: cell)
    stills.place(
      shapes, isPaused: isPaused, on: background.pixels, grid: &grid, in: area)
    self.stills = stills
  }

  /// The cells an item may touch.
  private func area(of item: PictureItem) -> Area {
    let card = textures.card
    let box: SIMD4<Float>
    switch item.shape {
    case .card(_, let pose):
      return pose.cells(
        width: card.width, height: card.height, margin: 1, cellHeight: setting.board.cellHeight)
    case .frame(let outer, _, let glow, _): box = outer.box(margin: max(glow, 1))
    case .number(let number, let pose, _):
      let size = textures.size(of: number)
      box = pose.box(width: size.x, height: size.y, margin: 1)
    case .ring(let x, let y, let radius, _, _, _):
      let reach = radius + 0.5
      box = SIMD4(x - reach, y - reach, x + reach, y + reach)
    case .trophy(_, let columns, let rows, _, let pose):
      box = pose.box(width: Float(columns), height: Float(rows) * setting.board.cellHeight)
    case .plate(let shape, _, _, let castsShadow): box = shape.box(margin: castsShadow ? 4 : 1)
    }
    return Area(touchedBy: box, cellHeight: setting.board.cellHeight)
  }
}

extension Area {
  /// The cells that a box (left, top, right, bottom in units) touches.
  init(touchedBy box: SIMD4<Float>, cellHeight: Float) {
    func clamp(_ value: Float) -> Int { Int(min(max(value, -1), 10_000)) }
    let (left, upper) = (
      clamp(box.x.rounded(.down)), clamp((box.y / cellHeight).rounded(.down))
    )
    let (right, lower) = (clamp(box.z.rounded(.up)), clamp((box.w / cellHeight).rounded(.up)))
    self.init(
      column: left, row: upper, width: max(right - left, 0), height: max(lower - upper, 0))
  }
}

extension Pose {
  /// The cells that a card, extended by a margin, and its shadow may touch.
  func cells(width: Float, height: Float, margin: Float, cellHeight: Float) -> Area {
    var box = box(width: width, height: height, margin: margin)
    let shadow = shadow.box(width: width, height: height, margin: shadowSoftness)
    box.lowHalf = pointwiseMin(box.lowHalf, shadow.lowHalf)
    box.highHalf = pointwiseMax(box.highHalf, shadow.highHalf)
    return Area(touchedBy: box, cellHeight: cellHeight)
  }

  /// The pose moved by a distance in units.
  func moved(by distance: SIMD2<Float>) -> Pose {
    var pose = self
    (pose.x, pose.y) = (x + distance.x, y + distance.y)
    return pose
  }
}
