// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

/// Reads the messages that a stream has now: through a consumer, or, if that is silent, one by one
/// from the stream's leader.
///
/// A consumer is fast, but it is placed by the cluster's leader, on any server believed to be alive.
/// After a failure either may be gone for seconds while the stream's own leader answers. Used on its
/// connection's queue.
final class MessageReading {
  /// A consumer that is silent for this long is given up.
  private static let patience = Duration.milliseconds(500)
  /// Pause before a leader is asked again that does not have the last message yet.
  private static let pause = Duration.milliseconds(100)

  private let connection: NATSConnection
  private let stream: String
  private let subjects: String
  private let last: UInt64?
  private var completion: ((Result<[StoredMessage], StreamError>) -> Void)?
  private var follower: Follower?
  private var messages: [StoredMessage] = []
  /// The first number that is still to be read.
  private var next: UInt64

  /// Reads from one number through another, that of a message, or all there is.
  init(
    connection: NATSConnection, stream: String, subjects: String, from first: UInt64,
    through last: UInt64?, _ completion: @escaping (Result<[StoredMessage], StreamError>) -> Void
  ) {
    self.connection = connection
    self.stream = stream
    self.subjects = subjects
    self.last = last
    self.completion = completion
    next = first
  }

  /// Begins; after `timeout` it fails.
  func start(timeout: Duration) {
    follower = Follower(connection: connection, stream: stream, subjects: subjects, from: next) {
      [self] event in
      // What is being delivered as it is stopped still comes.
      guard follower != nil else { return }
      switch event {
      case .message(let message): take(message)
      case .caughtUp: if last == nil { finish(.success(messages)) }
      }
    }
    follower?.start()
    watch(since: next)
    connection.after(timeout) { [self] in finish(.failure(.unavailable)) }
  }

  private var isOver: Bool { completion == nil }

  private func take(_ message: StoredMessage) {
    guard message.sequence >= next, message.sequence <= last ?? .max else { return }
    messages.append(message)
    next = message.sequence + 1
    if message.sequence == last { finish(.success(messages)) }
  }

  private func watch(since before: UInt64) {
    connection.after(Self.patience) { [self] in
      guard !isOver else { return }
      guard next == before else { return watch(since: next) }
      follower?.stop()
      follower = nil
      seek()
    }
  }

  /// Asks the stream's leader for the next message.
  private func seek() {
    guard !isOver else { return }
    connection.seek(subjects, from: next, in: stream) { [self] found in
      switch found {
      case .success(let message?) where message.sequence <= last ?? .max:
        take(message)
        seek()
      case .success(nil) where last == nil: finish(.success(messages))
      case .success, .failure: connection.after(Self.pause) { [self] in seek() }
      }
    }
  }

  private func finish(_ result: Result<[StoredMessage], StreamError>) {
    let completion = completion
    self.completion = nil
    // It calls a closure that holds this reading.
    follower?.stop()
    follower = nil
    // The timeout holds it, too.
    messages = []
    completion?(result)
  }
}
