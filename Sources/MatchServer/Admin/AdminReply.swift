// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

/// One line of an answer: exactly one part is set; the last line is `done` or `refused`.
package struct AdminReply: Hashable, Codable, Sendable {
  /// A room.
  package struct Room: Hashable, Codable, Sendable {
    /// The code to join by.
    package var code: String
    /// The mode.
    package var mode: String
    /// The phase of its match.
    package var phase: String
    /// Number of seats.
    package var seats: Int
    /// Names of the seated players.
    package var players: [String]
    /// Number of spectators.
    package var spectators: Int
    /// Seconds since it was opened.
    package var seconds: Int64
  }

  /// A session that has a connection.
  package struct Session: Hashable, Codable, Sendable {
    /// The session's id.
    package var id: String
    /// The player's name.
    package var name: String
    /// Whether it is a bot.
    package var bot: Bool
    /// The peer's address; nil if unknown.
    package var address: String?
    /// The player id of the proven key; nil for a guest.
    package var key: String?
    /// The code of the room it is in; nil for none.
    package var room: String?
    /// Seconds since it connected.
    package var seconds: Int64
    /// Minimum round trip of the last minute, in milliseconds; nil before the first.
    package var rtt: Double?
  }

  /// A ban.
  package struct Banned: Hashable, Codable, Sendable {
    /// The id of the key; nil for a block of addresses.
    package var key: String?
    /// The block; nil for a key.
    package var address: String?
    /// When it was set, UTC.
    package var since: String
    /// When it ends, UTC; nil if it must be lifted.
    package var until: String?
    /// The reason.
    package var reason: String
  }

  /// How the server is.
  package struct Status: Hashable, Codable, Sendable {
    /// Its version.
    package var version: String
    /// Uptime in seconds.
    package var seconds: Int64
    /// Open connections.
    package var connections: Int
    /// Connected sessions.
    package var sessions: Int
    /// Open rooms.
    package var rooms: Int
    /// Running matches.
    package var matches: Int
    /// Taken seats.
    package var players: Int
    /// Spectators.
    package var spectators: Int
    /// Bans in force.
    package var bans: Int
    /// Whether it is draining.
    package var draining: Bool
    /// Seconds until it stops at the latest; nil without a deadline.
    package var stops: Int64?
  }

  /// Progress or result of a backup.
  package struct Backup: Hashable, Codable, Sendable {
    /// Pages copied.
    package var pages: Int
    /// Total pages.
    package var of: Int
    /// Size in bytes; nil until complete.
    package var bytes: Int64?
    /// Rooms in it; nil until complete.
    package var rooms: Int?
    /// Entries in it; nil until complete.
    package var entries: Int?
    /// Seconds so far.
    package var seconds: Double
  }

  /// One effect of a reload.
  package struct Effect: Hashable, Codable, Sendable {
    /// What becomes of it.
    package enum Kind: String, Hashable, Codable, Sendable {
      /// In force now.
      case changed
      /// Needs a restart.
      case waits
      /// In force, but suspicious.
      case warning
    }

    /// What becomes of it.
    package var kind: Kind
    /// What it is, a sentence.
    package var says: String
  }

  /// The request succeeded.
  package struct Done: Hashable, Codable, Sendable {
    /// A sentence: what was done.
    package var says: String
  }

  /// The request was refused or failed.
  package struct Refused: Hashable, Codable, Sendable {
    /// A stable code.
    package var code: String
    /// What is wrong and what to do about it.
    package var says: String
  }

  /// A room of the list.
  package var room: Room?
  /// A session of the list.
  package var session: Session?
  /// A ban of the list.
  package var ban: Banned?
  /// How the server is.
  package var status: Status?
  /// Progress of a backup.
  package var backup: Backup?
  /// An effect of a reload.
  package var effect: Effect?
  /// The last line of a granted request.
  package var done: Done?
  /// The last line of a refused request.
  package var refused: Refused?

  /// How many of its parts are set.
  var partCount: Int {
    let parts: [Any?] = [room, session, ban, status, backup, effect, done, refused]
    return parts.count { $0 != nil }
  }

  /// Whether it is the last line.
  package var isLast: Bool { done != nil || refused != nil }

  static func done(_ sentence: String) -> Self { Self(done: Done(says: sentence)) }

  static func refused(_ refusal: AdminRefusal) -> Self {
    Self(refused: Refused(code: refusal.code.rawValue, says: refusal.description))
  }
}
