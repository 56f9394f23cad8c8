// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Journal
import JournalNATS
import Lobby
import Logging
import Protocol

// The answer to an operator who has this node write back what it remembers.

extension ControlListener {
  /// Has a world's journal write back what this node remembers when an operator asks for it.
  func refill(_ journal: NATSJournal) {
    refill = { [weak shell, weak journal] isDry, reply in
      guard let shell, let journal else {
        return reply(.refused(AdminRefusal(.unavailable, "The server is already stopping.")))
      }
      journal.refill(now: shell.clock.now, isDry: isDry) {
        [weak shell] in
        shell.map { $0.core.memory(at: $0.clock.now) } ?? WorldMemory()
      } _: { [weak shell] outcome in
        switch outcome {
        case .failure(let problem):
          reply(.refused(AdminRefusal(.unavailable, problem.description)))
        case .success(let report):
          if !isDry {
            shell?.feed(.world(.refilled(report)))
            shell?.note(report)
          }
          reply(.refilled(report, isDry: isDry))
        }
      }
    }
  }
}

extension ServerShell {
  /// Logs what was written back.
  fileprivate func note(_ report: RefillReport) {
    for room in report.rooms {
      guard case .stuck(let reason) = room.fate else { continue }
      logger.error(
        "The log of a room could not be written back.",
        metadata: ["room": "\(room.id.rawValue)", "reason": "\(reason)"])
    }
    logger.notice("\(AdminAnswer.sentence(about: report, isDry: false))")
  }
}

extension AdminAnswer {
  /// A line for each room, and a sentence about everything.
  static func refilled(_ report: RefillReport, isDry: Bool) -> Self {
    let rooms = report.rooms.prefix(mostRows).map {
      AdminReply.refilled(AdminReply.Refilled($0, isDry: isDry))
    }
    return rooms + [.done(sentence(about: report, isDry: isDry))]
  }

  /// A sentence about everything that was written back, or would be.
  static func sentence(about report: RefillReport, isDry: Bool) -> String {
    let whole = report.rooms.count { if case .whole = $0.fate { true } else { false } }
    let stuck = report.rooms.count { if case .stuck = $0.fate { true } else { false } }
    let rooms = "\(whole) of \(report.rooms.count.counted("room"))"
    let go = whole == 1 ? "goes" : "go"
    let left =
      stuck == 0
      ? ""
      : " \(stuck.counted("room")) cannot be written back: see the table, and run this again once "
        + "that is mended."
    guard !isDry else {
      return "\(rooms) would go on here; nothing was written.\(left)"
    }
    guard report.isWhole else { return "\(rooms) now \(go) on.\(left)" }
    return
      "\(rooms) \(go) on here; "
      + "\(report.sessionsWritten.counted("session")), \(report.resultsWritten.counted("result")) and "
      + "\(report.bansWritten.counted("ban")) were written back.\(left)"
  }
}

extension AdminReply.Refilled {
  fileprivate init(_ room: RefillReport.Room, isDry: Bool) {
    code = room.code.rawValue
    entries = room.entries
    written = 0
    switch room.fate {
    case .whole(written: 0): says = "is there"
    case .whole(let count):
      written = count
      says = isDry ? "would be written back" : "was written back"
    case .elsewhere(let owner): says = "goes on at node \(owner.name), which has it by now"
    case .ahead: says = "goes on from its log, which has more than this node"
    case .stuck(let reason): says = "stands still: \(reason)"
    }
  }
}
