// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

/// Where a connection leads.
package enum DialTarget: Hashable, Sendable {
  /// To the address that the client was started with: a server, or any node of a world.
  case home
  /// To this node of the same world; `MoveRules` has let the client follow there.
  case node(ServerURL)
}
