// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import ArgumentParser

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
