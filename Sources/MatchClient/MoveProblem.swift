// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

/// Why a client does not follow a move.
package enum MoveProblem: Error, Hashable, Sendable {
  /// The address cannot be read, or has a path that is not a node's.
  case badAddress
  /// The address is of another host, or unencrypted where the client's is encrypted, or the other
  /// way round.
  case otherHost
  /// The client has followed three moves within ten seconds.
  case tooOften
}
