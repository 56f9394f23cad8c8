// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Cells
import Game
import Stage

// The waiting room: who is there, and how others get there.

/// How the room's code is written.
private enum CodeLetters {
  /// As text.
  case small
  /// In letters of half-blocks.
  case large
  /// In letters of whole blocks.
  case huge

  /// The rows of a code that is not text; nil for text.
  func rows(_ code: String) -> ArraySlice<String>? {
    guard self != .small, let rows = BlockLetters.halfBlocks(code) else { return nil }
    return self == .large ? rows[...] : BlockLetters.doubled(rows).prefix(BlockLetters.height)
  }
}

/// The lines of the waiting room, folded to a width.
private struct WaitingRoomLines {
  var width: Int
  var headline: [String]
  /// The command; none if the rest leaves no room for it.
  var invitation: [String]
  var rules: [String]
  /// The seats to list.
  var seats: [Scene.Seat]
  /// Whether there are empty rows between.
  var isRoomy: Bool
  /// The room's code in large letters; nil for text.
  var largeCode: [String]?
  /// All rows.
  var height: Int
  var gap: Int { isRoomy ? 1 : 0 }

  /// The lines in `columns` cells and `most` rows.
  ///
  /// - Parameters:
  ///   - screen: the screen.
  ///   - scene: the room.
  ///   - code: its code; empty for none.
  ///   - letters: the code's, text where they leave no room for the rest.
  ///   - columns: the cells across.
  ///   - most: the rows.
  init(
    _ screen: MatchScreen, _ scene: Scene, code: String, in letters: CodeLetters, columns: Int,
    rows most: Int
  ) {
    let sharing = screen.sharing(in: scene)
    let (command, option) = (sharing?.command ?? "", sharing?.option ?? "")
    let words = option.split(separator: " ").map { String($0).cells }
    let widest = ([command.cells] + words).max() ?? 0
    let large = letters.rows(code)
    // With its plate's edges.
    let across = large?.first.map { $0.cells + 6 } ?? 0
    width = min(columns - 6, max(54, letters == .huge ? across : 0, min(widest, columns - 10)))
    let isDaily = scene.settings.daily != nil
    rules = Wording.rules(scene.settings, theme: scene.theme).folded(
      to: width, lines: 2, between: ", ")
    if isDaily { rules += [""] + DailySentences.once.folded(to: width, lines: 3) }
    // A daily deal is played alone: there is nobody to wait for.
    seats = isDaily ? [] : scene.seats
    // Headline, code, invitation, rules, players, with empty rows between if they fit. The
    // invitation is the point of this screen, so it is dropped last.
    invitation = command.folded(to: width) + option.folded(to: width)
    let texts = 1 + rules.count + seats.count + (code.isEmpty ? 0 : 2)
    if texts + invitation.count > most { invitation = [] }
    isRoomy = texts + invitation.count + (code.isEmpty ? 2 : 5) < most
    let gap = isRoomy ? 1 : 0
    let codeRows = code.isEmpty ? 0 : 2 + 3 * gap + invitation.count
    let fixed = gap + codeRows + (seats.isEmpty ? 0 : gap + seats.count)
    let begins = isDaily && scene.seats.contains { $0.isYou && !$0.isReady }
    headline = (begins ? DailySentences.beginning : screen.invitation(in: scene)).folded(
      to: width, lines: max(most - fixed - rules.count, 1))
    height = fixed + headline.count + rules.count
    // Read from across a room, where nothing is lost by it, nor the dialog's empty rows.
    if isRoomy, !invitation.isEmpty, let large, across <= width,
      height + large.count - 1 + 2 <= most
    {
      largeCode = Array(large)
      height += large.count - 1
    }
  }
}

extension MatchDisplayListBuilder {
  /// The cells between the text and the QR code beside it.
  private static let qrCodeGap = 3
  /// The fewest cells of text beside a QR code.
  private static let leastBesideQRCode = 40

