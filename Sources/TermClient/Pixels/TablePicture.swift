// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

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
    var colors: PictureColors
    /// Whether empty places are marked.
    var showsPlaces: Bool
  }

  /// The setting it was created for.
  let setting: Setting
  /// The cells.
  private(set) var grid: Grid
  private let background: Canvas
  private var canvas: Canvas
  private var shown: [PictureItem.ID: PlacedItem] = [:]
  private var textures: PictureTextures

  /// An item and the cells it may touch.
  struct PlacedItem: Hashable, Sendable {
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
    textures = PictureTextures(board, setting.colors)
  }

  /// The whole window.
  private var window: Area {
    Area(column: 0, row: 0, width: setting.columns, height: setting.rows)
  }

  /// Shows exactly these items.
  ///
  /// Cost: proportional to the cells of changed items.
  ///
  /// Of several items with one id the last one counts.
  mutating func show(_ items: [PictureItem]) {
    var damage: [Area] = []
    var now: [PictureItem.ID: PlacedItem] = [:]
    now.reserveCapacity(items.count)
    var placed: [PlacedItem] = []
    placed.reserveCapacity(items.count)
    for item in items {
      if let before = shown[item.id], before.item == item {
        placed.append(before)
      } else {
        let area = area(of: item).intersection(window)
        placed.append(PlacedItem(item: item, area: area))
        damage.append(area)
        if let before = shown[item.id] { damage.append(before.area) }
      }
      now[item.id] = placed[placed.count - 1]
    }
    for (id, before) in shown where now[id] == nil { damage.append(before.area) }
    shown = now
    guard !damage.isEmpty else { return }
    placed = Self.sorted(placed)
    for area in Self.merged(damage) { redraw(area, placed) }
  }

  /// Sorts by z; stable, unlike the standard library's sort.
  private static func sorted(_ items: [PlacedItem]) -> [PlacedItem] {
    items.enumerated().sorted {
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

  private mutating func redraw(_ area: Area, _ items: [PlacedItem]) {
    let touched = items.filter { $0.area.intersects(area) }
    let blocks = setting.board.blocks
    var textures = textures
    canvas.redraw(area, of: blocks, on: background) { canvas in
      for placed in touched {
        canvas.draw(
          placed.item.shape, &textures, setting.colors, cellHeight: setting.board.cellHeight)
      }
    }
    self.textures = textures
    let moving = touched.filter { $0.item.isMoving }.map { $0.area }
    grid.draw(
      canvas.pixels, with: blocks, damage: area,
      coarse: moving.isEmpty ? nil : CoarseCells(areas: moving, background: background.pixels))
  }

  /// The cells an item may touch.
  private func area(of item: PictureItem) -> Area {
    let card = textures.card
    var box: SIMD4<Float>
    switch item.shape {
    case .card(_, let pose):
      box = pose.box(width: card.width, height: card.height, margin: 1)
      let shadow = pose.shadow.box(
        width: card.width, height: card.height, margin: pose.shadowSoftness)
      box.lowHalf = pointwiseMin(box.lowHalf, shadow.lowHalf)
      box.highHalf = pointwiseMax(box.highHalf, shadow.highHalf)
    case .frame(let outer, _, let glow, _): box = outer.box(margin: max(glow, 1))
    case .number(let number, let pose, _):
      let size = textures.size(of: number)
      box = pose.box(width: size.x, height: size.y, margin: 1)
    case .ring(let x, let y, let radius, let width, _, _):
      let reach = radius + width + 1
      box = SIMD4(x - reach, y - reach, x + reach, y + reach)
    case .plate(let shape, _, _, let castsShadow): box = shape.box(margin: castsShadow ? 4 : 1)
    }
    let height = setting.board.cellHeight
    func clamp(_ value: Float) -> Int { Int(min(max(value, -1), 10_000)) }
    let (left, upper) = (clamp(box.x.rounded(.down)), clamp((box.y / height).rounded(.down)))
    let (right, lower) = (clamp(box.z.rounded(.up)), clamp((box.w / height).rounded(.up)))
    return Area(
      column: left, row: upper, width: max(right - left, 0), height: max(lower - upper, 0))
  }
}
