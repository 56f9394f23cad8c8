// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import FacedownTesting
import Game
import Journal

/// A simulated stream as the contract's cases see it; a moment is what happens at one time.
final class StreamUnderTest {
  let stream: SimulatedStream
  /// The journals of all nodes, in the order in which they started.
  private(set) var journals: [SimulatedNodeJournal] = []
  private let readsStale: Bool
  private let wrap: (SimulatedNodeJournal) -> any SharedJournal

  /// A stream with these faults, whose nodes' journals are as `wrap` makes them.
  init(
    seed: UInt64 = 1, faults: Set<StreamFault> = [], sabotage: StreamSabotage? = nil,
    wrap: @escaping (SimulatedNodeJournal) -> any SharedJournal = { $0 }
  ) {
    stream = SimulatedStream(seed: seed, faults: faults, sabotage: sabotage)
    readsStale = faults.contains(.staleReads)
    self.wrap = wrap
  }

  var underTest: SharedStoreUnderTest {
    var store = SharedStoreUnderTest(
      start: { node, listener in
        let journal = SimulatedNodeJournal(node, on: self.stream)
        self.journals.append(journal)
        let face = self.wrap(journal)
        listener.listen(to: face)
        return SharedStoreUnderTest.Access(
          perform: { call in call(face) }, stop: { journal.stop() })
      },
      pass: { self.pass() },
      settle: { self.stream.proceed(to: self.stream.now + .seconds(60)) },
      setStopped: { self.stream.setStopped($0) },
      damage: { self.stream.damage($0) })
    store.readsStale = readsStale
    return store
  }

  private func pass() {
    stream.proceed(to: stream.nextInstant ?? stream.now + .milliseconds(1))
  }
}
