// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

public import LibWebSockets

/// How a server is set up.
public struct ServerOptions: Hashable, Sendable {
  /// The path of the WebSocket.
  public static let path = "/v1/play"

  /// The host name or address to listen on.
  public var host: String
  /// The port; 0 picks a free one.
  public var port: UInt16
  /// Certificate and key for `wss://`; nil for `ws://`.
  public var identity: TLSIdentity?
  /// The bounds to keep.
  public var limits = HallLimits()
  /// How it takes its leave when it is told to stop.
  public var farewell = Farewell.stopping
  /// What the server calls itself.
  public var version = serverVersion

  /// A server on `host` and `port`.
  public init(host: String = "127.0.0.1", port: UInt16 = 0, identity: TLSIdentity? = nil) {
    self.host = host
    self.port = port
    self.identity = identity
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
