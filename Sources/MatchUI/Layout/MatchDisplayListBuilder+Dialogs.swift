// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Cells
import Game
import Stage

// The standings.

extension MatchDisplayListBuilder {
  /// The cells of the course of a score, at least and at most.
  private static let courseWidths = 6...24

  /// Whether the match has ended, and its result is shown over the table.
  var showsStandings: Bool { scene.phase == .ended && !scene.standings.isEmpty }

  mutating func addStandings() {
    let most = layout.dialogRows
    let rows = scene.settings.mode.rules.grouped(scene.standings)
      .prefix(min(SeatIndex.limit, most - 2))
    let gap = rows.count + 2 < most ? 1 : 0
    // Awards are shown whole or not at all, and the winner's pairs if there is a row left.
    let widestAward = layout.isStandingsBeside ? layout.standingsWidth : columns.count - 6
    let awards = (screen.summary?.awards ?? []).flatMap { $0.folded(to: widestAward) }
    let wanted = awards.isEmpty ? 0 : awards.count + 1
    let praise = rows.count + 2 + gap + wanted <= most ? wanted : 0
    let widest = praise > 0 ? awards.map { $0.cells }.max() ?? 0 : 0
    let left = most - rows.count - 2 - gap - praise
    // The players beside the table stay in sight.
    let widestRow = layout.isPanelBelow ? columns.count - 6 : layout.besidePanel
    // Cards a row less high, if they are as wide, leave the dialog its empty rows.
    let whole = trophies(rows: left - 1, columns: widestRow)
    let lower = trophies(rows: left - 2, columns: widestRow)
    let trophies = lower?.card.width == whole?.card.width ? lower : whole
    let width = min(
      max(layout.standingsWidth, widest, trophies?.columns ?? 0), columns.count - 6)
    let lines = rows.map { screen.standing($0, in: scene) }
    let results = lines.map { $0.1.cells }.max() ?? 0
    // Courses stand below each other, between names and results, where there is room.
    let room = width - results - (lines.map { $0.0.cells }.max() ?? 0) - 4
    let courseWidth = min(room, max(width / 4, 12), Self.courseWidths.upperBound)
    let courses =
      courseWidth < Self.courseWidths.lowerBound
      ? [] : rows.compactMap { screen.summary?.blocks(of: $0.seat, cells: courseWidth) }
    let course = courses.map { $0.cells }.max() ?? 0
    // Cards, or only faces, and an empty row above them.
    let hasWinnersPairs = left >= 2 && !(screen.summary?.trophies ?? []).isEmpty
    let shown = hasWinnersPairs ? (trophies?.rows ?? 1) + 1 : 0
    let titles = scene.headlineText.folded(
      to: width, lines: max(min(most - rows.count - gap - praise - shown, 2), 1))
    let area = addDialog(width: width, height: titles.count + shown + gap + rows.count + praise)
    // The banner reaches into the rows above and below it where both are empty.
    let isRoomy = layout.dialogPadding(around: area) > 0 && shown + gap > 0
    let inset = isRoomy ? 1 : 0
    let banner = Area(
      column: area.column + inset, row: area.row, width: area.width - 2 * inset,
      height: titles.count)
    add(MatchDisplayList.ID(.code), .code(banner, isRoomy ? .around : .none))
    for (index, line) in titles.enumerated() {
      write(line, .title, index, centredIn: area.columns, row: area.row + index, .code)
    }
    if shown > 0 {
      let row = area.row + titles.count + 1
      if let trophies {
        add(trophies, centredIn: area.columns, row: row)
      } else {
        add(faces(cells: width), centredIn: area.columns, row: row)
      }
    }
    for (index, standing) in rows.enumerated() {
      let line = area.row + titles.count + shown + gap + index
      let (name, result) = lines[index]
      write(result, .right, index, before: area.columns.upperBound, row: line, .text)
      if course >= Self.courseWidths.lowerBound {
        let column = area.columns.upperBound - results - 2 - course
        write(courses[index], .details, index, column: column, row: line, .seat(standing.seat))
      }
      write(
        name, .left, index, column: area.column, row: line, .seat(standing.seat),
        limit: area.width - result.cells - 2)
    }
    guard praise > 0 else { return }
    for (index, award) in awards.enumerated() {
      let row = area.row + area.height - awards.count + index
      write(award, .state, index, centredIn: area.columns, row: row, .text)
    }
  }

  /// The winner's pairs as cards side by side.
  private struct Trophies {
    var faces: [Face]
    /// A card's size in cells.
    let card: (width: Int, height: Int)
    /// Where the names are; nil for none.
    let name: MatchDisplayList.NamePlace?

