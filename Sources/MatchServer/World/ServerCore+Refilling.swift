// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Game
import Journal
import Lobby

// What was in the journal of the world and is still in memory here, after the servers have lost it.

extension ServerCore {
  /// What this node remembers.
  func memory(at now: ServerTime) -> WorldMemory {
    WorldMemory(
      rooms: directory.remembered,
      sessions: sessions.tokens.all.compactMap { session in
        directory.player(session).map { player in
          SessionRecord(
            id: session, player: player, tokenHashes: sessions.tokens.hashes(of: session),
            highest: directory.highestRequest(of: session) ?? RequestID(0),
            quickEntry: directory.quickEntry(of: session))
        }
      },
      bans: admission.bans(at: now))
  }

  /// It was written back, and the journal writes again: rooms whose logs are whole go on here, as after
  /// an outage, and those that others have go on there.
  mutating func refilled(_ report: RefillReport, now: ServerTime, _ out: inout Outbox) {
    guard let node = world?.node,
      let since = world?.refilled(isWhole: report.isWhole, isFinished: report.isFinished)
    else { preconditionFailure("Only a node of a world remembers it.") }
    directory.useCodes(by: report.codeKey)
    if report.isWhole {
      for session in sessions.tokens.all {
        sessions.tokens.learn(report.sessions[session], of: session)
      }
    }
    for room in report.rooms {
      switch room.fate {
      case .whole:
        guard directory.code(of: room.id) != nil else {
          // Nobody has been in it meanwhile.
          out.append(RoomRecord.closed(room.id, at: now))
          continue
        }
        deliver(directory.resume(room.id, after: now - since, now: now), &out)
      case .elsewhere(let owner): lose(room.id, to: owner, now: now, &out)
      // It is claimed, and read, once somebody asks for it.
      case .ahead: lose(room.id, to: node, now: now, &out)
      case .stuck: continue
      }
    }
  }
}
