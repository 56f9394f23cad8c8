// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Cells
import Game
import Stage

// The board: letters and numbers, cards, deck, cursor.

extension MatchDisplayListBuilder {
  /// The place under the cursor; nil while the viewer has none.
  private var cursorPlace: Int? {
    let hasCursor = scene.you != nil && (scene.phase == .playing || scene.phase == .dealing)
    return hasCursor ? screen.cursor.place : nil
  }

  mutating func addCoordinates() {
    let table = scene.table
    guard scene.phase == .playing || scene.phase == .dealing || !scene.cards.isEmpty else { return }
    for column in 0..<table.columns {
      let text = Coordinates.letters(ofColumn: column)
      guard let start = layout.letterColumn(of: column, cells: text.cells) else { continue }
      let isOn = cursorPlace.map { $0 % table.columns == column } ?? false
      write(
        text, .columnLetter, column, column: start, row: layout.lettersRow, isOn ? .strong : .dim)
    }
    for row in 0..<table.rows {
      let text = "\(row + 1)"
      guard let place = layout.numberPlace(of: row, cells: text.cells) else { continue }
      let isOn = cursorPlace.map { $0 / table.columns == row } ?? false
      write(
        text, .rowNumber, row, column: place.column, row: place.row, isOn ? .strong : .dim)
    }
  }

  mutating func addCards(deckAt deckZ: Double, cursorAt cursorZ: Double) {
    if let deck = scene.deck { add(MatchDisplayList.ID(.deck), z: deckZ, .deck(deck)) }
    for card in scene.cards { add(card) }
    if let cursorPlace, scene.table.places.contains(cursorPlace) {
      add(
        MatchDisplayList.ID(.cursor), z: cursorZ,
        .cursor(place: cursorPlace, isBright: scene.isTurnYours))
    }
  }
}