    /// The cells of a name below a card.
    private var caption: Int { if case .below(let cells) = name { cells } else { 0 } }
    /// The cells of a card and its name.
    private var width: Int { max(card.width, caption) }
    var rows: Int { card.height + (caption > 0 ? 1 : 0) }
    /// From one card to the next.
    var pitch: Int { max(card.width + 1, caption > 0 ? caption + 2 : 0) }
    var columns: Int { (faces.count - 1) * pitch + width }
    /// From the left end to the first card.
    var indent: Int { (width - card.width) / 2 }
  }

  /// The sizes of the winner's cards in cells, largest first.
  private static let trophySizes = [
    (20, 15), (16, 12), (12, 9), (10, 7), (10, 6), (10, 5), (8, 6), (6, 4), (4, 3),
  ]
  /// Sizes for the terminal's emoji with a name below it, largest first; without one it would be lost on them.
  private static let namedSizes = [(12, 6), (10, 6), (8, 6)]
  /// Sizes for such an emoji alone.
  private static let smallSizes = [(6, 4), (4, 3)]

  /// The winner's pairs as cards in an area: the largest of which all fit, with all their names or,
  /// where there is no room for them and on small pictures in real pixels, none; or else as many as fit of the
  /// smallest; nil where there is no room for cards.
  ///
  /// They take at most a third of the window's height, because the result is below them.
  private func trophies(rows: Int, columns: Int) -> Trophies? {
    guard let board = layout.picture, let faces = screen.summary?.trophies, !faces.isEmpty else {
      return nil
    }
    let most = min(rows, max(layout.size.rows / 3, 3))
    func cards(_ sizes: [(Int, Int)], _ name: MatchDisplayList.NamePlace? = nil) -> [Trophies] {
      sizes.map { Trophies(faces: faces, card: (width: $0.0, height: $0.1), name: name) }
        .filter { $0.card.width <= columns && $0.rows <= most }
    }
    let names = faces.map { ThemeFaces.standard.face(scene.theme, $0).name.cells }
    let widest = names.max() ?? 0
    var all: [Trophies]
    if layout.hasRealPixels {
      let large = Self.trophySizes.filter { $0.1 >= 9 }
      all = cards(large, .below(cells: widest)) + cards(Self.trophySizes)
    } else {
      let pictures = Self.trophySizes.filter { board.hasTrophyPicture(columns: $0.0) }
      // Within a rim, a name has a free cell on both sides.
      func hasRoom(_ size: (Int, Int)) -> Bool { size.0 >= widest + 4 && size.1 >= 6 }
      all =
        cards(pictures.filter(hasRoom), .onCard)
        + cards(pictures.filter { !hasRoom($0) }, .below(cells: widest))
        + cards(Self.namedSizes.filter(hasRoom), .onCard)
        + cards(Self.smallSizes, .below(cells: widest)) + cards(pictures) + cards(Self.smallSizes)
    }
    if let fitting = all.first(where: { $0.columns <= columns }) { return fitting }
    guard var some = all.last else { return nil }
    some.faces = Array(faces.prefix((columns + 1) / some.pitch))
    return some
  }

  private mutating func add(_ trophies: Trophies, centredIn span: Range<Int>, row: Int) {
    var column = span.lowerBound + (span.count - trophies.columns) / 2 + trophies.indent
    for (index, face) in trophies.faces.enumerated() {
      let area = Area(
        column: column, row: row, width: trophies.card.width, height: trophies.card.height)
      add(MatchDisplayList.ID(.trophy, index), .trophy(face, area, trophies.name))
      column += trophies.pitch
    }
  }

  /// The faces of the winner's pairs, as many as fit side by side; empty for none.
  private func faces(cells: Int) -> [String] {
    var (faces, width) = ([String](), 0)
    for face in screen.summary?.trophies ?? [] {
      let picture = " \(pictures.text(of: ThemeFaces.standard.face(scene.theme, face))) "
      guard width + picture.cells <= cells else { break }
      faces.append(picture)
      width += picture.cells + 1
    }
    return faces
  }

  /// Writes faces side by side.
  private mutating func add(_ faces: [String], centredIn span: Range<Int>, row: Int) {
    let width = faces.reduce(faces.count - 1) { $0 + $1.cells }
    var column = span.lowerBound + max(span.count - width, 0) / 2
    for (index, face) in faces.enumerated() {
      write(face, .fact, index, column: column, row: row, .text)
      column += face.cells + 1
    }
  }
}
