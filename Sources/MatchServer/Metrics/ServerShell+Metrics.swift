// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Journal
import LibWebSockets

extension ServerShell {
  /// The readiness.
  var readiness: Readiness {
    if leftAt != nil || core.isDraining { return .draining }
    if !isOpen { return .starting }
    if let world = core.world {
      if world.isJournalAway(at: clock.now) { return .journal }
      if !world.isClockRight { return .clock }
    }
    return disk?.problem == nil ? .ready : .journal
  }

  /// The server's metrics, as text.
  ///
  /// O(slow readers), for their queued bytes; rooms are counted as they change.
  func writeMetrics() -> String {
    let began = clock.now
    defer { core.metrics.note(.scrape, from: began, to: clock.now) }
    return MetricsSnapshot(
      metrics: core.metrics, counts: core.counts, now: began, backlog: loop.backlog,
      readiness: readiness, isJournalWritable: disk?.problem == nil,
      journalBytes: disk?.byteCount ?? 0, world: core.world?.figures(at: began),
      process: .now(descriptors),
      certificateExpiry: certificateExpiry.map(Double.init), version: version
    ).text
  }

  /// Starts measuring the loop itself.
  func watchLoop() {
    loop.onFlush { [weak self] took in self?.core.metrics.note(.send, took) }
    loopWatch = LoopWatch(loop) { [weak self] delay in
      guard let self else { return }
      core.metrics.noteLate(delay, at: clock.now)
    }
  }
}
