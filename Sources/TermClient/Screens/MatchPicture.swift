// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Cells
import MatchUI
import Stage
import TerminalUI

/// Draws display lists in pixels: a retained picture with text over it.
///
/// Only what differs from the last list is drawn: the shapes of changed items, and the text in
/// their rows and in those of changed lines.
struct MatchPicture: Sendable {
  private var table: TablePicture
  /// The last list's items.
  private var items: [MatchDisplayList.Item] = []
  /// The picture with text; nil before the first list.
  private var grid: Grid?
  /// The emoji that may be drawn as characters.
  private let pictures: Pictures

  /// The picture of an empty table.
  init(_ setting: TablePicture.Setting, _ pictures: Pictures) {
    table = TablePicture(setting)
    self.pictures = pictures
  }

  /// Whether this is a picture for a setting and these emoji.
  func isFor(_ setting: TablePicture.Setting, _ pictures: Pictures) -> Bool {
    table.setting == setting && self.pictures == pictures
  }

  /// Draws a list.
  ///
  /// - Parameters:
  ///   - list: the list, made for this picture's setting.
  ///   - shapes: what items look like, the same in every call.
  ///   - isPaused: whether nothing moves for now.
  /// - Returns: the picture with its text.
  mutating func draw(
    _ list: MatchDisplayList, _ shapes: PictureShapes, isPaused: Bool = false
  ) -> Grid {
    let damage = table.show(list.items, isPaused: isPaused, shapes.shapes)
    var rows = [Bool](repeating: grid == nil, count: table.setting.rows)
    for area in damage {
      for row in area.rows.clamped(to: rows.indices) { rows[row] = true }
    }
    Self.mark(&rows, where: items, differs: list.items)
    items = list.items
    let before = grid ?? table.grid
    grid = nil
    let drawn = PictureText.grid(
      list, over: table.grid, rows: rows, before: before, shapes, pictures)
    grid = drawn
    return drawn
  }

  /// Marks the rows in which the text of two lists differs.
  ///
  /// Whatever else can change text, such as a card that covers the deck's number, has a shape that
  /// changes in the same rows.
  private static func mark(
    _ rows: inout [Bool], where old: [MatchDisplayList.Item],
    differs new: [MatchDisplayList.Item]
  ) {
    func next(_ items: [MatchDisplayList.Item], _ index: inout Int) -> MatchDisplayList.Item? {
      while index < items.count {
        index += 1
        if items[index - 1].textRow != nil { return items[index - 1] }
      }
      return nil
    }
    var (oldIndex, newIndex) = (0, 0)
    while true {
      let (before, after) = (next(old, &oldIndex), next(new, &newIndex))
      if before == nil, after == nil { return }
      guard before != after else { continue }
      for row in [before, after].compactMap({ $0?.textRow }) where rows.indices.contains(row) {
        rows[row] = true
      }
    }
  }
}

extension MatchDisplayList.Item {
  /// The row of a line of text; nil for anything else.
  fileprivate var textRow: Int? {
    guard case .text(let text) = content else { return nil }
    return text.row
  }
}
