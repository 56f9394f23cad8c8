// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

package import LibWebSockets
package import Lobby
import Wire

/// The settings of a server.
package struct ServerOptions: Hashable, Sendable {
  /// The path of the WebSocket.
  package static let path = "/v1/play"

  /// The host name or address to listen on.
  package var host: String
  /// The port; 0 picks a free one.
  package var port: UInt16
  /// The address of the metrics listener; nil for none.
  ///
  /// Port 0 picks a free one.
  package var metrics: ListenAddress?
  /// Certificate and key for `wss://`; nil for `ws://`.
  package var identity: TLSIdentity?
  /// The parsed certificate, if it was read from files.
  var certificate: ServerCertificate?
  /// The data folder; nil to keep matches in memory only.
  package var dataPath: String?
  /// What makes it a node of a world; nil for a server by itself.
  package var world: WorldOptions?
  /// The path of the admin socket; nil for none.
  package var adminSocket: String?
  /// The server whose matches are passed on; nil to decide matches here.
  package var owner: OwnerAddress?
  /// The page for browsers.
  package var pages = PageService.embedded
  /// Whether to wait while another server holds folder or port.
  package var waits = false
  /// Whether to start although the journal is incomplete or inconsistent.
  package var acceptsLoss = false
  /// The names against which keys are proven; empty for localhost and the listen address.
  package var publicNames: [PublicName] = []
  /// The limits to enforce.
  package var limits = ServerLimits()
  /// A past day whose deal may be played again; nil for none.
  package var recalledDay: RecalledDay?
  /// The farewell to clients when the server stops.
  package var farewell = ShutdownMode.stopping
  /// The version shown to clients.
  package var version = serverVersion

  /// A server on `host` and `port`.
  package init(host: String = "127.0.0.1", port: UInt16 = 0, identity: TLSIdentity? = nil) {
    self.host = host
    self.port = port
    self.identity = identity
  }

  /// The names against which a server listening on `port` accepts proofs.
  func names(port: UInt16) -> [ServerName] {
    precondition(port > 0, "A key proof needs the port the server listens on.")
    guard publicNames.isEmpty else {
      return publicNames.map { ServerName(host: $0.host, port: $0.port ?? port) }
    }
    let loopback = ServerName.loopback(port: port)
    let listening = ServerName(host: host, port: port)
    return loopback.contains(listening) ? loopback : loopback + [listening]
  }

  /// The names by which web pages may call a server on this machine.
  func hostNames(machine: String) -> HostNames {
    HostNames(publicNames.map(\.host) + [host] + HostNames.machine(machine))
  }
}

/// The version of this program.
package let serverVersion = "0.1.0"

/// Where a server listens.
package struct ServerAddress: Hashable, Sendable {
  /// The host name or address.
  package var host: String
  /// The actual port.
  package var port: UInt16
  /// Whether it uses TLS.
  package var isEncrypted: Bool

  /// The URL for clients.
  package var url: String { "\(isEncrypted ? "wss" : "ws")://\(place)" }

  /// The URL for browsers.
  package var pageURL: String { "\(isEncrypted ? "https" : "http")://\(place)" }

  private var place: String {
    let name = host.contains(":") ? "[\(host)]" : host
    return "\(name):\(port)"
  }
}

/// The outcome of a start.
package struct ServerStart: Hashable, Sendable {
  /// What was restored from the data folder.
  package struct Restored: Hashable, Sendable {
    /// The folder.
    package var folder: String
    /// Whether the journal was created by this start.
    package var isNew: Bool
    /// Rooms restored.
    package var rooms: Int
    /// Sessions restored.
    package var sessions: Int
    /// How long restoring took.
    package var took: Duration
    /// How long no server was running.
    package var outage: Duration
  }

  /// The players' address.
  package var address: ServerAddress
  /// The URL of the metrics listener; nil for none.
  package var metrics: String?
  /// What was restored; nil in memory.
  package var restored: Restored?
}
