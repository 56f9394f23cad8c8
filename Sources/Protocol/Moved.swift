// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

package import Game

/// Another node of the world decides for the session's room, or for the room or table that it asks
/// for.
package struct Moved: Hashable, Sendable {
  /// The request that it answers, to be repeated there; nil if the server moves the room that the
  /// session is in.
  package var id: RequestID?
  /// The room's code; empty if only the request is to be repeated.
  package var code: String
  /// The node's address, as the server wrote it; not empty, at most 512 bytes.
  package var url: String

  /// A move to the node at `url`, of the room with this code, in answer to the request `id`.
  package init(id: RequestID? = nil, code: String = "", url: String) {
    self.id = id
    self.code = code
    self.url = url
  }
}
