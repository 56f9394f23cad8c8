// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import JournalNATS
import LibWebSockets
import Logging

/// Lets the journal of a world remove, once a minute, the logs of rooms that closed long ago; of all
/// nodes one does it.
///
/// Confined to the loop's thread.
final class WorldSweep {
  private let loop: EventLoop
  private let journal: NATSJournal
  private let logger: Logger
  private weak var shell: ServerShell?

  /// Sweeps from now on, and counts what was removed in the shell's metrics.
  init(_ journal: NATSJournal, for shell: ServerShell, on loop: EventLoop, logger: Logger) {
    (self.journal, self.shell, self.loop, self.logger) = (journal, shell, loop, logger)
    goOn()
  }

  private func goOn() {
    loop.schedule(after: RoomSweep.interval) { [weak self] in self?.sweep() }
  }

  private func sweep() {
    goOn()
    guard let shell else { return }
    journal.sweep(now: shell.clock.now) { [logger, weak shell] swept in
      guard let swept, swept > 0 else { return }
      shell?.core.metrics.count(.roomsSwept, by: swept)
      logger.info(
        "Removed the logs of rooms that closed long ago.", metadata: ["rooms": "\(swept)"])
    }
  }
}
