// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

/// Reload requests, one after the other: signals expect no answer, admin requests wait for one.
struct ReloadQueue: Sendable {
  /// A reload request.
  enum Wish: Sendable {
    /// SIGHUP.
    case signal
    /// An admin request, which gets an answer.
    case request(ControlListener.Reply)
  }

  /// Maximum queue length; the admin socket has fewer connections.
  static let limit = 16

  /// The requests in order, until the queue is closed.
  let wishes: AsyncStream<Wish>
  private let continuation: AsyncStream<Wish>.Continuation

  /// An empty queue.
  init() {
    (wishes, continuation) = AsyncStream.makeStream(bufferingPolicy: .bufferingOldest(Self.limit))
  }

  /// Enqueues a signal.
  ///
  /// If the queue is full nothing is lost: the waiting requests read the same configuration.
  func hangUp() { continuation.yield(.signal) }

  /// Enqueues an admin request; from any thread.
  func ask(_ reply: @escaping ControlListener.Reply) {
    switch continuation.yield(.request(reply)) {
    case .enqueued: return
    case .dropped:
      reply(
        .refused(
          AdminRefusal(
            .tooMany,
            "\(Self.limit) reloads are already waiting: try again in a moment.")))
    default: reply(.refused(AdminRefusal(.unavailable, "The server is already stopping.")))
    }
  }

  /// Closes the queue; waiting requests are still served.
  func close() { continuation.finish() }
}
