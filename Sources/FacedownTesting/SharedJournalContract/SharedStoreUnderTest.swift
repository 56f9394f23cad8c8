// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Game
package import Journal
package import Lobby

/// A fresh store that journals of several nodes share, as the contract's cases see it.
package struct SharedStoreUnderTest {
  /// A journal in use by a node.
  package struct Access {
    /// Makes calls of the journal where it is confined to: at once, or soon on its loop.
    package var perform: (@escaping @Sendable (any SharedJournal) -> Void) async throws -> Void
    /// Ends the node without a word, as a killed process: nothing more is said or sent.
    package var stop: () async throws -> Void

    /// A journal with all it needs.
    package init(
      perform: @escaping (@escaping @Sendable (any SharedJournal) -> Void) async throws -> Void,
      stop: @escaping () async throws -> Void
    ) {
      (self.perform, self.stop) = (perform, stop)
    }
  }

  /// Starts a node's journal, with a listener that hears all it tells.
  package var start: (NodeID, NodeListener) async throws -> Access
  /// Lets a moment pass; `patience` of them are enough for every answer.
  package var pass: () async throws -> Void
  /// Maximum number of moments until an answer.
  package var patience: Int
  /// Lets so much time pass that everything under way comes to its end, if it can.
  package var settle: () async throws -> Void
  /// Stops the store, or lets it go on; nil if it cannot be stopped.
  ///
  /// What it is sent while it stands still may get stored or not, and is not answered before it
  /// goes on.
  package var setStopped: ((Bool) async throws -> Void)?
  /// Alters what is stored of a room, so that its log cannot be folded; nil if that is impossible.
  package var damage: ((RoomCode) async throws -> Void)?

  /// A store with all it needs.
  package init(
    start: @escaping (NodeID, NodeListener) async throws -> Access,
    pass: @escaping () async throws -> Void, patience: Int = 20_000,
    settle: @escaping () async throws -> Void,
    setStopped: ((Bool) async throws -> Void)? = nil,
    damage: ((RoomCode) async throws -> Void)? = nil
  ) {
    self.start = start
    self.pass = pass
    self.patience = patience
    self.settle = settle
    self.setStopped = setStopped
    self.damage = damage
  }

  /// Whether a node may be told to find a room at a former owner, as a replica that is behind says.
  package var readsStale = false

  /// Starts a run of a node.
  package func node(_ name: String, run: String = "1") async throws -> NodeUnderTest {
    let id = NodeID(name: name, run: run)
    let listener = NodeListener()
    return NodeUnderTest(id, try await start(id, listener), listener, self)
  }

  /// Lets time pass until there is a value.
  ///
  /// - Throws: `ContractViolation` naming `what` if that takes too long.
  func until<Value>(_ what: String, _ value: () -> Value?) async throws -> Value {
    for _ in 0..<patience {
      if let value = value() { return value }
      try await pass()
    }
    throw ContractViolation(description: "There is still no \(what).")
  }

  /// Lets time pass until a condition holds.
  func until(_ what: String, holds: () -> Bool) async throws {
    try await until(what) { holds() ? () : nil }
  }
}
