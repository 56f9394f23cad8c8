// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

internal import DequeModule

/// The connections that are all sent the same frames.
///
/// Publishing takes constant time, however many subscribe: the frame is kept here until the loop
/// has come to each subscriber, in slices between which it hears its peers. A connection is sent
/// everything in the order in which it was published or sent to it.
///
/// | State of a subscription | Has been sent | Leaves it by |
/// |---|---|---|
/// | current | every frame | `publish` |
/// | behind | the frames before its `next` | its turn, or something sent to its connection alone |
/// | ended | what was published until then | - |
///
/// Confined to the loop, whose ``EventLoop/publish(_:to:)`` and ``EventLoop/subscribe(_:to:)``
/// use it.
package final class Topic {
  /// A subscription's place among the current ones or those behind; void once it has another.
  private struct Place {
    let subscription: Subscription
    let ticket: Int

    var isValid: Bool { subscription.connection != nil && subscription.ticket == ticket }
  }

  /// The frames that some subscribers have not been sent yet.
  private var frames: Deque<Frame> = []
  /// The number of the first of `frames`, counted from the topic's beginning.
  private var firstNumber = 0
  /// Subscriptions that have been sent everything.
  private var current: Deque<Place> = []
  /// The others, those that lack most first.
  private var behind: Deque<Place> = []
  private var lastTicket = 0
  /// The number of subscriptions.
  package private(set) var subscriberCount = 0
  /// Whether it is in the loop's queue of topics.
  var isPublishing = false

  /// A topic without subscribers.
  package init() {}

  /// The number of the frame to be published next.
  private var nextNumber: Int { firstNumber + frames.count }

  /// The number of frames kept for subscribers that are behind.
  var frameCount: Int { frames.count }

  /// The number of places, void ones included.
  var placeCount: Int { current.count + behind.count }

  /// Whether some subscribers have not been sent everything.
  var isBehind: Bool { !behind.isEmpty }

  /// Has every subscriber sent a frame.
  ///
  /// - Returns: whether there is any subscriber.
  func publish(_ frame: Frame) -> Bool {
    guard subscriberCount > 0 else { return false }
    frames.append(frame)
    if behind.isEmpty {
      swap(&behind, &current)
    } else {
      behind.append(contentsOf: current)
      current.removeAll(keepingCapacity: true)
    }
    assert(!behind.isEmpty, "A topic with subscribers has somebody to send a frame to.")
    return true
  }

  /// Subscribes a connection to what is published from now on.
  func subscribe(_ connection: Connection) -> Subscription {
    let subscription = Subscription(connection, to: self)
    subscriberCount += 1
    makeCurrent(subscription)
    return subscription
  }

  /// Ends a subscription, which takes no more frames.
  func end(_ subscription: Subscription) {
    precondition(subscription.topic === self, "A subscription ends at its own topic.")
    guard subscription.connection != nil else { return }
    subscription.connection = nil
    subscriberCount -= 1
    dropVoid()
    dropSent()
  }

  /// Queues on the connection that has been behind longest what it has not been sent yet.
  ///
  /// - Returns: the connection; nil if every subscription is current.
  func serveNext() -> Connection? {
    defer { dropSent() }
    while let place = behind.popFirst() {
      guard place.isValid, let connection = place.subscription.connection else { continue }
      queueFrames(of: place.subscription)
      return connection
    }
    return nil
  }

  /// Queues on a subscription's connection what it has not been sent yet, in order.
  ///
  /// - Returns: whether there was anything.
  @discardableResult
  func queueFrames(of subscription: Subscription) -> Bool {
    guard let connection = subscription.connection, subscription.next < nextNumber else {
      return false
    }
    precondition(
      subscription.next >= firstNumber, "No frame is dropped before every subscriber has it.")
    for index in (subscription.next - firstNumber)..<frames.count {
      connection.queue.append(frames[index])
    }
    makeCurrent(subscription)
    return true
  }

  /// Gives a subscription that has been sent everything its place; a former one becomes void.
  private func makeCurrent(_ subscription: Subscription) {
    lastTicket += 1
    subscription.ticket = lastTicket
    subscription.next = nextNumber
    current.append(Place(subscription: subscription, ticket: lastTicket))
    dropVoid()
  }

  /// Drops void places once they are more than half of all.
  private func dropVoid() {
    guard placeCount > 2 * subscriberCount + 64 || subscriberCount == 0 else { return }
    current.removeAll { !$0.isValid }
    behind.removeAll { !$0.isValid }
  }

  /// Drops the frames that every subscriber has been sent.
  private func dropSent() {
    while let first = behind.first, !first.isValid { behind.removeFirst() }
    let sent = (behind.first?.subscription.next ?? nextNumber) - firstNumber
    guard sent > 0 else { return }
    firstNumber += sent
    frames.removeFirst(sent)
  }
}

/// One connection's part in a topic.
final class Subscription {
  /// The topic.
  let topic: Topic
  /// The connection; nil once the subscription has ended.
  fileprivate(set) var connection: Connection?
  /// The number of the first frame it has not been sent.
  fileprivate var next = 0
  /// Names its place in the topic.
  fileprivate var ticket = 0

  fileprivate init(_ connection: Connection, to topic: Topic) {
    self.topic = topic
    self.connection = connection
  }
}