  mutating func addWaitingRoom() {
    let sharing = screen.sharing(in: scene)
    let code = sharing == nil ? "" : screen.roomCode.harmless(limit: 20)
    let most = layout.waitingRoomRows
    let letters: CodeLetters = layout.picture == nil ? .small : .large
    var lines = WaitingRoomLines(
      screen, scene, code: code, in: letters, columns: columns.count, rows: most)
    // The link as a QR code is beside the text where nothing else is lost by it, twice as large where that
    // leaves a third of the window free.
    var picture: [String] = []
    let small = screen.qrCode(in: scene)
    let isLarge = 3 * small.count <= layout.size.rows
    // A QR code has an odd number of modules down, so the lower half of its last row is blank.
    let wanted = isLarge ? Array(BlockLetters.doubled(small).dropLast()) : small
    if let across = wanted.first?.cells, wanted.count <= most {
      let beside = WaitingRoomLines(
        screen, scene, code: code, in: isLarge && letters == .large ? .huge : letters,
        columns: columns.count - across - Self.qrCodeGap, rows: most)
      if beside.width >= Self.leastBesideQRCode, beside.height <= most,
        !beside.invitation.isEmpty
      {
        (lines, picture) = (beside, wanted)
      }
    }
    let extra = picture.first.map { $0.cells + Self.qrCodeGap } ?? 0
    let area = addDialog(
      width: lines.width + extra, height: max(lines.height, picture.count))
    for (index, line) in picture.enumerated() {
      write(
        line, .qrCode, index, column: area.column + lines.width + Self.qrCodeGap,
        row: area.row + (area.height - picture.count) / 2 + index, .qrCode)
    }
    let text = Area(
      column: area.column, row: area.row + (area.height - lines.height) / 2, width: lines.width,
      height: lines.height)
    add(lines, title: sharing?.title ?? "", code: code, in: text)
  }

  private mutating func add(
    _ lines: WaitingRoomLines, title: String, code: String, in span: Area
  ) {
    var row = span.row
    for (index, line) in lines.headline.enumerated() {
      write(line, .headline, index, centredIn: span.columns, row: row, .strong)
      row += 1
    }
    row += lines.gap
    if !code.isEmpty {
      write(title, .title, centredIn: span.columns, row: row, .dim)
      row += 1 + lines.gap
      let spaced = lines.isRoomy ? code.map { "\($0)" }.joined(separator: " ") : code
      let rows = lines.largeCode ?? [spaced]
      addCode(rows, span, row: row, isRoomy: lines.isRoomy)
      row += rows.count + lines.gap
      for (index, line) in lines.invitation.enumerated() {
        write(line, .left, index, centredIn: span.columns, row: row, .text)
        row += 1
      }
      row += lines.gap
    }
    for (index, line) in lines.rules.enumerated() {
      write(line, .fact, index, centredIn: span.columns, row: row, .text)
      row += 1
    }
    row += lines.gap
    for seat in lines.seats {
      addWaiting(seat, span.columns, row: row)
      row += 1
    }
  }

  /// Adds the room's code, in one row or in large letters, on a plate.
  private mutating func addCode(_ rows: [String], _ span: Area, row: Int, isRoomy: Bool) {
    let cells = (rows.first?.cells ?? 0) + 4
    let column = span.column + (span.width - cells) / 2
    let plate = Area(column: column, row: row, width: cells, height: rows.count)
    // Letters of half-blocks are seven pixels high.
    let isHalfEmpty = rows.count == (BlockLetters.height + 1) / 2
    add(
      MatchDisplayList.ID(.code),
      .code(plate, !isRoomy ? .none : isHalfEmpty ? .notBelow : .around))
    for (index, line) in rows.enumerated() {
      write("  \(line)  ", .code, 1 + index, column: column, row: row + index, .code)
    }
  }

  private mutating func addWaiting(_ seat: Scene.Seat, _ span: Range<Int>, row: Int) {
    let index = seat.index.rawValue
    let mark = scene.mark(of: seat.index)
    let start = mark.cells + 1
    let (name, shift) = screen.sliding(seat, in: scene, cells: span.count - start)
    let rating = screen.rating(of: seat).map { ", rating \($0)" } ?? ""
    let state = screen.state(of: seat) + rating
    let feeling = screen.feeling(of: seat.index, pictures, in: 12)
    let feelingCells = feeling.map { $0.text.cells + 1 } ?? 0
    let room = span.count - start - 2 - state.cells - feelingCells - shift
    write(mark, .mark, index, column: span.lowerBound, row: row, .seat(seat.index))
    write(
      name, .name, index, column: span.lowerBound + start + shift, row: row,
      seat.isTaken ? .strong : .dim, limit: room)
    let shown = shift + min(name.cells, max(room, 0))
    if let feeling {
      write(
        feeling.text, .reaction, index, column: span.lowerBound + start + 1 + shown, row: row,
        .strong,
        opacity: feeling.opacity)
    }
    let used = shown + feelingCells
    let dots = max(span.count - start - 2 - used - state.cells, 0)
    write(
      String(repeating: "·", count: dots), .dots, index, column: span.lowerBound + start + 1 + used,
      row: row, .dim)
    write(
      state, .state, index, before: span.upperBound, row: row, seat.isReady ? .good : .text)
  }
}
