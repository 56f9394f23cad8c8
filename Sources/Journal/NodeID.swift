// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

package import Game

/// A node of a world: one run of one server process.
package struct NodeID: Hashable, Comparable, Sendable, CustomStringConvertible {
  /// Maximum characters of a name.
  package static let longestName = 32

  /// The name that its operator gave it; it stays over restarts.
  package let name: String
  /// What sets this run apart from every other one of the same name: lower-case letters and digits.
  package let run: String

  /// Run `run` of the node `name`.
  package init(name: String, run: String) {
    precondition(
      Self.isName(name) && Self.isName(run),
      "\"\(name)/\(run)\" names no node: a name has 1 to 32 of a-z, 0-9 and -.")
    self.name = name
    self.run = run
  }

  /// Parses `name/run`; nil for anything else.
  package init?(_ text: String) {
    let parts = text.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
    guard parts.count == 2, Self.isName(parts[0]), Self.isName(parts[1]) else { return nil }
    self.init(name: parts[0], run: parts[1])
  }

  /// Whether a text has the form of a name: 1 to 32 characters a-z, 0-9 and `-`.
  package static func isName(_ text: String) -> Bool {
    (1...longestName).contains(text.utf8.count)
      && text.utf8.allSatisfy { (97...122).contains($0) || (48...57).contains($0) || $0 == 45 }
  }

  /// `name/run`.
  package var description: String { "\(name)/\(run)" }

  /// The order of the texts.
  package static func < (one: Self, other: Self) -> Bool {
    (one.name, one.run) < (other.name, other.run)
  }
}

/// A node's announcement to the others, about once a second.
package struct NodeRecord: Hashable, Sendable {
  /// The node.
  package var id: NodeID
  /// Where clients reach it: `wss://n2.play.example.org` or `wss://play.example.org/n/2`.
  package var url: String
  /// The version of its program.
  package var version: String
  /// The newest form of room records that it reads.
  package var form: Int
  /// The rooms it decides for.
  package var rooms: Int
  /// Its open connections.
  package var connections: Int
  /// Whether it takes no more rooms, because it is draining.
  package var isDraining: Bool
  /// When it wrote this, by its own clock.
  package var at: ServerTime

  /// A record with all its parts.
  package init(
    id: NodeID, url: String, version: String, form: Int = 1, rooms: Int = 0, connections: Int = 0,
    isDraining: Bool = false, at: ServerTime
  ) {
    self.id = id
    self.url = url
    self.version = version
    self.form = form
    self.rooms = rooms
    self.connections = connections
    self.isDraining = isDraining
    self.at = at
  }
}
