// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

package import Cells

/// The message in a window that is too small.
package struct WindowNotice {
  private let needed: WindowSize
  private let purpose: String
  private let last: String

  /// A message.
  ///
  /// - Parameters:
  ///   - needed: the smallest sufficient size.
  ///   - purpose: what the window is too small for, such as ` for the table`; may be empty.
  ///   - last: a last line of a few words.
  package init(needed: WindowSize, purpose: String = "", last: String) {
    self.needed = needed
    self.purpose = purpose
    self.last = last
  }

  /// The message, centred; a shorter one if its lines would be cut off.
  package func grid(_ style: MenuStyle, in size: WindowSize) -> Grid {
    var grid = Grid(width: size.columns, height: size.rows, style: style.text)
    let lines = lines(in: size)
    let top = max((size.rows - lines.count) / 2, 0)
    for (index, line) in lines.enumerated() {
      grid.put(
        line.text, centredIn: 0..<size.columns, row: top + index,
        line.isStrong ? style.strong : style.text)
    }
    return grid
  }

  private func lines(in size: WindowSize) -> [(text: String, isStrong: Bool)] {
    let wanted = "\(needed.columns)x\(needed.rows)"
    let given = "\(size.columns)x\(size.rows)"
    let full = [
      ("This window is too small\(purpose).", false), ("Please make it \(wanted) or more;", true),
      ("it is \(given).", false), (last, false),
    ]
    let fits = full.count <= size.rows && full.allSatisfy { $0.0.cells <= size.columns }
    return fits ? full : [("Too small:", false), ("make it \(wanted)", true), (last, false)]
  }
}
