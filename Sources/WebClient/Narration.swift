// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Game
import MatchClient
import MatchUI
import Stage

/// The sentences for screen readers: one for each entry, at the time at which it is shown.
///
/// It begins with what is still to come when the room is entered.
struct Narration: Sendable {
  /// The view that everything said so far leads to.
  private var told: MatchView?
  /// Whether it was said that the player's time is short.
  private var isWarned = false

  /// The seconds at which the player is told about the clock; it is silent otherwise.
  private static let warning = 10

  /// The sentences for what has been shown since the last call.
  mutating func sentences(_ table: ClientTable, _ scene: Scene, at time: ServerTime) -> [String] {
    warnings(scene) + entries(table, at: time)
  }

  private mutating func entries(_ table: ClientTable, at time: ServerTime) -> [String] {
    let shown = table.log.entries.prefix(table.log.shownCount(at: time))
    guard var view = told, view.seq >= table.log.base.seq else {
      told = table.log.view(shownAt: time)
      return []
    }
    guard let last = shown.last?.seq, last > view.seq else { return [] }
    var said: [String] = []
    var sentences = Sentences()
    sentences.offline = table.presence.filter { !$0.isConnected }.map { $0.seat }
    for entry in shown where entry.seq == view.seq + 1 {
      var after = view
      after.apply(entry)
      sentences.you = table.actor.flatMap { view.seat(of: $0) ?? after.seat(of: $0) }
      said += sentences.sentence(for: entry, before: view, after: after).map { [$0] } ?? []
      view = after
    }
    told = view
    return said
  }

  private mutating func warnings(_ scene: Scene) -> [String] {
    let left = scene.isYourTurn ? scene.turn?.clock?.secondsLeft : nil
    guard let left, left <= Self.warning else {
      isWarned = false
      return []
    }
    defer { isWarned = true }
    return isWarned ? [] : ["\(Wording.count(left, "second")) left."]
  }
}
