// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

package import JetStream
package import Journal
import Wire

/// What a world is opened for.
enum WorldPurpose: Hashable, Sendable {
  /// To decide for rooms, as a node.
  case deciding
  /// To put a journal into it, whose rooms have codes by this key.
  case importing(codeKey: [UInt8])
  /// To read it: a world that is not there is not made.
  case reading
  /// To write back what a node remembers of it: a world that is not there is made as this one.
  case refilling(WorldRecord.World)
}

/// Which world a node belongs to, and how it reaches the servers.
package struct NATSJournalOptions: Hashable, Sendable {
  /// How often every stream is looked at, whether it has less than before.
  static let lookInterval = Duration.seconds(10)

  /// The node.
  package var node: NodeID
  /// The world's name, which its streams and subjects have: 1 to 32 characters a-z, 0-9 and `-`.
  package var world: String
  /// The servers, and the node's account there.
  package var connection: ConnectionOptions
  /// The user of the system account who may query the servers; nil if there is no such user.
  package var systemCredentials: ConnectionOptions.Credentials?
  /// The number of streams that rooms are spread over; nil for what the world has, 1 in a new one.
  package var roomStreams: Int?
  /// How many servers have each stream; nil for what the world has, in a new one 3 if there are so
  /// many servers, else 1.
  package var replicas: Int?
  /// How many hours the code and the log of a closed room are kept; nil for what the world has, in a
  /// new one 720.
  ///
  /// A node that is given another number changes it for the world: every node learns it
  /// with its next sweep.
  package var restHours: Int?
  /// Maximum bytes of each stream of rooms, for a world that is made now; nil for no limit.
  package var maximumBytes: Int64?
  /// Whether servers are accepted that do not write to their disks what they acknowledge, or of which
  /// nobody knows it.
  package var acceptsUnsynced = false
  /// How long the servers are tried before opening fails.
  package var patience = Duration.seconds(15)
  /// How long is waited for what all servers say of themselves.
  package var checkTime = Duration.seconds(1)
  /// What the world is opened for.
  var purpose = WorldPurpose.deciding
  /// Whether servers are accepted that do not fence, for the test of the tests.
  var acceptsUnfenced = false
  /// Whether other runs of the same node may be there, for tests of those that are not.
  var acceptsSameName = false
  /// Whether nothing is restored and every change is reported, for tests of the reports.
  var tellsEverything = false
  /// How often streams are looked at.
  var lookInterval = Self.lookInterval

  /// The world `world` for a node, over a connection.
  package init(node: NodeID, world: String, connection: ConnectionOptions) {
    self.node = node
    self.world = world
    self.connection = connection
  }
}
