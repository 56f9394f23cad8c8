// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Cells
import Stage

// Help and questions over the table.

extension MatchDisplayListBuilder {
  mutating func addHelp() {
    addKeys(
      title: "Keys", screen.keys(in: scene),
      below: ["How to play"] + Wording.howToPlay(scene.settings))
  }

  mutating func addHelp(ofPlayback rows: [MatchDialog.Row]) {
    addKeys(title: "Keys", rows.map { ($0.keys, $0.meaning) })
  }

  mutating func addConfirmation(_ confirmation: Confirmation) {
    let (title, rows) = MatchScreen.wording(of: confirmation)
    addKeys(title: title, rows)
  }

  mutating func addChoiceQuestion(_ question: ChoiceQuestion) {
    let (title, rows, chosen) = screen.wording(of: question, in: scene)
    addKeys(title: title, rows, chosen: chosen)
  }

  /// Adds a dialog of keys and their meanings, as wide as they need; one may be chosen.
  ///
  /// Where there is room, it begins with a heading and sentences, if there are any.
  private mutating func addKeys(
    title: String, _ rows: [(String, String)], chosen: Int? = nil, below notes: [String] = []
  ) {
    let most = layout.dialogRows
    let table = KeyTable(rows, chosen: chosen, cells: columns.count - 8)
    let width = max(min(title.cells, columns.count - 8, 46), table.width)
    let titles = title.folded(to: width, lines: 2)
    let gap = table.rows.count + titles.count < most ? 1 : 0
    let shown = table.rows.prefix(max(most - titles.count - gap, 0))
    let sentences = notes.flatMap { $0.folded(to: width) } + (notes.isEmpty ? [] : [""])
    let height = shown.count + titles.count + gap
    let above = height + sentences.count <= most ? sentences : []
    var area = addDialog(width: width, height: height + above.count)
    for (index, line) in above.enumerated() {
      write(
        line, .fact, index, column: area.column, row: area.row + index,
        index == 0 ? .strong : .text)
    }
    area.row += above.count
    for (index, line) in titles.enumerated() {
      write(line, .title, index, centredIn: area.columns, row: area.row + index, .strong)
    }
    for (index, row) in shown.enumerated() {
      let line = area.row + titles.count + gap + index
      write(row.keys, .left, index, column: area.column, row: line, .strong)
      write(
        row.meaning, .right, index, column: area.column + row.column, row: line,
        row.isChosen ? .strong : .text)
    }
  }
}
