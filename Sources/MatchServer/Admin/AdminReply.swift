// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

/// One line of an answer: exactly one part is set; the last line is `done` or `refused`.
public struct AdminReply: Hashable, Codable, Sendable {
  /// Version of the admin protocol.
  static let version = 1

  /// A room.
  public struct Room: Hashable, Codable, Sendable {
    /// The code to join by.
    public var code: String
    /// The mode.
    public var mode: String
    /// The phase of its match.
    public var phase: String
    /// Number of seats.
    public var seats: Int
    /// Names of the seated players.
    public var players: [String]
    /// Number of spectators.
    public var spectators: Int
    /// Seconds since it was opened.
    public var seconds: Int64
  }

  /// A session that has a connection.
  public struct Session: Hashable, Codable, Sendable {
    /// The session's id.
    public var id: String
    /// The player's name.
    public var name: String
    /// Whether it is a bot.
    public var bot: Bool
    /// The peer's address; nil if unknown.
    public var address: String?
    /// The player id of the proven key; nil for a guest.
    public var key: String?
    /// The code of the room it is in; nil for none.
    public var room: String?
    /// Seconds since it connected.
    public var seconds: Int64
    /// Minimum round trip of the last minute, in milliseconds; nil before the first.
    public var rtt: Double?
  }

  /// A ban.
  public struct Banned: Hashable, Codable, Sendable {
    /// The id of the key; nil for a block of addresses.
    public var key: String?
    /// The block; nil for a key.
    public var address: String?
    /// When it was set, UTC.
    public var since: String
    /// When it ends, UTC; nil if it must be lifted.
    public var until: String?
    /// The reason.
    public var reason: String
  }

  /// How the server is.
  public struct Status: Hashable, Codable, Sendable {
    /// Its version.
    public var version: String
    /// Uptime in seconds.
    public var seconds: Int64
    /// Open connections.
    public var connections: Int
    /// Connected sessions.
    public var sessions: Int
    /// Open rooms.
    public var rooms: Int
    /// Running matches.
    public var matches: Int
    /// Taken seats.
    public var players: Int
    /// Spectators.
    public var spectators: Int
    /// Bans in force.
    public var bans: Int
    /// Whether it is draining.
    public var draining: Bool
    /// Seconds until it stops at the latest; nil without a deadline.
    public var stops: Int64?
  }

  /// Progress or result of a backup.
  public struct Backup: Hashable, Codable, Sendable {
    /// Pages copied.
    public var pages: Int
    /// Total pages.
    public var of: Int
    /// Size in bytes; nil until complete.
    public var bytes: Int64?
    /// Rooms in it; nil until complete.
    public var rooms: Int?
    /// Entries in it; nil until complete.
    public var entries: Int?
    /// Seconds so far.
    public var seconds: Double
  }

  /// One effect of a reload.
  public struct Effect: Hashable, Codable, Sendable {
    /// What becomes of it.
    public enum Kind: String, Hashable, Codable, Sendable {
      /// In force now.
      case changed
      /// Needs a restart.
      case waits
      /// In force, but suspicious.
      case warning
    }

    /// What becomes of it.
    public var kind: Kind
    /// What it is, a sentence.
    public var says: String
  }

  /// The request succeeded.
  public struct Done: Hashable, Codable, Sendable {
    /// A sentence: what was done.
    public var says: String
  }

  /// The request was refused or failed.
  public struct Refused: Hashable, Codable, Sendable {
    /// A stable code.
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
  /// Progress of a backup.
  public var backup: Backup?
  /// An effect of a reload.
  public var effect: Effect?
  /// The last line of a granted request.
  public var done: Done?
  /// The last line of a refused request.
  public var refused: Refused?

  /// How many of its parts are set.
  var partCount: Int {
    let parts: [Any?] = [room, session, ban, status, backup, effect, done, refused]
    return parts.count { $0 != nil }
  }

  /// Whether it is the last line.
  public var isLast: Bool { done != nil || refused != nil }

  static func done(_ sentence: String) -> Self { Self(done: Done(says: sentence)) }

  static func refused(_ refusal: AdminRefusal) -> Self {
    Self(refused: Refused(code: refusal.code.rawValue, says: refusal.description))
  }
}
