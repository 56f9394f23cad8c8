// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

/// What makes a server a node of a world, whose journal NATS servers keep.
package struct WorldOptions: Hashable, Sendable {
  /// Addresses of NATS servers, perhaps with user and password; one of a cluster is enough.
  package var servers: [String]
  /// The world's name.
  package var name: String
  /// The node's name.
  package var node: String
  /// Where clients reach the node.
  package var url: String
  /// File with the node's credentials: `user:password`, or as nsc writes them; nil for none.
  package var credentials: String?
  /// Address with the user and password of the system account; nil for none.
  package var system: String?
  /// File with the credentials of the system account, in its place.
  package var systemCredentials: String?
  /// Files of the connection's TLS: authorities, certificate and key; nil for none.
  package var authorities: String?
  /// The node's certificate.
  package var certificate: String?
  /// The certificate's key.
  package var key: String?
  /// How many hours the world keeps the code and the log of a closed room; nil for what it has.
  package var restHours: Int?
  /// Whether servers are accepted that do not sync, or cannot be checked.
  package var acceptsUnsynced = false

  /// The node `node` of the world `name`, reached at `url`.
  package init(servers: [String], name: String, node: String, url: String) {
    self.servers = servers
    self.name = name
    self.node = node
    self.url = url
  }
}
