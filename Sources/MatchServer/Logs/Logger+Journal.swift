// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Game
import Journal
import JournalNATS
import Lobby
import Logging

// What is journalled as log lines: rooms and counts, never what happened in a match.

extension Logger {
  /// Logs that records go to the rooms' journal.
  func note(_ records: [RoomRecord]) {
    // Mostly nobody asks for these lines.
    guard logLevel <= .debug else { return }
    for record in records { note(record) }
  }

  private func note(_ record: RoomRecord) {
    switch record {
    case .step(let step):
      let entries = step.entries
      let isFirst = entries.first?.seq == 1
      log(
        level: isFirst ? .debug : .trace, isFirst ? "Opening a room." : "Appending to a room.",
        metadata: ["room": "\(step.room.rawValue)", "entries": .stringConvertible(entries.count)])
    case .closed(let room, _):
      debug("Closing a room.", metadata: ["room": "\(room.rawValue)"])
    case .spectator, .spectatorLeft: break
    }
  }

  /// Logs that a room is lost.
  func note(_ loss: RoomDirectory.Loss) {
    error(
      "A room could not be restored from the journal: see facedown-server check.",
      metadata: ["room": "\(loss.room.rawValue)", "reason": "\(loss.problem)"])
  }

  /// Logs that a record goes to the registry.
  func note(_ record: RegistryRecord) {
    guard case .session(let session, _, _) = record else { return }
    trace(
      session.detachedAt == nil ? "Storing a session." : "Unloading a session.",
      metadata: ["session": "\(session.id.rawValue)"])
  }
}

extension Logger {
  /// Reports that the journal of a world has changed its state.
  func report(_ state: NATSJournal.State) {
    if let sentence = state.regression {
      error("\(sentence)")
    } else if state.awaySince != nil {
      warning("There is no connection to the NATS servers.")
    } else {
      notice("Connected to the NATS servers.")
    }
  }
}
