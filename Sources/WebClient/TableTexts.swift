// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Game
import MatchUI
import Protocol
import Stage

/// Texts beside the table: lines of fields with tabs between.
enum TableTexts {
  /// What is open over the table, whose help has these rows: its kind and title, and in help the rules
  /// of the mode; then a row of keys, meaning and `chosen`.
  static func dialog(
    _ screen: MatchScreen, _ scene: Scene, _ help: [MatchDialog.Row], rules: [String] = []
  ) -> String {
    guard let dialog = screen.dialog(in: scene, help: help) else { return "" }
    let rows = dialog.rows.enumerated().map { index, row in
      [row.keys, row.meaning, index == dialog.chosen ? "chosen" : ""]
    }
    let head =
      dialog.isQuestion ? ["question", dialog.title] : ["help", dialog.title] + rules
    return HomeTexts.lines([head] + rows)
  }

  /// The buttons for what may be done now: the action's number and argument, its text, the label.
  static func actions(_ screen: MatchScreen, _ scene: Scene) -> String {
    var rows: [[String]] = []
    if let you = scene.seats.first(where: { $0.isYou }) {
      switch scene.phase {
      case .waiting:
        if !you.isReady { rows.append(["3", "0", "", "Ready"]) }
        if you.isOwner, !scene.settings.isRated, scene.seats.contains(where: { !$0.isTaken }) {
          rows.append(["13", "0", "b", "Add a bot"])
        }
        if you.isOwner, scene.seats.contains(where: { $0.isTaken && !$0.isYou }) {
          rows.append(["13", "0", "x", "Remove a player"])
        }
      case .undealt: rows.append(["1", "0", "", "Deal"])
      case .playing:
        if !scene.settings.isFixed, !you.wantsRestart {
          rows.append(["13", "0", "r", "Restart"])
        }
      case .ended:
        rows.append(
          ["5", "0", "", scene.settings.daily == nil ? "Play again" : "See the board"])
      case .committing, .dealing: break
      }
    }
    if scene.phase == .ended { rows.append(["19", "0", "", "Watch the replay"]) }
    rows.append(["13", "0", "q", "Leave"])
    // Last, because it comes and goes with the turns.
    if scene.phase == .playing, screen.mayShuffle, scene.isYourTurn {
      rows.append(["2", "0", "", "Shuffle"])
    }
    return HomeTexts.lines(rows)
  }

  /// The words of the reactions with a picture that the viewer may show; none for delayed spectators, and
  /// at a table for one.
  static func reactions(_ scene: Scene) -> String {
    guard scene.seats.count > 1,
      scene.you != nil || !scene.phase.isRunning || scene.settings.spectatorDelay == .zero
    else {
      return ""
    }
    return HomeTexts.lines(
      ReactionKind.allCases.prefix(ReactionKind.pictureCount).map { [$0.words] })
  }

  /// How others enter: the title, the way (`join` or `watch`), and the code; empty if they cannot.
  static func sharing(_ screen: MatchScreen, _ scene: Scene) -> String {
    let isFull = scene.seats.allSatisfy { $0.isTaken }
    guard let sharing = screen.sharing(in: scene),
      let way = Wording.entrance(to: scene.settings, isFull: isFull)
    else { return "" }
    return HomeTexts.lines([[sharing.title, way, screen.roomCode.asRoomCode]])
  }

  /// The most points of a course.
  private static let courseLength = 48

  /// The final standings: rank and name, the result, the seat, `you` if that is the player, and the
  /// score's course in hundredths of the highest; then, without a name, the awards; then, without an
  /// award either, the faces of the winner's pairs.
  static func standings(_ screen: MatchScreen, _ scene: Scene) -> String {
    let summary = screen.summary
    let players = scene.standings.prefix(SeatIndex.limit).map { line in
      let (name, result) = screen.standing(line, in: scene)
      let course = summary?.course(of: line.seat, count: courseLength) ?? []
      return [
        name, result, "\(line.seat.rawValue)", scene.isYours(line) ? "you" : "",
        course.map { "\(Int(($0 * 100).rounded()))" }.joined(separator: ","),
      ]
    }
    let awards = (summary?.awards ?? []).map { ["", $0] }
    let trophies = (scene.standings.isEmpty ? [] : summary?.trophies ?? []).map {
      ["", "", "\($0.index)"]
    }
    return HomeTexts.lines(players + awards + trophies)
  }

  /// A seat: its mark, its player and state, details, score, the rating, and the reaction that the player
  /// shows, as its picture's place, which a phrase has not, and its words.
  static func seat(_ index: Int, _ screen: MatchScreen, _ scene: Scene) -> String {
    guard scene.seats.indices.contains(index) else { return "" }
    let seat = scene.seats[index]
    let reaction = screen.reactions[seat.index]?.kind
    let shown = reaction.map { kind in
      [
        kind.isPhrase ? "" : "\(ReactionKind.allCases.firstIndex(of: kind) ?? 0)", kind.words,
      ]
    }
    let mark = scene.mark(of: seat.index)
    let rating = screen.rating(of: seat) ?? ""
    guard scene.phase == .waiting else {
      let name = screen.label(of: seat, in: scene)
      let left = scene.turn?.seat == seat.index ? scene.timeLeft : nil
      let state = screen.details(of: seat, in: .max, hasRating: false)
      let details = [state, left].compactMap { $0 }.joined(separator: " \u{b7} ")
      return HomeTexts.lines([
        [mark, name, details, scene.points(of: seat), rating] + (shown ?? [])
      ])
    }
    guard seat.isTaken else { return HomeTexts.lines([[mark, "Free seat"]]) }
    let name = Wording.name(seat.player, seat: seat.index, among: scene.seats.map { $0.player })
    return HomeTexts.lines([
      [
        mark, seat.isYou ? "\(name) (you)" : name, screen.state(of: seat, marksYou: false), "",
        rating,
      ] + (shown ?? [])
    ])
  }
}
