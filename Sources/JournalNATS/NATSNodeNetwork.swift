// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import JetStream
package import Journal

/// Questions and news between the nodes of a world, as messages of NATS.
///
/// Each run of a node has a subject of its own, so an old run never answers for a new one. Another
/// subject has only the name, so that a second node of this name finds the first.
package final class NATSNodeNetwork: NodeNetwork {
  /// Which node tells something.
  private static let header = "Facedown-Node"

  private let context: JournalContext
  private var subscriptions: [Subscription] = []
  /// Called with questions; the result is the answer.
  package var onAsked: ([UInt8]) -> [UInt8] = { _ in [] }
  /// Called with news.
  package var onTold: ([UInt8]) -> Void = { _ in }

  init(_ context: JournalContext) { self.context = context }

  /// Begins to listen.
  func start() {
    let (names, node) = (context.names, context.node)
    let connection = context.connection
    subscriptions = [
      connection.subscribe(names.node(node)) { [self] message in
        // Without a reply subject it is news for this node alone.
        guard let reply = message.reply else { return onTold(message.bytes) }
        connection.connection.publish(reply, onAsked(message.bytes))
      },
      connection.subscribe(names.name(node.name)) { message in
        if let reply = message.reply {
          connection.connection.publish(reply, Array(node.description.utf8))
        }
      },
      connection.subscribe(names.everyNode) { [self] message in
        if message.headers[Self.header] != node.description { onTold(message.bytes) }
      },
    ]
  }

  /// Asks a node.
  ///
  /// That nobody listens to its subject is certain only if the question was sent, which another one
  /// to this node itself shows.
  package func ask(
    _ node: NodeID, _ bytes: [UInt8], within time: Duration,
    _ answer: @escaping (NodeAnswer) -> Void
  ) {
    let connections = context.connections
    context.connection.request(context.names.node(node), bytes, within: time) { [self] outcome in
      switch outcome {
      case .answered(let message): answer(.answered(message.bytes))
      case .unclear: answer(.silent)
      case .noResponders:
        context.connection.request(context.names.name(context.node.name), [], within: time) {
          [self] own in
          guard case .answered = own, connections == context.connections else {
            return answer(.silent)
          }
          answer(.nobody)
        }
      }
    }
  }

  /// Tells a node, or all others.
  package func tell(_ bytes: [UInt8], to node: NodeID?) {
    context.connection.connection.publish(
      node.map { context.names.node($0) } ?? context.names.everyNode,
      headers: [Self.header: context.node.description], bytes)
  }
}
