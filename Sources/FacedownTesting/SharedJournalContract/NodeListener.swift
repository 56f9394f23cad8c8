// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Game
package import Journal
import Lobby
import Synchronization

/// The answers to calls of a journal, in their order; they may come on the journal's loop while the
/// asker waits on another thread.
package final class PendingAnswer<Value: Sendable>: Sendable {
  private let answers = Mutex<[Value]>([])

  init() {}

  /// All answers so far.
  var all: [Value] { answers.withLock { $0 } }

  /// The first answer; nil until it has come.
  var value: Value? { all.first }

  /// The number of answers so far.
  var count: Int { all.count }

  /// Notes an answer.
  func answer(_ value: Value) { answers.withLock { $0.append(value) } }
}

/// The notifications of a node's journal so far, each kind in its order.
package final class NodeListener: Sendable {
  /// Everything of one kind each.
  struct Told: Sendable {
    var results: [MatchResult] = []
    var bans: [BanChange] = []
    var nodes: [NodeChange] = []
    var places: [PlaceChange] = []
  }

  private let state = Mutex(Told())

  /// A listener that has heard nothing.
  package init() {}

  /// Everything so far.
  var told: Told { state.withLock { $0 } }

  /// Listens to a journal, in place of whoever did; before it tells anything.
  package func listen(to journal: any SharedJournal) {
    journal.onResults = { results in self.state.withLock { $0.results += results } }
    journal.onBans = { changes in self.state.withLock { $0.bans += changes } }
    journal.onNodes = { changes in self.state.withLock { $0.nodes += changes } }
    journal.onPlaces = { changes in self.state.withLock { $0.places += changes } }
  }
}

extension NodeListener.Told {
  /// The bans in force.
  var standingBans: [BanTarget: Ban] {
    bans.reduce(into: [:]) { standing, change in
      switch change {
      case .set(let ban): standing[ban.target] = ban
      case .lift(let target): standing[target] = nil
      }
    }
  }

  /// What each node that is there tells about itself.
  var presentNodes: [NodeID: NodeRecord] {
    nodes.reduce(into: [:]) { present, change in
      switch change {
      case .present(let record): present[record.id] = record
      case .ended(let node): present[node] = nil
      }
    }
  }

  /// Where each open room is.
  var openRooms: [RoomCode: NodeID] {
    places.reduce(into: [:]) { open, change in
      switch change {
      case .open(let code, let node): open[code] = node
      case .closed(let code): open[code] = nil
      }
    }
  }
}
