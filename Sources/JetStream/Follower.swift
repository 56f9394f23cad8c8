// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Dispatch

/// Tells the messages of a stream in order, over one consumer after the other.
///
/// A consumer lives in the memory of one server, and ends with it or with the subscription. Used on
/// its connection's queue.
final class Follower {
  private struct Question: Encodable {
    struct Consumer: Encodable {
      var deliver_subject: String
      var filter_subject: String
      var opt_start_seq: UInt64
      var deliver_policy = "by_start_sequence"
      var ack_policy = "none"
      var replay_policy = "instant"
      var max_deliver = 1
      var flow_control = true
      var idle_heartbeat = Follower.heartbeat.wholeMilliseconds * 1_000_000
      var inactive_threshold = Follower.heartbeat.wholeMilliseconds * 2_000_000
      var mem_storage = true
      var num_replicas = 1
    }

    var stream_name: String
    var config: Consumer
  }

  private struct Begun: Decodable {
    struct Delivered: Decodable {
      var consumer_seq: UInt64
    }

    var num_pending: UInt64
    var delivered: Delivered
  }

  /// A consumer that has nothing to send says so this often.
  private static let heartbeat = Duration.seconds(1)
  /// A consumer that is silent for longer is replaced.
  private static let patience = Duration.seconds(3)
  /// Pause before another consumer where none could be made.
  private static let pause = Duration.milliseconds(250)

  private let connection: NATSConnection
  private let stream: String
  private let subjects: String
  private let onEvent: (FollowEvent) -> Void
  private var order: OrderedDelivery
  private var subscription: UInt64?
  /// The number of consumers so far; what belongs to an earlier one is ignored.
  private var round = 0
  private var heardAt = ContinuousClock.now
  private var isStopped = false

  /// Tells from message `first` on, once it is started.
  init(
    connection: NATSConnection, stream: String, subjects: String, from first: UInt64,
    _ onEvent: @escaping (FollowEvent) -> Void
  ) {
    self.connection = connection
    self.stream = stream
    self.subjects = subjects
    self.onEvent = onEvent
    order = OrderedDelivery(from: first)
  }

  /// Begins with a new consumer, behind what has been told.
  func start() {
    leave()
    guard !isStopped, !connection.isClosed else { return }
    round += 1
    let current = round
    let inbox = NATSConnection.inboxes(under: "followed")
    order.restart()
    subscription = connection.add(inbox) { [self] message in take(message) }
    let consumer = Question.Consumer(
      deliver_subject: inbox, filter_subject: subjects, opt_start_seq: order.next)
    let question = Question(stream_name: stream, config: consumer)
    connection.ask("CONSUMER.CREATE.\(stream)", question, for: Begun.self) { [self] begun in
      guard round == current, !isStopped else { return }
      switch begun {
      case .failure: connection.after(Self.pause) { [self] in if round == current { start() } }
      case .success(let begun):
        heardAt = .now
        watch(current)
        if order.begin(pending: begun.num_pending, delivered: begun.delivered.consumer_seq) {
          onEvent(.caughtUp)
        }
      }
    }
  }

  /// Ends; nothing is delivered from now on.
  func stop() {
    isStopped = true
    leave()
  }

  private func leave() {
    if let subscription { connection.remove(subscription) }
    subscription = nil
  }

  private func take(_ message: Message) {
    heardAt = .now
    switch order.take(message) {
    case .tell(let stored, let isCaughtUp):
      onEvent(.message(stored))
      if isCaughtUp, !isStopped { onEvent(.caughtUp) }
    case .restart: start()
    case .answer(let subject): connection.publish(subject, [])
    case .ignore: return
    }
  }

  /// Replaces a consumer that has gone silent.
  private func watch(_ current: Int) {
    connection.after(Self.heartbeat) { [self] in
      guard round == current, !isStopped, !connection.isClosed else { return }
      if .now - heardAt > Self.patience { start() } else { watch(current) }
    }
  }
}
