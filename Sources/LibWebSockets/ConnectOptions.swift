// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

public import Crypto

/// Where an outgoing connection leads, and whom it trusts.
public struct ConnectOptions: Hashable, Sendable {
  /// Whom a client believes that the server is who it says.
  public enum Trust: Hashable, Sendable {
    /// The authorities of the operating system. The certificate must be for the host called.
    case system
    /// The authorities in one PEM file and no others. The certificate must be for the host called.
    case certificateAuthority(file: String)
    /// The one certificate with this fingerprint, whoever issued it for whatever name.
    case fingerprint(CertificateFingerprint)
  }

  /// The server's name or address; an IPv6 address without brackets.
  ///
  /// TLS to an IPv6 address needs ``Trust/fingerprint(_:)``: libwebsockets 4.1 cannot check a
  /// certificate against one.
  public var host: String
  /// The server's port.
  public var port: UInt16
  /// The path, beginning with a slash.
  public var path: String
  /// The subprotocols offered, best first; the server must choose one of them unless the list is
  /// empty.
  public var subprotocols: [String] = []
  /// Whether to use TLS (`wss`) and whom to trust; nil goes in the clear (`ws`).
  public var tls: Trust?
  /// The address of this machine to connect from; nil leaves it to the system.
  public var localAddress: String?
  /// How long it may take until the connection is open, name lookup included (10 s).
  public var timeout = Duration.seconds(10)
  /// Limits and timeouts once it is open.
  public var connection = ConnectionOptions()

  /// Options for a place; the rest has defaults.
  public init(host: String, port: UInt16, path: String = "/") {
    self.host = host
    self.port = port
    self.path = path
  }
}

/// Why a connection was not even tried.
public enum ConnectError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The host has no characters, too many, or ones no host has.
  case badHost(String)
  /// The path does not begin with a slash, is too long, or holds spaces or control characters.
  case badPath(String)
  /// The file of trusted authorities cannot be used.
  case authorities(CertificateError)
  /// The loop has been stopped.
  case loopEnded

  /// A sentence with what is wrong and what to do about it.
  public var description: String {
    switch self {
    case .badHost(let host):
      "\"\(host)\" is not a host: give a name like play.example.org or an address like 192.0.2.7."
    case .badPath(let path):
      "\"\(path)\" is not a path: it begins with a slash and has no spaces, like /v1/play."
    case .authorities(let error):
      error.description
    case .loopEnded:
      "The network loop has been stopped: connect on a running one."
    }
  }
}
