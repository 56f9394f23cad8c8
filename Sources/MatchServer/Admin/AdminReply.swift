// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

/// One line of an answer to a host: one of its parts is there, and the last line is `done` or
/// `refused`.
public struct AdminReply: Hashable, Codable, Sendable {
  /// The version of the protocol.
  static let version = 1

  /// A room.
  public struct Room: Hashable, Codable, Sendable {
    /// The code people join by.
    public var code: String
    /// How it is played.
    public var mode: String
    /// Where its match stands.
    public var phase: String
    /// Chairs.
    public var seats: Int
    /// Whoever sits there, by name.
    public var players: [String]
    /// How many watch.
    public var spectators: Int
    /// For how many seconds it has been open.
    public var seconds: Int64
  }

  /// A session that has a connection.
  public struct Session: Hashable, Codable, Sendable {
    /// The session's name.
    public var id: String
    /// The player's.
    public var name: String
    /// Whether a program plays.
    public var bot: Bool
    /// Where it is connected from; nil where that is not known.
    public var address: String?
    /// The id of the key that was proven; nil for a guest.
    public var key: String?
    /// The code of the room it is in; nil for none.
    public var room: String?
    /// For how many seconds it has been connected.
    public var seconds: Int64
    /// The shortest round trip of the last minute, in milliseconds; nil before it is known.
    public var rtt: Double?
  }

  /// A ban.
  public struct Banned: Hashable, Codable, Sendable {
    /// The id of the key; nil for a block of addresses.
    public var key: String?
    /// The block; nil for a key.
    public var address: String?
    /// Since when, UTC.
    public var since: String
    /// Until when, UTC; nil until it is lifted.
    public var until: String?
    /// Why.
    public var reason: String
  }

  /// How the server is.
  public struct Status: Hashable, Codable, Sendable {
    /// Its version.
    public var version: String
    /// For how many seconds it has run.
    public var seconds: Int64
    /// Open connections.
    public var connections: Int
    /// Those of them that have said hello.
    public var sessions: Int
    /// Rooms.
    public var rooms: Int
    /// Matches under way.
    public var matches: Int
    /// Seats that are taken.
    public var players: Int
    /// Those who watch.
    public var spectators: Int
    /// Bans that stand.
    public var bans: Int
    /// Whether it begins no more matches.
    public var draining: Bool
    /// In how many seconds it stops at the latest; nil if it waits for its matches.
    public var stops: Int64?
  }

  /// How far a backup has come, or what it came to.
  public struct Backup: Hashable, Codable, Sendable {
    /// Pages copied.
    public var pages: Int
    /// Pages there are.
    public var of: Int
    /// The file's size; nil before it is whole.
    public var bytes: Int64?
    /// Rooms in it; nil before it is whole.
    public var rooms: Int?
    /// Entries in it; nil before it is whole.
    public var entries: Int?
    /// How long it took so far.
    public var seconds: Double
  }

  /// One thing that reading the configuration again has come to.
  public struct Effect: Hashable, Codable, Sendable {
    /// What becomes of it.
    public enum Kind: String, Hashable, Codable, Sendable {
      /// It holds now.
      case changed
      /// It holds once the server starts again.
      case waits
      /// It is odd, and holds.
      case warning
    }

    /// What becomes of it.
    public var kind: Kind
    /// What it is, a sentence.
    public var says: String
  }

  /// The request was granted.
  public struct Done: Hashable, Codable, Sendable {
    /// What was done, a sentence.
    public var says: String
  }

  /// The request was refused, or nothing could be done.
  public struct Refused: Hashable, Codable, Sendable {
    /// A stable word for why.
    public var code: String
    /// What is wrong and what to do about it.
    public var says: String
  }

  /// A room of the list.
  public var room: Room?
  /// A session of the list.
  public var session: Session?
  /// A ban of the list.
  public var ban: Banned?
  /// How the server is.
  public var status: Status?
  /// How a backup goes.
  public var backup: Backup?
  /// What has come of a configuration.
  public var effect: Effect?
  /// The last line of what was granted.
  public var done: Done?
  /// The last line of what was not.
  public var refused: Refused?

  /// Whether nothing comes behind it.
  public var isLast: Bool { done != nil || refused != nil }

  static func done(_ sentence: String) -> Self { Self(done: Done(says: sentence)) }

  static func refused(_ refusal: AdminRefusal) -> Self {
    Self(refused: Refused(code: refusal.code.rawValue, says: refusal.description))
  }
}
