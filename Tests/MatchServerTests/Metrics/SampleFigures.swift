// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Game
import LibWebSockets
import Lobby

@testable import MatchServer

extension MetricsSnapshot {
  /// A snapshot with these metrics, a certificate, and nothing else to report.
  static func sample(_ metrics: ServerMetrics) -> MetricsSnapshot {
    MetricsSnapshot(
      metrics: metrics, counts: LobbyCounts(), now: .zero, backlog: Backlog(), readiness: .ready,
      isJournalWritable: true, journalBytes: 0, world: WorldFigures(),
      process: ProcessFigures(
        residentBytes: 1, processorSeconds: 0, openDescriptors: 1, descriptorLimit: 1),
      certificateExpiry: 2e9, version: "test")
  }

  /// The reported families, each with its kind.
  var families: [String: String] {
    let lines = text.split(separator: "\n").filter { $0.hasPrefix("# TYPE ") }
    return Dictionary(
      lines.map { line in
        let words = line.split(separator: " ").map(String.init)
        return (words[2], words[3])
      }
    ) { $1 }
  }
}
