// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Game
import JetStream
import Journal
import JournalNATS
import Protocol
import Wire

// The answer to an operator who asks what the world is and whether it is well.

extension ControlListener {
  /// Answers what the world is, from now on, with what its journal says, and has that write back what
  /// this node remembers.
  func answer(about journal: NATSJournal) {
    refill(journal)
    world = { [weak shell, weak journal] reply in
      guard let shell, let journal else {
        return reply(.refused(AdminRefusal(.unavailable, "The server is already stopping.")))
      }
      journal.report { report in
        reply(shell.worldAnswer(report, journal.state, isLacking: journal.isLacking))
      }
    }
  }
}

extension ServerShell {
  /// The state of the world and its streams.
  func worldAnswer(
    _ report: WorldReport, _ state: NATSJournal.State, isLacking: Bool
  ) -> AdminAnswer {
    guard let figures = core.world?.figures(at: clock.now) else { return .refused(.noWorld) }
    let world = AdminReply.World(
      name: report.name, form: WorldRecord.form, rest: report.restHours,
      synced: state.problems.isEmpty, living: figures.living + 1, gone: figures.gone,
      rooms: core.world?.roomCount ?? 0,
      problems: problems(report, state, figures, isLacking: isLacking))
    let streams = report.streams.map { name, stream in
      AdminReply.stream(
        AdminReply.Stream(
          name: name, messages: stream?.messages, bytes: stream?.bytes,
          last: stream?.lastSequence))
    }
    return [.world(world)] + .list(streams, of: streams.count, "stream")
  }

  private func problems(
    _ report: WorldReport, _ state: NATSJournal.State, _ figures: WorldFigures, isLacking: Bool
  ) -> [String] {
    var problems = state.problems
    if let sentence = state.regression {
      problems.append(
        "\(sentence): nothing is written any more. Once the NATS servers run again, have every node "
          + "write back what it remembers: facedown-server admin world refill.")
    } else if isLacking {
      problems.append(
        "Rooms stand still whose logs could not be written back: see facedown-server admin world "
          + "refill --dry-run.")
    }
    if state.awaySince != nil { problems.append("There is no connection to the NATS servers.") }
    if !figures.hasJournal { problems.append("This node does not have the journal.") }
    if figures.gone > 0 {
      problems.append("\(figures.gone.counted("node")) gone: see facedown-server admin nodes.")
    }
    if figures.claims > 0 {
      problems.append("\(figures.claims.counted("room")) of nodes that are gone to be taken over.")
    }
    if core.world?.isClockRight == false {
      problems.append("This node's clock is \(figures.clockError.rounded) ahead of the world's.")
    }
    let silent = report.streams.filter { $0.state == nil }.map(\.name)
    if !silent.isEmpty {
      problems.append("Nobody answers for \(silent.joined(separator: ", ")).")
    }
    return problems
  }
}
