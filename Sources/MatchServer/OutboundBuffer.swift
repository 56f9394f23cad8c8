// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Game
import Protocol

/// Back-pressure of one connection: decides what is still sent while its reader is slow.
///
/// There are three classes of messages. Most *must arrive*, in order. Of others only the *latest*
/// matters: behind a slow reader one of each kind is held here until it has caught up. Reactions
/// are *droppable*.
///
/// | State | Above | Sent | Leaves it by |
/// |---|---|---|---|
/// | keeping up | - | everything | `mergeAbove` |
/// | merging | `mergeAbove` | no replaceable messages | a quarter of `mergeAbove`, `refreshAbove`, `closeAbove` |
/// | detached (spectators) | `refreshAbove` | no entries either | a quarter of `mergeAbove`, `timeIsUp`, `closeAbove` |
/// | closed | `closeAbove` | nothing | - |
struct OutboundBuffer: Sendable {
  /// What to do about a connection.
  enum Step: Hashable {
    /// Nothing.
    case none
    /// Send the held messages.
    case flush
    /// Stop sending entries: a spectator gets a fresh base and tail when it has caught up.
    case detach
    /// Send the fresh base and tail.
    case refresh
    /// Close it.
    case close
  }

  private let limits: BacklogLimits
  /// Whether replaceable messages are held back.
  private(set) var isMerging = false
  /// Whether it gets no entries until it has caught up.
  private(set) var isDetached = false
  private var isClosed = false
  private var rooms: RoomsUpdate?
  private var presence: [SeatPresence]?
  private var audience: Int?
  private var pointing: ServerMessage?
  private var pong: Pong?

  init(_ limits: BacklogLimits) {
    precondition(
      limits.mergeAbove <= limits.refreshAbove && limits.refreshAbove <= limits.closeAbove,
      "A slow reader is merged first, then refreshed, then closed.")
    self.limits = limits
  }

  /// Filters a message about to be sent.
  ///
  /// - Returns: whether to send it now; otherwise it is held here or dropped.
  mutating func lets(_ message: ServerMessage) -> Bool {
    // What concerns a former room is obsolete, and so is a place that was pointed at before a change of
    // the table: the turn may be over.
    switch message {
    case .joined, .left: (presence, audience, pointing) = (nil, nil, nil)
    case .entry: pointing = nil
    default: break
    }
    guard isMerging else { return true }
    switch message {
    case .rooms(let update): rooms = rooms?.followed(by: update) ?? update
    case .presence(let seats): presence = seats
    case .audience(let count): audience = count
    case .pong(let answer): pong = answer
    case .pointing: pointing = message
    case .reaction: break
    default: return true
    }
    return false
  }

  /// Handles a change of the number of queued bytes.
  ///
  /// - Parameters:
  ///   - bytes: the bytes queued.
  ///   - isWatching: whether the reader is a spectator, for whom a fresh base and tail will do.
  /// - Returns: what to do.
  mutating func waiting(_ bytes: Int, isWatching: Bool) -> Step {
    assert(bytes >= 0, "Bytes waiting never go below 0.")
    guard !isClosed else { return .none }
    if bytes > limits.closeAbove {
      isClosed = true
      return .close
    }
    if bytes > limits.mergeAbove { isMerging = true }
    if bytes > limits.refreshAbove, isWatching, !isDetached {
      isDetached = true
      return .detach
    }
    // Hysteresis: otherwise the state would change back at once.
    guard bytes < limits.mergeAbove / 4, isMerging else { return .none }
    isMerging = false
    defer { isDetached = false }
    return isDetached ? .refresh : .flush
  }

  /// The time to catch up is over.
  mutating func timeIsUp() -> Step {
    guard isDetached, !isClosed else { return .none }
    assert(isMerging, "A detached reader is merging as well.")
    isClosed = true
    return .close
  }

  /// Removes and returns the held messages.
  mutating func takeLatest() -> [ServerMessage] {
    defer { (rooms, presence, audience, pong, pointing) = (nil, nil, nil, nil, nil) }
    return [
      pong.map(ServerMessage.pong), rooms.map(ServerMessage.rooms),
      presence.map(ServerMessage.presence), audience.map { ServerMessage.audience(count: $0) },
      pointing,
    ].compactMap { $0 }
  }
}

extension RoomsUpdate {
  /// This update merged with a later one.
  func followed(by next: RoomsUpdate) -> RoomsUpdate {
    let named = Set(next.rooms.map(\.code) + next.removed)
    return RoomsUpdate(
      rooms: rooms.filter { !named.contains($0.code) } + next.rooms,
      removed: removed.filter { !named.contains($0) } + next.removed)
  }
}
