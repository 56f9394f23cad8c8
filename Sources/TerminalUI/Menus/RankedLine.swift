// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

package import Cells

/// A line of a ranked list: rank, name, and numbers in columns of their own.
package struct RankedLine: Sendable {
  private let rank: String
  private let name: String
  private let numbers: [(text: String, width: Int)]
  private let isYou: Bool

  /// A line, that of the viewer if it `isYou`; the width of a column includes the space before it.
  package init(rank: String, name: String, numbers: [(text: String, width: Int)], isYou: Bool) {
    (self.rank, self.name, self.numbers, self.isYou) = (rank, name, numbers, isYou)
  }

  /// Draws it: the numbers right-aligned, the name in the space that remains.
  fileprivate func draw(
    in span: Range<Int>, row: Int, _ style: Style, _ menu: inout MenuCanvas
  ) {
    var end = span.upperBound - 1
    for number in numbers.reversed() {
      let text = number.text.cells < number.width ? number.text : "-"
      menu.write(text, column: end - text.cells, row: row, style)
      end -= number.width
    }
    menu.write(rank, column: span.lowerBound + max(4 - rank.cells, 0), row: row, style, limit: 6)
    let start = span.lowerBound + 7
    menu.write(name, column: start, row: row, style, limit: max(end - start - 1, 0))
  }

  /// Draws a list of such lines below their head; the viewer's stands out.
  package static func draw(
    _ lines: [RankedLine], head: RankedLine, _ list: ListView, in area: Area,
    _ menu: inout MenuCanvas
  ) {
    let style = menu.style
    head.draw(in: area.columns, row: area.row - 1, style.dim, &menu)
    menu.draw(list, in: area) { menu, index, row, chosen in
      let isStrong = lines[index].isYou && index != list.selection
      lines[index].draw(in: area.columns, row: row, isStrong ? style.strong : chosen, &menu)
    }
  }
}
