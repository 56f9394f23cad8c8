// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

/// What a window says that is too small for what it should show.
struct WindowNotice {
  /// The least size that would do.
  let needed: WindowSize
  /// What is too much for it, such as ` for the table`; empty if that goes without saying.
  var purpose = ""
  /// What else there is to know, in a few words.
  let last: String

  /// The notice in the middle of a window; in fewer words where lines would be cut off.
  func grid(_ palette: Palette, in size: WindowSize) -> Grid {
    var grid = Grid(width: size.columns, height: size.rows, style: palette.text)
    let lines = lines(in: size)
    let top = max((size.rows - lines.count) / 2, 0)
    for (index, line) in lines.enumerated() {
      grid.put(
        line.text, centredIn: 0..<size.columns, row: top + index,
        line.isStrong ? palette.strong : palette.text)
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
