// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

package import JetStream

/// What a world has now, as its servers say it.
package struct WorldReport: Sendable {
  /// Its name.
  package var name: String
  /// How many hours the codes and logs of closed rooms are kept, as was read last.
  package var restHours: Int
  /// Its streams by name, and what each has; nil for one that nobody answers for.
  package var streams: [(name: String, state: StreamState?)]
}

extension NATSJournal {
  /// Asks the servers what the world has, and calls back once.
  package func report(_ completion: @escaping (WorldReport) -> Void) {
    context.report(completion)
  }
}

extension JournalContext {
  /// Asks the servers what the world has, and calls back once.
  fileprivate func report(_ completion: @escaping (WorldReport) -> Void) {
    let hours = Int(rest / .seconds(3600))
    let group = OutcomeGroup<(name: String, state: StreamState?)>(streams.count) { [names] found in
      completion(
        WorldReport(
          name: names.world, restHours: hours, streams: found.sorted { $0.name < $1.name }))
    }
    for stream in streams {
      let slot = group.slot()
      connection.state(of: stream) { slot((stream, try? $0.get())) }
    }
    group.endIfEmpty()
  }
}
