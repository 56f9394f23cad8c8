// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

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
package struct AdminMessageID: Hashable, Sendable {
  /// The number.
  package var rawValue: UInt64

  /// Request number `rawValue`.
  package init(_ rawValue: UInt64) {
    self.rawValue = rawValue
  }
}
