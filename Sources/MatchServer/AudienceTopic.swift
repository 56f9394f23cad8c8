// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

package import Lobby
package import Wire

/// The connections that are all sent the same bytes: one subject, in one encoding.
package struct AudienceTopic: Hashable, Sendable {
  /// What a connection subscribes to.
  package enum Subject: Hashable, Sendable {
    /// Changes of the list of rooms.
    case roomList
    /// What a room's spectators are sent.
    case room(RoomID)
  }

  /// What its subscribers are sent.
  package var subject: Subject
  /// Their encoding.
  package var encoding: WireEncoding

  /// A subject in one encoding.
  package init(_ subject: Subject, _ encoding: WireEncoding) {
    self.subject = subject
    self.encoding = encoding
  }
}
