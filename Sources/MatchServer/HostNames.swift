// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import LibWebSockets

/// The names by which a page in a browser may call the server in `Host`.
///
/// A page is held to be the server's own if its origin is the host that it calls. By DNS rebinding any
/// page makes the two the same: its name first leads to its own server, then to this one. So the host
/// has to be a name that the server is known by, or one that nobody can point elsewhere: an address, or
/// `localhost`.
struct HostNames: Hashable, Sendable {
  private let names: Set<String>

  /// The given names beside addresses and `localhost`, in whatever case.
  init(_ names: [String] = []) {
    self.names = Set(names.map(Self.written))
  }

  /// What a machine is called that calls itself `name`: so in full, by its first label, and so in
  /// multicast DNS.
  static func machine(_ name: String) -> [String] {
    let label = name.prefix { $0 != "." }
    return label.isEmpty ? [] : [name, String(label), "\(label).local"]
  }

  /// Whether a host, as the field has it with its port or without, is one of them.
  func contain(_ host: String) -> Bool {
    if host.hasPrefix("[") {
      let address = host.dropFirst().prefix { $0 != "]" }
      return PeerAddress(host: String(address), port: 0) != nil
    }
    let name = Self.written(String(host.prefix { $0 != ":" }))
    return name == "localhost" || name.hasSuffix(".localhost") || names.contains(name)
      || PeerAddress(host: name, port: 0) != nil
  }

  /// In lower case, without the dot that ends a name in full.
  private static func written(_ name: String) -> String {
    let name = name.lowercased()
    return name.hasSuffix(".") ? String(name.dropLast()) : name
  }
}
