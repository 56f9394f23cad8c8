// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Stage

/// The place that Enter acts on.
///
/// It visits every place, empty ones too, and stops at the edges.
package struct BoardCursor: Hashable, Sendable {
  /// The place, counted row by row.
  package private(set) var place = 0

  /// Moves by one place, if there is one.
  mutating func move(_ direction: TableAction.Direction, on table: Table) {
    settle(on: table)
    guard !table.places.isEmpty else { return }
    let column = place % table.columns
    switch direction {
    case .up: if place >= table.columns { place -= table.columns }
    case .down: if place + table.columns < table.places.upperBound { place += table.columns }
    case .left: if column > 0 { place -= 1 }
    case .right: if column + 1 < table.columns { place += 1 }
    }
  }

  /// Moves to a place, or the nearest one on the table.
  mutating func point(to place: Int, on table: Table) {
    self.place = place
    settle(on: table)
  }

  /// Moves back onto the table after the board has changed.
  mutating func settle(on table: Table) {
    place = min(max(place, 0), max(table.places.upperBound - 1, 0))
  }
}
