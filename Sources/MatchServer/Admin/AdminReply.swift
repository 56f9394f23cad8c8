// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Protocol

/// One line of an answer; the last one is `done` or `refused`.
package enum AdminReply: Hashable, Sendable {
  /// A room of the list.
  case room(Room)
  /// A session of the list.
  case session(Session)
  /// A ban of the list.
  case ban(Banned)
  /// The state of the server.
  case status(Status)
  /// A node of the world.
  case node(Node)
  /// The state of the world.
  case world(World)
  /// A stream of the world.
  case stream(Stream)
  /// A room whose log was written back, or not.
  case refilled(Refilled)
  /// Progress of a backup.
  case backup(Backup)
  /// An effect of a reload.
  case effect(Effect)
  /// The request succeeded; a sentence says what was done.
  case done(String)
  /// The request was refused or failed.
  case refused(AdminRefusal)

  /// Whether it is the last line.
  package var isLast: Bool {
    switch self {
    case .done, .refused: true
    case .room, .session, .ban, .status, .node, .world, .stream, .refilled, .backup, .effect: false
    }
  }

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

  /// The state of the server.
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

  /// A node of the world.
  package struct Node: Hashable, Codable, Sendable {
    /// Its name.
    package var name: String
    /// What sets this run apart from others of the name.
    package var run: String
    /// Where clients reach it.
    package var url: String
    /// Its version.
    package var version: String
    /// `this`, `living`, `draining` or `gone`.
    package var state: String
    /// The rooms it decides for, as it said last.
    package var rooms: Int
    /// Its open connections, as it said last.
    package var connections: Int
    /// By how much its clock is ahead of this node's, in milliseconds; nil if unknown.
    package var clock: Double?
  }

  /// The state of the world, as this node sees it.
  package struct World: Hashable, Codable, Sendable {
    /// Its name.
    package var name: String
    /// The form of its records.
    package var form: Int
    /// How many hours it keeps the codes and logs of closed rooms.
    package var rest: Int
    /// Whether what its servers acknowledge is on their disks.
    package var synced: Bool
    /// Nodes that are alive, this one included.
    package var living: Int
    /// Nodes that are gone.
    package var gone: Int
    /// Open rooms.
    package var rooms: Int
    /// What is not well, as sentences.
    package var problems: [String]
  }

  /// A stream of the world.
  package struct Stream: Hashable, Codable, Sendable {
    /// Its name, as NATS' own tools show it.
    package var name: String
    /// The number of its messages; nil if nobody answers for it.
    package var messages: UInt64?
    /// Their bytes.
    package var bytes: UInt64?
    /// The number of its last message.
    package var last: UInt64?
  }

  /// What became of a room of this node's memory.
  package struct Refilled: Hashable, Codable, Sendable {
    /// Its code.
    package var code: String
    /// The number of entries that this node remembers.
    package var entries: Int
    /// How many of them were written back, or would be.
    package var written: Int
    /// What became of it, and why.
    package var says: String
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
    /// Whether a change is in force.
    package enum Kind: String, Hashable, Codable, Sendable {
      /// In force now.
      case changed
      /// Needs a restart.
      case waits
      /// In force, but suspicious.
      case warning
    }

    /// Whether it is in force.
    package var kind: Kind
    /// A sentence: the change or the warning.
    package var says: String
  }
}

/// The answer to an admin request, or the next part of it: its lines, in order.
package typealias AdminAnswer = [AdminReply]

extension AdminAnswer {
  /// Maximum rows of a list.
  static let mostRows = 2_000

  /// The request succeeded.
  static func done(_ sentence: String) -> Self { [.done(sentence)] }

  /// The request was refused.
  static func refused(_ refusal: AdminRefusal) -> Self { [.refused(refusal)] }

  /// A list and its closing sentence.
  static func list(
    _ rows: [AdminReply], of total: Int, _ one: String, _ many: String? = nil
  ) -> Self {
    assert(rows.count <= total, "A list has no more rows than the total.")
    let counted = total.counted(one, many)
    let sentence =
      rows.count < total ? "The first \(rows.count) of \(counted)." : "\(counted)."
    return rows + [.done(sentence)]
  }

  /// Whether it is complete.
  package var isLast: Bool { last?.isLast ?? false }
}

extension AdminReply: Codable {
  private enum Kind: String, CodingKey {
    case room, session, ban, status, node, world, stream, refilled, backup, effect, done, refused
  }

  private struct Sentence: Codable {
    var says: String
  }

  /// The line that an object with one key stands for.
  ///
  /// - Throws: `DecodingError` for anything else.
  package init(from decoder: any Decoder) throws {
    let line = try decoder.container(keyedBy: Kind.self)
    guard line.allKeys.count == 1, let kind = line.allKeys.first else {
      throw DecodingError.dataCorrupted(
        .init(codingPath: line.codingPath, debugDescription: "A reply has exactly one kind."))
    }
    self =
      switch kind {
      case .room: .room(try line.decode(Room.self, forKey: kind))
      case .session: .session(try line.decode(Session.self, forKey: kind))
      case .ban: .ban(try line.decode(Banned.self, forKey: kind))
      case .status: .status(try line.decode(Status.self, forKey: kind))
      case .node: .node(try line.decode(Node.self, forKey: kind))
      case .world: .world(try line.decode(World.self, forKey: kind))
      case .stream: .stream(try line.decode(Stream.self, forKey: kind))
      case .refilled: .refilled(try line.decode(Refilled.self, forKey: kind))
      case .backup: .backup(try line.decode(Backup.self, forKey: kind))
      case .effect: .effect(try line.decode(Effect.self, forKey: kind))
      case .done: .done(try line.decode(Sentence.self, forKey: kind).says)
      case .refused: .refused(try line.decode(AdminRefusal.self, forKey: kind))
      }
  }

  /// Writes the line as an object with one key, the name of its kind.
  package func encode(to encoder: any Encoder) throws {
    var line = encoder.container(keyedBy: Kind.self)
    switch self {
    case .room(let room): try line.encode(room, forKey: .room)
    case .session(let session): try line.encode(session, forKey: .session)
    case .ban(let ban): try line.encode(ban, forKey: .ban)
    case .status(let status): try line.encode(status, forKey: .status)
    case .node(let node): try line.encode(node, forKey: .node)
    case .world(let world): try line.encode(world, forKey: .world)
    case .stream(let stream): try line.encode(stream, forKey: .stream)
    case .refilled(let room): try line.encode(room, forKey: .refilled)
    case .backup(let backup): try line.encode(backup, forKey: .backup)
    case .effect(let effect): try line.encode(effect, forKey: .effect)
    case .done(let sentence): try line.encode(Sentence(says: sentence), forKey: .done)
    case .refused(let refusal): try line.encode(refusal, forKey: .refused)
    }
  }
}
