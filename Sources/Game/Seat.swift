// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

/// A seat at the table, 0 for the first; fixed for the match, even if its player changes.
public struct SeatIndex: Hashable, Comparable, Sendable {
  /// The most seats a table has.
  public static let limit = 8

  /// The seat's number from 0.
  public var rawValue: Int

  /// Seat number `rawValue`.
  public init(_ rawValue: Int) {
    self.rawValue = rawValue
  }

  /// Orders by number.
  public static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }
}

/// A player, as everyone may know them.
public struct Player: Hashable, Sendable {
  /// The name shown, 1 to 24 characters.
  public var name: String
  /// The identity proven by a key, or nil for a guest.
  public var id: String?
  /// Whether it is a program.
  public var isBot: Bool
  /// The level of one of the server's own bots; nil for everyone else.
  public var level: String?

  /// A player named `name`, identified by `id` if proven.
  public init(name: String, id: String? = nil, isBot: Bool = false, level: String? = nil) {
    self.name = name
    self.id = id
    self.isBot = isBot
    self.level = level
  }
}
