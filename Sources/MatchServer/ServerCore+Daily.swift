// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Game
package import Lobby
import Protocol

// Daily deals: the lobby deals them, the results are counted here.

extension ServerCore {
  /// Lets a past day's deal be played again, for practice.
  package mutating func recall(_ past: RecalledDay) {
    directory.dailySeeds.recalled = past
    profiles.recall(past.day)
  }

  /// Today's deal and the last one that is over, or the recalled one, with a player's own results.
  func daily(_ player: String?, for request: RequestID, now: ServerTime) -> Daily {
    let (table, seeds) = (profiles.daily, directory.dailySeeds)
    let today = Day(now)
    let isRevealed = now >= today.begins + DailyBoard.revealDelay
    let last = seeds.recalled?.day ?? (isRevealed ? today.previous : today.previous.previous)
    let streaks = table.streaks(of: player, on: today)
    return Daily(
      id: request, today: table.board(of: today, for: player, seeds, at: now),
      last: table.board(of: last, for: player, seeds, at: now),
      nextCommitment: seeds.commitment(to: today.next), streak: streaks.current,
      longestStreak: streaks.longest)
  }

  /// Why a request to open a table may not be decided: its player has used today's attempt; nil for
  /// any other request.
  func usedAttempt(at request: RoomRequest, of session: SessionID) -> Refusal? {
    guard case .createRoom(let settings) = request, let day = settings.daily,
      let player = directory.player(session)?.id, profiles.daily.hasPlayed(player, on: day)
    else { return nil }
    return Refusal(.roomDailyPlayed, [Refusal.Fact("day", "\(day)")])
  }
}
