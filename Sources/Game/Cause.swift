// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

/// A membership's number in a room's log: each time someone takes a seat, a new one.
public struct ActorNumber: Hashable, Comparable, Sendable {
  /// The number from 1.
  public var rawValue: UInt32

  /// Membership number `rawValue`.
  public init(_ rawValue: UInt32) {
    self.rawValue = rawValue
  }

  /// Orders by number.
  public static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }
}

/// A session's number for one of its requests; a session's numbers only rise.
public struct RequestID: Hashable, Comparable, Sendable {
  /// The number from 1.
  public var rawValue: UInt64

  /// Request number `rawValue`.
  public init(_ rawValue: UInt64) {
    self.rawValue = rawValue
  }

  /// Orders by number.
  public static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }
}

/// Who made an entry happen, with which request; an entry without one is the server's own doing.
public struct Cause: Hashable, Sendable {
  /// The member whose request it was.
  public var actor: ActorNumber
  /// That member's number for the request.
  public var request: RequestID

  /// Request `request` of member `actor`.
  public init(actor: ActorNumber, request: RequestID) {
    self.actor = actor
    self.request = request
  }
}
