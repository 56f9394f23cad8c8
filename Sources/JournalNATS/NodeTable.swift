// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import JetStream
import Journal
import Lobby
import Wire

/// The table of nodes: what each tells about itself.
///
/// Used on the loop only.
final class NodeTable {
  private let context: JournalContext
  private var nodes: [String: NodeID] = [:]
  private var subscription: Subscription?
  /// Called with changes, in their order.
  var onNodes: ([NodeChange]) -> Void = { _ in }

  init(_ context: JournalContext) { self.context = context }

  /// Begins to tell, or begins anew: first the nodes that are there.
  func start() {
    subscription?.cancel()
    let bucket = context.names.nodes
    subscription = context.connection.follow("KV_\(bucket)", "$KV.\(bucket).>", from: 1) {
      [self] event in
      guard case .message(let message) = event, let entry = KeyEntry(message, in: bucket) else {
        return
      }
      take(entry)
    }
  }

  /// Writes what this node tells, and calls back once with whether it is stored.
  func announce(_ record: NodeRecord, _ outcome: @escaping (Bool) -> Void) {
    guard !context.hasStopped else { return outcome(false) }
    // Nothing is claimed before an announcement is stored: the next leader is to have it at once.
    context.connection.put(
      record.id.name, in: context.names.nodes, record.stored.bytes, isRepeated: true
    ) { [self] result in
      if case .stored = result { outcome(!context.hasStopped) } else { outcome(false) }
    }
  }

  /// Withdraws this node's announcement; best effort.
  func withdraw() {
    context.connection.delete(context.node.name, in: context.names.nodes) { _ in }
  }

  private func take(_ entry: KeyEntry) {
    guard let value = entry.value else {
      if let node = nodes.removeValue(forKey: entry.key) { onNodes([.ended(node)]) }
      return
    }
    guard let record = (try? WorldRecord.Node(value)).flatMap(NodeRecord.init),
      record.id.name == entry.key
    else { return }
    nodes[entry.key] = record.id
    onNodes([.present(record)])
  }
}
