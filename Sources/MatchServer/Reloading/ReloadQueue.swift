// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

/// Everybody who wants the configuration read again, one after the other: the signal tells nobody what
/// came of it, and a host's request waits for that.
struct ReloadQueue: Sendable {
  /// One wish.
  enum Wish: Sendable {
    /// SIGHUP has come.
    case signal
    /// Whoever runs the server asks for it, and is told.
    case request(AdminRouter.Reply)
  }

  /// The most that wait; the admin socket has fewer visitors.
  static let limit = 16

  /// What waits, in order, until the queue is closed.
  let wishes: AsyncStream<Wish>
  private let continuation: AsyncStream<Wish>.Continuation

  /// A queue in which nobody waits.
  init() {
    (wishes, continuation) = AsyncStream.makeStream(bufferingPolicy: .bufferingOldest(Self.limit))
  }

  /// Takes a signal.
  ///
  /// Where the queue is full it loses nothing: those that wait read what is there after it came.
  func hangUp() { continuation.yield(.signal) }

  /// Takes a host's request; from any thread.
  func ask(_ reply: @escaping AdminRouter.Reply) {
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

  /// Takes no more; what waits is still done.
  func close() { continuation.finish() }
}
