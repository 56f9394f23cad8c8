// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import LibWebSockets
import Wire

/// The transport's topic of each audience that has subscribers.
struct TopicTable {
  private let loop: EventLoop
  private var topics: [AudienceTopic: Topic] = [:]

  /// The topics of a loop's connections: none.
  init(_ loop: EventLoop) { self.loop = loop }

  /// Has every subscriber sent a message.
  ///
  /// - Returns: how many subscribers there are.
  func publish(_ bytes: [UInt8], to name: AudienceTopic) -> Int {
    guard let topic = topics[name] else { return 0 }
    loop.publish(Frame(name.encoding.isText ? .text : .binary, payload: bytes), to: topic)
    return topic.subscriberCount
  }

  /// Subscribes an open connection.
  mutating func subscribe(_ connection: ConnectionID, to name: AudienceTopic) {
    let topic = topics[name] ?? Topic()
    topics[name] = topic
    loop.subscribe(connection, to: topic)
  }

  /// Ends the subscription of a connection; nil for one that is closed, as its end has ended it.
  mutating func unsubscribe(_ connection: ConnectionID?, from name: AudienceTopic) {
    guard let topic = topics[name] else { return }
    if let connection { loop.unsubscribe(connection, from: topic) }
    if topic.subscriberCount == 0 { topics[name] = nil }
  }
}
