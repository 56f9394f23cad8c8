// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Game
import Protocol

/// What stands between the server core and one link: decides what of it still goes out while the reader is
/// slow.
///
/// There are three classes of messages. Most *must arrive*, in order. Of others only the *latest*
/// matters; behind a slow reader they wait here, one of each kind, until it has caught up. A reaction
/// is *droppable*: what somebody felt a while ago is no news.
struct OutboundBuffer: Sendable {
  /// What has to be done about a link.
  enum Step: Hashable {
    /// Nothing.
    case none
    /// Send what waited.
    case flush
    /// Send it no more entries: it watches, and gets a fresh start when it has read what it has.
    case detach
    /// Give it its fresh start.
    case refresh
    /// It cannot be helped.
    case close
  }

  private let limits: BacklogLimits
  /// Whether what only matters as it is last waits.
  private(set) var isMerging = false
  /// Whether it gets no entries until it has caught up.
  private(set) var isDetached = false
  private var isClosed = false
  private var rooms: RoomsUpdate?
  private var presence: [SeatPresence]?
  private var audience: Int?
  private var pong: Pong?

  init(_ limits: BacklogLimits) {
    self.limits = limits
  }

  /// Takes a message that is to go out.
  ///
  /// - Returns: whether it goes out now; otherwise it waits here, or was made superfluous.
  mutating func lets(_ message: ServerMessage) -> Bool {
    // What a room was like that the reader has left since helps nobody.
    switch message {
    case .joined, .left: (presence, audience) = (nil, nil)
    default: break
    }
    guard isMerging else { return true }
    switch message {
    case .rooms(let update): rooms = rooms?.followed(by: update) ?? update
    case .presence(let seats): presence = seats
    case .audience(let count): audience = count
    case .pong(let answer): pong = answer
    case .reaction: break
    default: return true
    }
    return false
  }

  /// The socket has told how much waits for it.
  ///
  /// - Parameters:
  ///   - bytes: so much.
  ///   - isWatching: whether a fresh base and tail would do instead of every entry.
  /// - Returns: what is to be done about it.
  mutating func waiting(_ bytes: Int, isWatching: Bool) -> Step {
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
    // Until most of it has been read nothing changes, or it would change back at once.
    guard bytes < limits.mergeAbove / 4, isMerging else { return .none }
    isMerging = false
    defer { isDetached = false }
    return isDetached ? .refresh : .flush
  }

  /// Its time to catch up is over.
  mutating func timeIsUp() -> Step {
    guard isDetached, !isClosed else { return .none }
    isClosed = true
    return .close
  }

  /// Takes out what waited.
  mutating func takeLatest() -> [ServerMessage] {
    defer { (rooms, presence, audience, pong) = (nil, nil, nil, nil) }
    return [
      pong.map(ServerMessage.pong), rooms.map(ServerMessage.rooms),
      presence.map(ServerMessage.presence), audience.map { ServerMessage.audience(count: $0) },
    ].compactMap { $0 }
  }
}

extension RoomsUpdate {
  /// This update and one after it as one.
  func followed(by next: RoomsUpdate) -> RoomsUpdate {
    let named = Set(next.rooms.map(\.code) + next.removed)
    return RoomsUpdate(
      rooms: rooms.filter { !named.contains($0.code) } + next.rooms,
      removed: removed.filter { !named.contains($0) } + next.removed)
  }
}
