// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Game
import Lobby

/// The relays between a client and the server that decides, nearest first: how a relay finds out
/// that it would follow itself.
///
/// Each relay draws a name when it starts, and tells its own and those behind it in the version of
/// its welcome, as in `0.1.0 relay ab12cd34/ef56gh78`. Nothing is believed but one's own name: a
/// server that hides its path can only make relays in a circle wait for a room that nobody has.
package struct RelayPath: Hashable, Sendable {
  /// The most relays in a row; each adds its delay, and its error of time.
  package static let limit = 4
  /// The length of a name: with a few relays, two seldom draw the same.
  static let nameLength = 8
  private static let mark = " relay "

  /// The relays' names, nearest first.
  package var names: [String]

  /// A path of relays.
  package init(_ names: [String] = []) { self.names = names }

  /// The path in a server's version; empty if it names none.
  package init(inVersion version: String) {
    guard let range = version.firstRange(of: Self.mark) else {
      self.init()
      return
    }
    self.init(version[range.upperBound...].split(separator: "/").map(String.init))
  }

  /// A version with this path.
  func version(_ version: String) -> String {
    names.isEmpty ? version : version + Self.mark + names.joined(separator: "/")
  }

  /// Why a relay called `name` does not follow a server with this path; nil if it may.
  func problem(for name: String) -> RelayProblem? {
    if names.contains(name) { return .itself }
    return names.count >= Self.limit ? .tooDeep : nil
  }
}

extension RandomStream {
  /// A name for a relay.
  mutating func relayName() -> String { String(identifier().prefix(RelayPath.nameLength)) }
}
