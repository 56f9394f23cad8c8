// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

internal import DequeModule

// Topics: what goes to thousands is sent in slices, so that it delays nobody else.

extension LoopCore {
  /// How many subscribers of one topic are served before those of the next.
  static let topicTurn = 64

  func publish(_ frame: Frame, to topic: Topic) {
    guard topic.publish(frame), !topic.isPublishing else { return }
    topic.isPublishing = true
    publishing.append(topic)
  }

  func subscribe(_ id: ConnectionID, to topic: Topic) {
    guard let connection = connections[id.key], case .open = connection.phase else { return }
    precondition(
      !connection.subscriptions.contains { $0.topic === topic },
      "A connection subscribes to a topic once.")
    connection.subscriptions.append(topic.subscribe(connection))
  }

  func unsubscribe(_ id: ConnectionID, from topic: Topic) {
    guard let connection = connections[id.key],
      let index = connection.subscriptions.firstIndex(where: { $0.topic === topic })
    else { return }
    let subscription = connection.subscriptions.remove(at: index)
    if topic.queueFrames(of: subscription) { scheduleFlush(connection) }
    topic.end(subscription)
  }

  /// Queues what was published to a connection so far, so that nothing overtakes it.
  func queuePublished(_ connection: Connection) {
    for subscription in connection.subscriptions {
      subscription.topic.queueFrames(of: subscription)
    }
  }

  /// Ends every subscription of a connection.
  func endSubscriptions(of connection: Connection) {
    for subscription in connection.subscriptions { subscription.topic.end(subscription) }
    connection.subscriptions = []
  }

  /// Sends at most `limit` subscribers what was published to them; a few of each topic in turn.
  func sendPublished(limit: Int) {
    var left = limit
    while left > 0, let topic = publishing.popFirst() {
      var turn = min(left, Self.topicTurn)
      while turn > 0, let connection = topic.serveNext() {
        sendQueued(connection)
        (left, turn) = (left - 1, turn - 1)
      }
      topic.isPublishing = topic.isBehind
      if topic.isPublishing { publishing.append(topic) }
    }
  }
}
