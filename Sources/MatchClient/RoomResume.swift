// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Game

/// The resumption of the room on a new connection: whether it is due, asked for, or to be retried.
///
/// The request to resume comes after the repeated ones: its answer brings the outcome of all the
/// others.
struct RoomResume: Sendable {
  /// The delay before a retry after a temporary failure.
  static let pause = Duration.milliseconds(500)

  private enum State: Hashable, Sendable {
    /// There is no room, or it is current.
    case done
    /// The request is to be sent as soon as requests may be.
    case due
    /// The request was sent and has no answer yet; entries before it may have gaps.
    case asked(RequestID)
    /// It has failed temporarily, and is due again at this time.
    case retry(at: LocalTime)
  }

  private var state = State.done

  /// Whether the room is not current yet.
  var isPending: Bool { state != .done }

  /// Whether the request is due.
  var isDue: Bool { state == .due }

  /// Whether the request is due or without an answer.
  var isUnderWay: Bool {
    switch state {
    case .due, .asked: true
    case .done, .retry: false
    }
  }

  /// When the request is due again; nil if no retry is planned.
  var retryAt: LocalTime? { if case .retry(let time) = state { time } else { nil } }

  /// Whether a request with this id is the one to resume.
  func isAnswered(by id: RequestID) -> Bool { state == .asked(id) }

  /// A new connection is open.
  mutating func connected(hasRoom: Bool) { state = hasRoom ? .due : .done }

  /// The request was sent.
  mutating func sent(as id: RequestID) {
    precondition(state == .due, "A room is resumed once a connection, or again after a failure.")
    state = .asked(id)
  }

  /// The request has failed temporarily at `now`, or another that was to replace it.
  mutating func retry(after now: LocalTime) { state = .retry(at: now + Self.pause) }

  /// Makes the request due if its retry is due by `now`.
  mutating func tick(at now: LocalTime) {
    if let retryAt, retryAt <= now { state = .due }
  }

  /// The client has joined a room, in answer to a request, or unsolicited or by a server that does
  /// not name the request.
  mutating func joined(by id: RequestID?) {
    if case .asked(let asked) = state, let id, id != asked { return }
    state = .done
  }

  /// There is no room to resume.
  mutating func cancel() { state = .done }
}
