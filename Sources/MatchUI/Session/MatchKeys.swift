// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Bots
import Cells
import Game
import Protocol
import Stage

/// Translates keys and clicks during a match to actions; keeps partially typed coordinates and open
/// questions.
package struct MatchKeys: Hashable, Sendable {
  private var column: Int?
  private var row = 0
  /// Whether a card was just turned by its coordinates: an Enter after them is ignored.
  private var isEnterSpent = false
  /// The open question before an action; the next key answers it.
  package private(set) var confirmation: Confirmation?
  /// The open question with several answers.
  package private(set) var choiceQuestion: ChoiceQuestion?

  /// No input and no question.
  init() {}

  /// The coordinates typed so far, such as `B`; empty for none.
  var typed: String {
    guard let column else { return "" }
    return Coordinates.letters(ofColumn: column) + (row > 0 ? "\(row)" : "")
  }

  /// The action for a key on a scene; nil for none, or not yet.
  ///
  /// Clicks need a layout.
  mutating func action(
    for key: Key, in scene: Scene, cursor: BoardCursor, layout: MatchLayout?,
    room: RoomContext = RoomContext()
  ) -> TableAction? {
    forgetOutdated(in: scene, room)
    let wasEnterSpent = isEnterSpent
    isEnterSpent = false
    if let confirmation { return answer(key, to: confirmation) }
    if let choiceQuestion, let answer = answer(key, to: choiceQuestion, in: scene) { return answer }
    if case .character(let character) = key, character != " " {
      return action(typing: character, in: scene, room)
    }
    let typedPlace = place(on: scene.table)
    let isTyping = column != nil
    forget()
    switch key {
    case .up: return .move(.up)
    case .down: return .move(.down)
    case .left: return .move(.left)
    case .right: return .move(.right)
    case .enter where wasEnterSpent && scene.phase == .playing: return nil
    case .enter where isTyping: return typedPlace.map { .choose(place: $0) }
    case .enter, .character: return mainAction(in: scene, cursor: cursor)
    case .escape: return isTyping ? nil : room.hasOverlay ? .dismiss : askToLeave(scene, room)
    case .control("l"): return .redraw
    case .control("c"): return .leave
    case .press(let column, let row):
      return layout.flatMap { click(column, row, in: scene, layout: $0) }
    default: return nil
    }
  }

  /// Forgets questions and coordinates that make no sense in a scene any more, so that they cannot
  /// come back with another match.
  mutating func forgetOutdated(in scene: Scene, _ room: RoomContext) {
    if scene.phase != .playing { forget() }
    if let confirmation, !scene.mayAsk(confirmation, in: room) { self.confirmation = nil }
    guard let choiceQuestion else { return }
    if !scene.mayAsk(choiceQuestion) {
      self.choiceQuestion = nil
    } else if case .whom(let index) = choiceQuestion {
      self.choiceQuestion = .whom(min(index, scene.removableSeats.count - 1))
    }
  }

  /// The answer a key gives to a question: anything but yes means no.
  private mutating func answer(_ key: Key, to confirmation: Confirmation) -> TableAction {
    if key == .control("l") { return .redraw }
    self.confirmation = nil
    switch (confirmation, key) {
    case (_, .control("c")): return .leave
    case (.leave, .character("y")), (.leave, .character("Y")), (.leave, .character("q")),
      (.leave, .character("Q")):
      return .leave
    case (.restart, .character("y")), (.restart, .character("Y")): return .restart
    default: return .dismiss
    }
  }

  /// A phase's default action.
  private func mainAction(in scene: Scene, cursor: BoardCursor) -> TableAction? {
    switch scene.phase {
    case .waiting: .ready
    case .undealt: .deal
    case .playing: .choose(place: cursor.place)
    case .ended: .rematch
    case .committing, .dealing: nil
    }
  }

  private mutating func action(
    typing character: Character, in scene: Scene, _ room: RoomContext
  ) -> TableAction? {
    let letter = Character(character.lowercased())
    if scene.phase == .playing {
      if isColumn(letter, on: scene.table), let value = letter.asciiValue {
        column = Int(value - UInt8(ascii: "a"))
        row = 0
        return nil
      }
      if column != nil, letter.isASCII, let digit = letter.wholeNumberValue {
        return choice(adding: digit, on: scene.table)
      }
    }
    forget()
    return switch (letter, scene.phase) {
    // Spectators too: whether theirs are shown is up to the server.
    case ("1"..."6", _): letter.wholeNumberValue.map { .react($0 - 1) }
    case ("t", _): askWhatToSay()
    case ("x", _) where scene.you != nil: askWhomToRemove(in: scene)
    case ("b", _) where scene.you != nil: askWhichBot(in: scene)
    case ("?", _): .help
    case ("q", _) where scene.leavingCost(in: room) == .nothing: .leave
    case ("q", _): askToLeave(scene, room)
    case ("c", .waiting), ("c", .ended): .copy
    case ("d", .undealt): .deal
    case ("s", .playing): .shuffle
    case ("s", .ended): .save
    case ("r", .waiting): .ready
    case ("r", .ended): .rematch
    case ("r", _) where scene.isRestartImmediate: askToRestart()
    case ("r", _): .restart
    default: nil
    }
  }

  private mutating func askToLeave(_ scene: Scene, _ room: RoomContext) -> TableAction {
    confirmation = .leave(scene.leavingCost(in: room))
    return .confirm
  }

  private mutating func askToRestart() -> TableAction {
    confirmation = .restart
    return .confirm
  }

  private mutating func askWhatToSay() -> TableAction {
    choiceQuestion = .whatToSay(0)
    return .askForChoice
  }

  private mutating func askWhomToRemove(in scene: Scene) -> TableAction {
    if let problem = scene.removalProblem { return .explain(problem) }
    choiceQuestion = .whom(0)
    return .askForChoice
  }

  private mutating func askWhichBot(in scene: Scene) -> TableAction {
    if let problem = scene.botProblem { return .explain(problem) }
    choiceQuestion = .whichBot(BotLevel.all.firstIndex(of: .medium) ?? 0)
    return .askForChoice
  }

  /// The answer a key gives to a question with several; nil for Ctrl-C, which leaves in any case.
  private mutating func answer(
    _ key: Key, to question: ChoiceQuestion, in scene: Scene
  ) -> TableAction? {
    if key == .control("l") { return .redraw }
    choiceQuestion = nil
    guard key != .control("c") else { return nil }
    let seats = scene.removableSeats
    switch (question, key) {
    case (.whichBot(let index), .up), (.whichBot(let index), .down):
      choiceQuestion = .whichBot(Self.step(index, key, of: BotLevel.all.count))
      return .askForChoice
    case (.whom(let index), .up), (.whom(let index), .down):
      choiceQuestion = .whom(Self.step(index, key, of: seats.count))
      return .askForChoice
    case (.whatToSay(let index), .up), (.whatToSay(let index), .down):
      choiceQuestion = .whatToSay(Self.step(index, key, of: ReactionKind.phrases.count))
      return .askForChoice
    case (.whatToSay(let index), .enter), (.whatToSay(let index), .character(" ")):
      return .react(ReactionKind.pictureCount + index)
    case (.whatToSay, .character("1"..."6")):
      guard case .character(let digit) = key, let number = digit.wholeNumberValue else {
        return .dismiss
      }
      return .react(ReactionKind.pictureCount + number - 1)
    case (.whichBot(let index), .enter), (.whichBot(let index), .character(" ")):
      return .addBot(BotLevel.all[index].name)
    case (.whom(let index), .enter), (.whom(let index), .character(" ")):
      return askIfSure(of: seats[index])
    case (.whichBot, .character(let digit)):
      let index = digit.wholeNumberValue.map { $0 - 1 } ?? -1
      return BotLevel.all.indices.contains(index) ? .addBot(BotLevel.all[index].name) : .dismiss
    case (.whom, .character(let digit)):
      let seat = digit.wholeNumberValue.map { SeatIndex($0 - 1) }
      guard let seat, seats.contains(seat) else { return .dismiss }
      return askIfSure(of: seat)
    case (.sure(let seat), .character("y")), (.sure(let seat), .character("Y")):
      return .remove(seat)
    default: return .dismiss
    }
  }

  private mutating func askIfSure(of seat: SeatIndex) -> TableAction {
    choiceQuestion = .sure(seat)
    return .askForChoice
  }

  /// The index of the answer above or below, wrapping around.
  private static func step(_ index: Int, _ key: Key, of count: Int) -> Int {
    (index + (key == .up ? count - 1 : 1)) % count
  }

  /// Adds a digit to the row number, and chooses the card once no further digit could follow.
  private mutating func choice(adding digit: Int, on table: Table) -> TableAction? {
    row = row * 10 + digit
    // If longer row numbers begin like this one, Enter confirms it.
    guard row == 0 || row * 10 > table.rows else { return nil }
    let place = place(on: table)
    forget()
    isEnterSpent = place != nil
    return place.map { .choose(place: $0) }
  }

  private func isColumn(_ letter: Character, on table: Table) -> Bool {
    guard let value = letter.asciiValue, letter.isLetter else { return false }
    return Int(value - UInt8(ascii: "a")) < min(table.columns, 26)
  }

  private func place(on table: Table) -> Int? {
    column.flatMap { _ in Coordinates.place(typed, on: table) }
  }

  private mutating func forget() {
    column = nil
    row = 0
  }

  private func click(_ column: Int, _ row: Int, in scene: Scene, layout: MatchLayout)
    -> TableAction?
  {
    switch scene.phase {
    case .undealt:
      scene.deck.map { layout.area(at: $0.centre) }?.contains(column: column, row: row) == true
        ? .deal : nil
    case .playing: layout.place(column: column, row: row).map { .choose(place: $0) }
    case .waiting, .committing, .dealing, .ended: nil
    }
  }
}
