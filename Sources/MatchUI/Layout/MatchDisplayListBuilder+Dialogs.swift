// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Cells
import Game
import Stage

// The standings.

extension MatchDisplayListBuilder {
  mutating func addStandings() {
    guard !scene.standings.isEmpty else { return }
    let most = layout.dialogRows
    let rows = scene.settings.mode.rules.grouped(scene.standings)
      .prefix(min(SeatIndex.limit, most - 2))
    let gap = rows.count + 2 < most ? 1 : 0
    // Awards are shown whole or not at all.
    let awards = screen.summary?.awards ?? []
    let wanted = awards.isEmpty ? 0 : awards.count + 1
    let praise = rows.count + 2 + gap + wanted <= most ? wanted : 0
    let widest = praise > 0 ? awards.map { $0.cells }.max() ?? 0 : 0
    let width = min(max(layout.standingsWidth, widest), columns.count - 6)
    let titles = scene.headlineText.folded(
      to: width, lines: max(min(most - rows.count - gap - praise, 2), 1))
    let area = addDialog(width: width, height: rows.count + titles.count + gap + praise)
    for (index, line) in titles.enumerated() {
      write(line, .title, index, centredIn: area.columns, row: area.row + index, .strong)
    }
    for (index, standing) in rows.enumerated() {
      let line = area.row + titles.count + gap + index
      let (name, result) = screen.standing(standing, in: scene)
      write(result, .right, index, before: area.columns.upperBound, row: line, .text)
      write(
        name, .left, index, column: area.column, row: line, .seat(standing.seat),
        limit: area.width - result.cells - 2)
    }
    guard praise > 0 else { return }
    for (index, award) in awards.enumerated() {
      let row = area.row + area.height - awards.count + index
      write(award, .state, index, centredIn: area.columns, row: row, .good)
    }
  }
}
