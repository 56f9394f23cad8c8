// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Game
import Lobby
import Protocol

extension JournalStore.Recomputation {
  /// A rating that changed.
  private struct Change {
    let mode: MatchSettings.Mode
    let name: String
    let before: Double?
    let after: Double?
  }

  /// The outcome in sentences.
  package var sentences: [String] {
    let (changes, players) = compare()
    let filled = completed > 0 ? ", \(completed) completed for profiles" : ""
    let logs =
      "\(readAgain.counted("result")) recomputed from logs, \(corrected) corrected\(filled); "
      + "\(standing) kept as stored, because their logs are gone."
    var lines = [
      "Counted \(after.matchCount.counted("rated match", "rated matches")) by "
        + "\(players.counted("player")): \(logs)"
    ]
    if unreadableRooms > 0 {
      lines.append(
        "\(unreadableRooms.counted("room")) could not be read: their results are kept as stored.")
    }
    guard !changes.isEmpty else { return lines + ["No rating changed."] }
    lines.append("\(changes.count.counted("rating")) changed:")
    return lines
      + changes.map { change in
        let (before, after) = (
          change.before?.hundredths ?? "none", change.after?.hundredths ?? "none"
        )
        return "  \(change.mode.rawValue): \(change.name), \(before) to \(after)"
      }
  }

  /// The same as one JSON object.
  package var json: String {
    let (changes, players) = compare()
    return "{\"recomputed\":{\"matches\":\(after.matchCount),\"players\":\(players),"
      + "\"read_again\":\(readAgain),\"corrected\":\(corrected),\"completed\":\(completed),\"standing\":\(standing),"
      + "\"unreadable_rooms\":\(unreadableRooms),\"ratings_changed\":\(changes.count)}}"
  }

  /// The changed ratings, and the number of rated players.
  private func compare() -> (changes: [Change], playerCount: Int) {
    var (before, after) = (before, after)
    var changes: [Change] = []
    var players: Set<String> = []
    for mode in MatchSettings.Mode.rated {
      let (old, new) = (
        before.leaderboard(mode, limit: .max), after.leaderboard(mode, limit: .max)
      )
      players.formUnion(new.map(\.player.id))
      for player in new.map(\.player) {
        let former = before.player(player.id, mode)
        guard former?.rating != player.rating else { continue }
        changes.append(
          Change(
            mode: mode, name: player.name.printable(limit: 96), before: former?.rating.shown,
            after: player.rating.shown))
      }
      for player in old.map(\.player) where after.player(player.id, mode) == nil {
        changes.append(
          Change(
            mode: mode, name: player.name.printable(limit: 96), before: player.rating.shown,
            after: nil))
      }
    }
    return (changes, players.count)
  }
}
