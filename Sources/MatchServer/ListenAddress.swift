// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import ArgumentParser
import LibWebSockets

/// `HOST:PORT` on a command line.
package struct ListenAddress: ExpressibleByArgument, Hashable, Sendable, CustomStringConvertible {
  /// The host name or address.
  package var host: String
  /// The port; 0 picks a free one.
  package var port: UInt16

  /// The default listen address.
  static let standard = ListenAddress(host: "127.0.0.1", port: 7777)

  /// Port `port` of `host`.
  package init(host: String, port: UInt16) {
    self.host = host
    self.port = port
  }

  /// Parses `HOST:PORT`, an IPv6 address with or without brackets; nil for anything else.
  package init?(argument: String) {
    guard let colon = argument.lastIndex(of: ":"),
      let port = UInt16(argument[argument.index(after: colon)...])
    else { return nil }
    var host = String(argument[..<colon])
    if host.hasPrefix("["), host.hasSuffix("]") { host = String(host.dropFirst().dropLast()) }
    guard !host.isEmpty else { return nil }
    self.init(host: host, port: port)
  }

  /// `HOST:PORT`, IPv6 in brackets.
  package var description: String { host.contains(":") ? "[\(host)]:\(port)" : "\(host):\(port)" }
}

/// A name players dial, `HOST` or `HOST:PORT` on the command line.
package struct PublicName: Hashable, Sendable, ExpressibleByArgument,
  CustomStringConvertible
{
  /// Maximum number of names: a proof is checked against each.
  static let limit = 8
  /// Maximum bytes of a host (RFC 1035, section 2.3.4).
  private static let longestHost = 253

  /// The host name or address, an IPv6 address without brackets.
  package var host: String
  /// The port; nil for the one the server listens on.
  package var port: UInt16?

  /// `host`, at `port` or where the server listens.
  package init(host: String, port: UInt16? = nil) {
    self.host = host
    self.port = port
  }

  /// `HOST`, or `HOST:PORT` with an IPv6 address in brackets.
  package var description: String {
    port.map { ListenAddress(host: host, port: $0).description } ?? host
  }

  /// Reads `example.org`, `192.0.2.7:7777`, `[::1]`, `[::1]:7777` or `::1`.
  package init?(argument: String) {
    let colons = argument.utf8.count { $0 == UInt8(ascii: ":") }
    let isPlain = colons == 0 || argument.hasSuffix("]") || (colons > 1 && !argument.hasPrefix("["))
    if isPlain {
      host = argument
    } else if let named = ListenAddress(argument: argument), named.port > 0 {
      (host, port) = (named.host, named.port)
    } else {
      return nil
    }
    if host.hasPrefix("["), host.hasSuffix("]") { host = String(host.dropFirst().dropLast()) }
    // With a colon it must be an IPv6 address.
    guard !host.contains(":") || PeerAddress(host: host, port: 0) != nil else { return nil }
    let isName = host.utf8.allSatisfy { byte in
      switch byte {
      case UInt8(ascii: "!")...UInt8(ascii: "~"): byte != UInt8(ascii: "/")
      default: byte >= 0x80
      }
    }
    guard isName, (1...Self.longestHost).contains(host.utf8.count) else { return nil }
  }
}
