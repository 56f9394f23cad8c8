// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

/// What a host asks of the server.
public enum AdminRequest: Hashable, Sendable {
  /// Every room.
  case rooms
  /// Every session that has a connection.
  case sessions
  /// End a session: its connection closes, and nobody comes back to it.
  case kick(session: String, reason: String)
  /// Let nobody in who is meant; for so long, or until it is lifted.
  case ban(BanTarget, lasting: Duration?, reason: String)
  /// Every ban.
  case bans
  /// End a ban.
  case unban(BanTarget)
  /// Begin no more matches, and stop once those that run are over, or after so long.
  case drain(within: Duration?)
  /// Go on as before.
  case cancelDrain
  /// Show a text to everyone who is connected.
  case announce(String)
  /// How the server is.
  case status
  /// Read again what can change while it runs.
  case reload
  /// Copy the journal to a file, over one that is there only if that is wanted.
  case backup(path: String, replaces: Bool)

  /// The name of what is asked, as it is on the wire and in the audit log.
  public var action: String {
    switch self {
    case .rooms: "rooms"
    case .sessions: "sessions"
    case .kick: "kick"
    case .ban: "ban"
    case .bans: "bans"
    case .unban: "unban"
    case .drain, .cancelDrain: "drain"
    case .announce: "announce"
    case .status: "status"
    case .reload: "reload"
    case .backup: "backup"
    }
  }
}

/// A request by its number in this process, so that its answer finds who asked.
public struct AdminMessageID: Hashable, Sendable {
  /// The number.
  public var rawValue: UInt64

  /// Request number `rawValue`.
  public init(_ rawValue: UInt64) {
    self.rawValue = rawValue
  }
}

/// Why a host's request is not granted: a stable code, and a sentence that says what to do.
public struct AdminRefusal: Error, Hashable, Sendable, CustomStringConvertible {
  /// The stable code of a refusal.
  public enum Code: String, Hashable, Sendable, CaseIterable {
    /// The line is not one JSON object of a known form.
    case malformed
    /// The line is too long, or did not come in time.
    case limit
    /// A later version of the protocol is spoken.
    case version
    /// There is no such action.
    case unknownAction = "unknown_action"
    /// A value is not what it may be.
    case badValue = "bad_value"
    /// Whoever asks may not.
    case notPermitted = "not_permitted"
    /// No session is called so.
    case unknownSession = "unknown_session"
    /// There is no such ban.
    case unknownBan = "unknown_ban"
    /// There are as many as there may be.
    case tooMany = "too_many"
    /// Nothing can be written to the journal, or to the audit log.
    case unwritable
    /// What the server is told, in its file above all, cannot be taken up.
    case configuration
    /// The server cannot do that as it was started, or at the moment.
    case unavailable
  }

  /// Why.
  public var code: Code
  /// What is wrong and what to do about it.
  public var description: String

  /// A refusal by `code`, in these words.
  public init(_ code: Code, _ description: String) {
    self.code = code
    self.description = description
  }
}
