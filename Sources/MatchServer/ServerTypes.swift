// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

public import Game
public import LibWebSockets
import Lobby
public import Protocol

/// A link to a peer: a socket, or in tests a queue; never reused.
public struct LinkID: Hashable, Comparable, Sendable {
  /// The link's number in this process.
  public var rawValue: UInt64

  /// Link number `rawValue`.
  public init(_ rawValue: UInt64) {
    self.rawValue = rawValue
  }

  /// Whether `left` was opened first.
  public static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }
}

/// What reaches the server core.
public enum ServerInput: Sendable {
  /// A peer is linked, speaking this encoding; the address is what it is counted by, nil for not at
  /// all, the host where it is, nil where that is not known.
  case opened(LinkID, WireEncoding, address: String? = nil, host: String? = nil)
  /// A whole message came over a link, at the given time.
  case received(LinkID, [UInt8], at: ServerTime)
  /// The kernel has measured a link's round trips.
  case measured(LinkID, RoundTrip)
  /// So many bytes wait for a slow reader, who has told by reading, or by not reading.
  case waiting(LinkID, bytes: Int)
  /// A link is gone.
  case closed(LinkID)
  /// The journal has answered.
  case journalled([JournalOutcome])
  /// The journal has looked for what was asked about matches that have ended.
  case found(ReplayAnswer, for: ReplayInquiry)
  /// Other bounds hold from now on.
  case configure(ServerLimits)
  /// Whoever runs the server asks for something.
  case admin(AdminRequest, AdminCallID)
  /// The server is to take its leave.
  case leave(ShutdownMode)
  /// Time has passed.
  case tick
}

/// What the server core wants done, in order.
public enum ServerOutput: Hashable, Sendable {
  /// Send one message, encoded once, over each of the links.
  case send([UInt8], WireEncoding, to: [LinkID])
  /// Send something small behind what was just sent over these links, so that a packet that was lost
  /// is missed at once.
  case chase([LinkID])
  /// Somebody should look at this session's play in this room: its lags come when they pay.
  case suspect(session: String, room: String)
  /// Journal these records together.
  case append([JournalRecord])
  /// Ask the journal about matches that have ended, and come back with its answer.
  case inquire(ReplayInquiry)
  /// Tell whoever runs the server what became of a request.
  case admin(AdminAnswer, AdminCallID)
  /// Stop the server: it was to, once its matches were over, and they are.
  case drained
  /// Close a link with an RFC 6455 code, once what was sent has left.
  case close(LinkID, code: UInt16, reason: String)
}
