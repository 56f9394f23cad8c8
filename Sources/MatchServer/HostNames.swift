// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import LibWebSockets

/// The names by which web pages may call the server in `Host`.
///
/// A page counts as the server's own if its origin equals the host it calls. DNS rebinding makes
/// the two equal for any page, so the host must be a name the server knows, or one that DNS cannot
/// redirect: an IP address or `localhost`.
struct HostNames: Hashable, Sendable {
  private let names: Set<String>

  /// These names besides addresses and `localhost`, case-insensitive.
  init(_ names: [String] = []) {
    self.names = Set(names.map(Self.written))
  }

  /// The names of a machine: its host name, the first label, and the label in multicast DNS.
  static func machine(_ name: String) -> [String] {
    let label = name.prefix { $0 != "." }
    return label.isEmpty ? [] : [name, String(label), "\(label).local"]
  }

  /// Whether a `Host` value, with or without a port, is allowed.
  func contain(_ host: String) -> Bool {
    if host.hasPrefix("[") {
      let address = host.dropFirst().prefix { $0 != "]" }
      return PeerAddress(host: String(address), port: 0) != nil
    }
    let name = Self.written(String(host.prefix { $0 != ":" }))
    return name == "localhost" || name.hasSuffix(".localhost") || names.contains(name)
      || PeerAddress(host: name, port: 0) != nil
  }

  /// Lower case, without the final dot.
  private static func written(_ name: String) -> String {
    let name = name.lowercased()
    return name.hasSuffix(".") ? String(name.dropLast()) : name
  }
}
