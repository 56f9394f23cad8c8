// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

internal import Glibc

/// The name under which a server is dialled, as used in a proof of a key: host and port.
///
/// There is one canonical form, so that both ends sign and verify the same bytes: ASCII letters of
/// the host in lower case, the port always, IPv6 addresses in brackets, in the shortest form (RFC
/// 5952) and without a zone.
package struct ServerName: Hashable, Sendable, CustomStringConvertible {
  /// `play.example.org:443`, `192.0.2.7:7777` or `[2001:db8::7]:7777`.
  package let description: String

  /// The server at `host`, a name or address; an IPv6 address without brackets.
  package init(host: String, port: UInt16) {
    description = "\(Self.written(host)):\(port)"
  }

  /// The names of a server on this machine, as seen from this machine.
  package static func loopback(port: UInt16) -> [ServerName] {
    ["localhost", "127.0.0.1", "::1"].map { ServerName(host: $0, port: port) }
  }

  private static func written(_ host: String) -> String {
    guard host.utf8.contains(UInt8(ascii: ":")) else {
      return String(decoding: host.utf8.map(lowercased), as: UTF8.self)
    }
    let address = host.prefix { $0 != "%" }
    var bytes = in6_addr()
    var text = [CChar](repeating: 0, count: Int(INET6_ADDRSTRLEN))
    guard !address.utf8.contains(0), inet_pton(AF_INET6, String(address), &bytes) == 1,
      inet_ntop(AF_INET6, &bytes, &text, socklen_t(text.count)) != nil
    else { return "[\(String(decoding: address.utf8.map(lowercased), as: UTF8.self))]" }
    let shortest = text.prefix { $0 != 0 }.map(UInt8.init(bitPattern:))
    return "[\(String(decoding: shortest, as: UTF8.self))]"
  }

  private static func lowercased(_ byte: UInt8) -> UInt8 {
    (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte) ? byte | 0x20 : byte
  }
}
