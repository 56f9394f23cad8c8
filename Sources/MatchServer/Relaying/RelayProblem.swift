// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

package import LibWebSockets
import Protocol

/// Why a relay cannot follow a server.
package enum RelayProblem: Error, Hashable, Sendable, CustomStringConvertible {
  /// The connection never opened.
  case unreachable(ConnectionFailure)
  /// What answers speaks WebSocket, but not our protocol, or says nothing.
  case foreign(String)
  /// The server has sent the relay away, with its reason.
  case turnedAway(String)
  /// The server gets its matches from this relay.
  case itself
  /// There are as many relays in front of it as there may be.
  case tooDeep

  /// A sentence with the problem and its remedy.
  package var description: String {
    switch self {
    case .unreachable(let failure): "The server to relay cannot be reached. \(failure)"
    case .foreign(let reason):
      "What answers at the address to relay is not a Facedown server (\(reason)): check --of."
    case .turnedAway(let reason):
      "The server to relay has sent this relay away: \(reason.printable(limit: 200))"
    case .itself:
      "This relay would get its matches from itself, perhaps through other relays: give --of the "
        + "server where the matches are played."
    case .tooDeep:
      "There may be at most \(RelayPath.limit) relays in a row: give --of a server nearer to the "
        + "matches."
    }
  }

  /// Whether only a change by the operator can help.
  var lasts: Bool {
    switch self {
    case .unreachable(let failure): !failure.mayPass
    case .foreign, .turnedAway: false
    case .itself, .tooDeep: true
    }
  }
}
