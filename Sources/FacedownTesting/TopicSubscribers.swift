// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

package import MatchServer

/// The subscribers of a server core's topics, for a shell that sends each connection its own copy.
package struct TopicSubscribers: Sendable {
  private var subscribers: [AudienceTopic: [ServerConnectionID]] = [:]

  /// Topics without subscribers.
  package init() {}

  /// Replaces what is published by a message to the topic's subscribers.
  ///
  /// - Returns: the output to carry out; nil for changes of subscriptions, which are remembered.
  package mutating func resolve(_ output: ServerOutput) -> ServerOutput? {
    switch output {
    case .publish(let bytes, let topic):
      let targets = subscribers[topic] ?? []
      precondition(!targets.isEmpty, "A server core publishes only to those who subscribe.")
      return .send(bytes, topic.encoding, to: targets)
    case .subscribe(let connection, let topic):
      precondition(
        subscribers[topic]?.contains(connection) != true, "A connection subscribes to a topic once."
      )
      subscribers[topic, default: []].append(connection)
      return nil
    case .unsubscribe(let connection, let topic):
      precondition(
        subscribers[topic]?.contains(connection) == true, "Only a subscriber unsubscribes.")
      subscribers[topic]?.removeAll { $0 == connection }
      return nil
    default: return output
    }
  }
}
