// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Bots
import Game
import Stage

// What is asked before a seat changes hands, and what is shown beside a name for a while.

extension MatchScreen {
  /// What the player of a seat feels, with how much of it is there still; nil for nothing.
  ///
  /// - Parameters:
  ///   - seat: whose feeling it is.
  ///   - renderStyle: how things are drawn here.
  ///   - room: the cells for it.
  /// - Returns: the text, and from 0 to 1 how much of it is there.
  func feeling(
    of seat: SeatIndex, _ renderStyle: RenderStyle, in room: Int
  ) -> (text: String, opacity: Double)? {
    guard let shown = reactions[seat] else { return nil }
    let isFading = shown.opacity < 0.5
    let whole = shown.kind.line(renderStyle.pictures, isFading: isFading, isShort: false)
    guard whole.cells > room else { return (whole, shown.opacity) }
    return (shown.kind.line(renderStyle.pictures, isFading: isFading, isShort: true), shown.opacity)
  }

  /// What is going on before a match, and after a while of waiting what to do about it.
  func invitation(in scene: Scene) -> String {
    guard offersBot, scene.botProblem == nil else { return scene.headlineText }
    return "Nobody has come yet: press b to play with a bot."
  }

  /// The name on a seat in the waiting room, and by how many of so many cells it is shifted: whoever
  /// takes a seat slides in from the right, and whoever leaves slides out again.
  func sliding(_ seat: Scene.Seat, in scene: Scene, cells: Int) -> (name: String, shift: Int) {
    let presence = seat.leaver?.presence ?? seat.presence
    let shift = Int((Double(max(cells, 0)) * (1 - min(max(presence, 0), 1))).rounded())
    let player = seat.leaver?.player ?? seat.player
    return (Wording.name(player, seat: seat.index, among: scene.players), shift)
  }

  /// How others get to where this is; nil if they do not.
  ///
  /// - Returns: what stands over the code, the command, and what it takes beside the link; these are
  ///   empty where there is no link.
  func sharing(in scene: Scene) -> (title: String, command: String, option: String)? {
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

  /// The question, its answers with their keys, and which of them Enter gives.
  func wording(
    of question: SeatQuestion, in scene: Scene
  ) -> (title: String, rows: [(String, String)], chosen: Int?) {
    switch question {
    case .whichBot(let chosen):
      let rows = BotLevel.all.enumerated().map { ("\($0.offset + 1)", Wording.level($0.element)) }
      return ("Which bot takes a seat?", rows + [("n, Esc", "cancel")], chosen)
    case .whom(let chosen):
      let rows = scene.removableSeats.map { seat in
        ("\(seat.rawValue + 1)", "\(MatchScreen.mark(seat)) \(name(of: seat, in: scene))")
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
