// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

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
    /// No such room, or not at this node.
    case unknownRoom = "unknown_room"
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
