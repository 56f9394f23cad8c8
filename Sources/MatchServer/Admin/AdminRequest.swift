// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

package import Journal

/// A validated admin request.
package enum AdminRequest: Hashable, Sendable {
  /// List rooms.
  case rooms
  /// List connected sessions.
  case sessions
  /// End a session: its connection closes, and its tokens become invalid.
  case kick(session: String, reason: String)
  /// Ban a target, for a time or until it is lifted.
  case ban(BanTarget, lasting: Duration?, reason: String)
  /// List bans.
  case bans
  /// Lift a ban.
  case unban(BanTarget)
  /// Start no new matches; stop when the running ones are over, or after a time.
  case drain(within: Duration?)
  /// Stop draining.
  case cancelDrain
  /// Show a message to everyone connected.
  case announce(String)
  /// Report the server's state.
  case status
  /// Reload the configuration.
  case reload
  /// Copy the journal to a file; replace an existing file only if asked.
  case backup(path: String, replaces: Bool)

  /// Its name on the wire and in the audit log.
  package var action: String {
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

/// A request's number in this process, to route its answer.
package struct AdminRequestID: Hashable, Sendable {
  /// The number.
  package var rawValue: UInt64

  /// Request number `rawValue`.
  package init(_ rawValue: UInt64) {
    self.rawValue = rawValue
  }
}

/// Why an admin request is refused: a stable code and a sentence with the remedy.
package struct AdminRefusal: Error, Hashable, Codable, Sendable, CustomStringConvertible {
  /// The stable code of a refusal.
  package enum Code: String, Hashable, Codable, Sendable, CaseIterable {
    /// Not one JSON object of a known form.
    case malformed
    /// The line is too long or late.
    case limit
    /// Another version of the protocol.
    case version
    /// Unknown action.
    case unknownAction = "unknown_action"
    /// Invalid value.
    case badValue = "bad_value"
    /// Not permitted.
    case notPermitted = "not_permitted"
    /// Unknown session.
    case unknownSession = "unknown_session"
    /// Unknown ban.
    case unknownBan = "unknown_ban"
    /// A limit is reached.
    case tooMany = "too_many"
    /// The journal or the audit log cannot be written.
    case unwritable
    /// The configuration is invalid.
    case configuration
    /// Not available in this server, or not now.
    case unavailable
  }

  private enum CodingKeys: String, CodingKey {
    case code
    case description = "says"
  }

  /// The code.
  package var code: Code
  /// What is wrong and what to do about it.
  package var description: String

  /// A refusal.
  package init(_ code: Code, _ description: String) {
    self.code = code
    self.description = description
  }
}
