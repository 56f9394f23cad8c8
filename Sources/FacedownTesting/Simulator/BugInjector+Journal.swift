// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Game
import Journal
import Lobby
import MatchServer

extension BugInjector {
  /// The records that reach the journal in place of the server's.
  func forge(_ records: [JournalRecord]) -> [JournalRecord] {
    records.compactMap { record -> JournalRecord? in
      switch (plantedBug, record) {
      case (.forgetsKicks, .registry(.forgotten)): return nil
      case (.givesBackTwice, .room(.step(var step))):
        for (index, entry) in step.entries.enumerated() {
          guard case .clockAdjusted(let length) = entry.event else { continue }
          step.entries[index].event = .clockAdjusted(givenBack: length * 2)
        }
        return .step(step)
      default: return record
      }
    }
  }

  /// The contents that a starting server reads in place of the real ones.
  func forge(_ contents: inout JournalContents, now: ServerTime) {
    switch plantedBug {
    case .forgetsOutages:
      contents.lobby.lastAlive = now
      contents.lobby.outages = []
    case .forgetsLeavers:
      for index in contents.lobby.rooms.indices {
        let members = contents.lobby.rooms[index].members
        contents.lobby.rooms[index].members += contents.lobby.rooms[index].former.filter { left in
          !members.contains { $0.session == left.session }
        }
      }
    case .losesRatings: contents.profiles = ProfileTable()
    case .forgetsBans: contents.bans = []
    case .losesTimers: isDeaf = true
    default: break
    }
  }
}
