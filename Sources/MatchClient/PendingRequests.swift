// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Game
import Protocol

/// A session's requests that have no answer yet, in the order of their ids.
///
/// The server handles a session's requests in that order, each once, so every one of them is
/// repeated unchanged on each new connection.
struct PendingRequests: Sendable {
  /// The maximum number of requests queued while none may be sent; further ones are dropped.
  static let queueLimit = 8

  private struct Pending: Sendable {
    let id: RequestID
    let command: ClientCommand
    let message: ClientMessage
    /// Whether it was sent over the present connection.
    var isSent = false
  }

  private var pending: [Pending] = []
  /// The highest id so far.
  private(set) var lastID = RequestID(0)

  /// Whether every request has its answer.
  var isEmpty: Bool { pending.isEmpty }

  /// Whether a request without an answer meets a condition.
  func contains(where meets: (ClientCommand) -> Bool) -> Bool {
    pending.contains { meets($0.command) }
  }

  /// Adds the request for a command, to be sent with `takeUnsent`.
  ///
  /// - Parameters:
  ///   - command: the command.
  ///   - mayBeSent: whether it is sent at once; if not, and the queue is full, it is dropped.
  ///   - message: makes the message from the request's id.
  mutating func add(
    _ command: ClientCommand, mayBeSent: Bool, _ message: (RequestID) -> ClientMessage
  ) {
    guard mayBeSent || pending.count < Self.queueLimit else { return }
    let id = nextID()
    pending.append(Pending(id: id, command: command, message: message(id)))
  }

  /// Draws the id of a request that is not repeated.
  mutating func nextID() -> RequestID {
    lastID.rawValue += 1
    assert(pending.allSatisfy { $0.id < lastID }, "A new request has the highest id.")
    return lastID
  }

  /// Skips the ids that the session has already used.
  mutating func skip(through id: RequestID) { lastID = max(lastID, id) }

  /// A new connection is open, over which nothing was sent yet.
  mutating func connected() {
    for index in pending.indices { pending[index].isSent = false }
  }

  /// The messages to send now, in order; each is returned once a connection.
  mutating func takeUnsent() -> [ClientMessage] {
    let messages = pending.filter { !$0.isSent }.map { $0.message }
    for index in pending.indices { pending[index].isSent = true }
    return messages
  }

  /// Removes a request, which has its answer, and returns its command; nil if it is not pending.
  @discardableResult
  mutating func remove(_ id: RequestID) -> ClientCommand? {
    guard let index = pending.firstIndex(where: { $0.id == id }) else { return nil }
    return pending.remove(at: index).command
  }

  /// Removes the requests that meet a condition.
  mutating func removeAll(where meets: (RequestID, ClientCommand) -> Bool) {
    pending.removeAll { meets($0.id, $0.command) }
  }

  /// Removes every request.
  mutating func removeAll() { pending = [] }

  /// The command of a pending request; nil if it is not pending.
  func command(of id: RequestID) -> ClientCommand? { pending.first { $0.id == id }?.command }
}
