// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

public import LibWebSockets
import Protocol

/// How a server is set up.
public struct ServerOptions: Hashable, Sendable {
  /// The path of the WebSocket.
  public static let path = "/v1/play"

  /// The host name or address to listen on.
  public var host: String
  /// The port; 0 picks a free one.
  public var port: UInt16
  /// Where to tell how the server is, over plain HTTP; nil for nowhere.
  ///
  /// Port 0 picks a free one.
  public var metrics: ListenAddress?
  /// Certificate and key for `wss://`; nil for `ws://`.
  public var identity: TLSIdentity?
  /// What is known of that certificate, if it was read from files.
  var certificate: ServerCertificate?
  /// The folder matches are kept in; nil to keep them in memory, so that they end with the server.
  public var dataPath: String?
  /// Where whoever runs the server asks it; nil for nowhere.
  public var adminSocket: String?
  /// Whether to wait for folder and port while another server has them.
  public var waits = false
  /// Whether to go on with a journal that is known to lack something, or that does not fit together.
  public var acceptsLoss = false
  /// What it is dialled as, besides which it takes no proof of a key; empty for what it is called on
  /// its own machine, and where it listens.
  public var publicNames: [PublicName] = []
  /// The bounds to keep.
  public var limits = ServerLimits()
  /// How it takes its leave when it is told to stop.
  public var farewell = ShutdownMode.stopping
  /// What the server calls itself.
  public var version = serverVersion

  /// A server on `host` and `port`.
  public init(host: String = "127.0.0.1", port: UInt16 = 0, identity: TLSIdentity? = nil) {
    self.host = host
    self.port = port
    self.identity = identity
  }

  /// The names by which a server that listens on `port` takes proofs.
  func names(port: UInt16) -> [ServerName] {
    guard publicNames.isEmpty else {
      return publicNames.map { ServerName(host: $0.host, port: $0.port ?? port) }
    }
    let loopback = ServerName.loopback(port: port)
    let listening = ServerName(host: host, port: port)
    return loopback.contains(listening) ? loopback : loopback + [listening]
  }

  /// The names by which pages may call a server on a machine that calls itself `machine`.
  func hostNames(machine: String) -> HostNames {
    HostNames(publicNames.map(\.host) + [host] + HostNames.machine(machine))
  }
}

/// The version of this program.
public let serverVersion = "0.1.0"

/// Where a server listens.
public struct ServerAddress: Hashable, Sendable {
  /// The host it was told to listen on.
  public var host: String
  /// The port it has.
  public var port: UInt16
  /// Whether it speaks TLS.
  public var isEncrypted: Bool

  /// The URL clients are given.
  public var url: String {
    let name = host.contains(":") ? "[\(host)]" : host
    return "\(isEncrypted ? "wss" : "ws")://\(name):\(port)"
  }
}

/// How a server has begun.
public struct ServerStart: Hashable, Sendable {
  /// What it found where matches are kept.
  public struct Restored: Hashable, Sendable {
    /// The folder.
    public var folder: String
    /// Whether there was no journal in it, so that it begins with one.
    public var isNew: Bool
    /// Rooms that were open.
    public var rooms: Int
    /// Sessions that lived.
    public var sessions: Int
    /// How long reading and folding took.
    public var took: Duration
    /// How long no server was there.
    public var outage: Duration
  }

  /// Where it listens.
  public var address: ServerAddress
  /// Where it tells how it is, as a URL; nil for nowhere.
  public var metrics: String?
  /// What it goes on with; nil in memory.
  public var restored: Restored?
}
