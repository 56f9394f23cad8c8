// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Bots
import Cells
import Game
import Protocol
package import Stage

// Questions about seats, sharing the room, and reactions.

extension MatchScreen {
  /// The current reaction of a seat's player; nil for none.
  ///
  /// - Parameters:
  ///   - seat: the player's seat.
  ///   - pictures: the emoji that may be drawn.
  ///   - room: the available cells.
  /// - Returns: the text and its opacity, 0...1.
  func feeling(
    of seat: SeatIndex, _ pictures: Pictures, in room: Int
  ) -> (text: String, opacity: Double)? {
    guard let shown = reactions[seat] else { return nil }
    let isFading = shown.opacity < 0.5
    let whole = shown.kind.line(pictures, isFading: isFading, isShort: false)
    guard whole.cells > room else { return (whole, shown.opacity) }
    return (shown.kind.line(pictures, isFading: isFading, isShort: true), shown.opacity)
  }

  /// The headline beside the table, with the time left; what the news says is not repeated.
  func headline(in scene: Scene) -> String {
    if isCutOff { return "Connection lost." }
    if case .mismatch(let seat) = scene.headline, !news.isEmpty { return scene.turnText(of: seat) }
    return scene.headlineText
  }

  /// The headline of the waiting room; after a while alone, an offer to add a bot.
  package func invitation(in scene: Scene) -> String {
    guard offersBot, scene.botProblem == nil else { return scene.headlineText }
    return "Nobody has joined yet. Press b to add a bot."
  }

  /// The name on a seat in the waiting room, and its horizontal shift in cells: players slide in
  /// from the right and out again.
  func sliding(_ seat: Scene.Seat, in scene: Scene, cells: Int) -> (name: String, shift: Int) {
    let presence = seat.leaver?.presence ?? seat.presence
    let shift = Int((Double(max(cells, 0)) * (1 - min(max(presence, 0), 1))).rounded())
    let player = seat.leaver?.player ?? seat.player
    return (Wording.name(player, seat: seat.index, among: scene.players), shift)
  }

  /// How others join or watch; nil if they cannot.
  ///
  /// - Returns: the title over the code, the command, and the option it needs; the last two are
  ///   empty without a link.
  package func sharing(in scene: Scene) -> (title: String, command: String, option: String)? {
    let isFull = scene.seats.allSatisfy { $0.isTaken }
    guard !roomCode.isEmpty, let way = Wording.entrance(to: scene.settings, isFull: isFull) else {
      return nil
    }
    return (
      "Others \(way) with this code:",
      link.isEmpty ? "" : "facedown \(way) \(link.harmless(limit: 100))",
      link.isEmpty ? "" : linkOption
    )
  }

  /// What to send to others so that they can enter: the link, or the whole command if that needs an
  /// option; nil if they cannot enter or there is no link.
  func shareable(in scene: Scene) -> String? {
    guard let sharing = sharing(in: scene), !sharing.command.isEmpty else { return nil }
    guard sharing.option.isEmpty else { return "\(sharing.command) \(sharing.option)" }
    return link.harmless(limit: 100) + (sharing.command.hasPrefix("facedown watch") ? "/watch" : "")
  }

  /// The QR code of the link that others enter by, row by row; none if they cannot.
  func qrCode(in scene: Scene) -> [String] {
    let isFull = scene.seats.allSatisfy { $0.isTaken }
    guard let way = Wording.entrance(to: scene.settings, isFull: isFull) else { return [] }
    return way == "watch" ? qrCodes.watch : qrCodes.join
  }

  /// A question's title, its answers with their keys, and the index of the one that Enter selects.
  func wording(
    of question: ChoiceQuestion, in scene: Scene
  ) -> (title: String, rows: [(String, String)], chosen: Int?) {
    switch question {
    case .whatToSay(let chosen):
      let rows = ReactionKind.phrases.enumerated().map { ("\($0.offset + 1)", $0.element.words) }
      return ("Say something", rows + [("n, Esc", "cancel")], chosen)
    case .whichBot(let chosen):
      let rows = BotLevel.all.enumerated().map { ("\($0.offset + 1)", Wording.level($0.element)) }
      return ("Which bot?", rows + [("n, Esc", "cancel")], chosen)
    case .whom(let chosen):
      let rows = scene.removableSeats.map { seat in
        ("\(seat.rawValue + 1)", "\(scene.mark(of: seat)) \(name(of: seat, in: scene))")
      }
      return ("Remove which player?", rows + [("n, Esc", "cancel")], chosen)
    case .sure(let seat):
      return (
        "Remove \(name(of: seat, in: scene)) from the table?",
        [("y", "remove"), ("n, Esc", "cancel")], nil
      )
    }
  }

  private func name(of seat: SeatIndex, in scene: Scene) -> String {
    let player =
      scene.seats.indices.contains(seat.rawValue) ? scene.seats[seat.rawValue].player : nil
    return Wording.name(player, seat: seat, among: scene.players, limit: 20)
  }
}
