// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import ArgumentParser

/// `HOST:PORT` on a command line.
struct ListenAddress: Hashable, Sendable, ExpressibleByArgument, CustomStringConvertible {
  var host: String
  var port: UInt16

  /// Where a server listens that is not told where.
  static let standard = ListenAddress(host: "127.0.0.1", port: 7777)

  init(host: String, port: UInt16) {
    self.host = host
    self.port = port
  }

  init?(argument: String) {
    guard let colon = argument.lastIndex(of: ":"),
      let port = UInt16(argument[argument.index(after: colon)...])
    else { return nil }
    var host = String(argument[..<colon])
    if host.hasPrefix("["), host.hasSuffix("]") { host = String(host.dropFirst().dropLast()) }
    guard !host.isEmpty else { return nil }
    self.init(host: host, port: port)
  }

  var description: String { host.contains(":") ? "[\(host)]:\(port)" : "\(host):\(port)" }
}
