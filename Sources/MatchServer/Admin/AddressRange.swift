// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Glibc
import LibWebSockets

/// A block of network addresses that share a prefix.
package struct AddressRange: Hashable, Sendable, CustomStringConvertible {
  /// The network address: 4 bytes for IPv4, 16 for IPv6.
  let bytes: [UInt8]
  /// The prefix length in bits.
  package let prefix: Int

  /// Parses `203.0.113.9`, `203.0.113.0/24` or `2001:db8::/48`; nil for anything else.
  ///
  /// A bare IPv6 address means its /64, the smallest block one host controls. Host bits are
  /// ignored.
  package init?(_ text: String) {
    let parts = text.split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false)
    guard let head = parts.first, let bytes = Self.bytes(of: String(head)) else { return nil }
    let whole = bytes.count * 8
    guard parts.count == 2 else {
      self.init(bytes, prefix: min(whole, bytes.count == 4 ? 32 : 64))
      return
    }
    // Digits only: `Int` accepts signs.
    guard (1...3).contains(parts[1].utf8.count),
      parts[1].utf8.allSatisfy({ (48...57).contains($0) }),
      let prefix = Int(parts[1]), (1...whole).contains(prefix)
    else { return nil }
    self.init(bytes, prefix: prefix)
  }

  /// Whether a text means all addresses, as `0.0.0.0/0` and `::/0` do.
  static func isEverything(_ text: String) -> Bool {
    let parts = text.split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false)
    return parts.count == 2 && (1...3).contains(parts[1].utf8.count)
      && parts[1].utf8.allSatisfy { $0 == 48 } && bytes(of: String(parts[0])) != nil
  }

  /// The block of an address.
  init(_ address: [UInt8], prefix: Int) {
    precondition(
      (address.count == 4 || address.count == 16) && (0...address.count * 8).contains(prefix),
      "A prefix of \(prefix) bits does not fit an address of \(address.count) bytes.")
    self.prefix = prefix
    bytes = address.enumerated().map { index, byte in
      let kept = max(0, min(8, prefix - index * 8))
      return byte & ~UInt8(truncatingIfNeeded: 0xff >> kept)
    }
  }

  /// The bytes of an address, IPv4-mapped IPv6 as IPv4; nil for anything else.
  static func bytes(of host: String) -> [UInt8]? {
    // Normalised: one notation per address.
    guard let host = PeerAddress(host: host, port: 0)?.host else { return nil }
    let isSix = host.contains(":")
    var bytes = [UInt8](repeating: 0, count: isSix ? 16 : 4)
    return inet_pton(isSix ? AF_INET6 : AF_INET, host, &bytes) == 1 ? bytes : nil
  }

  /// CIDR notation; a single IPv4 address without the prefix.
  package var description: String {
    var text = [CChar](repeating: 0, count: Int(INET6_ADDRSTRLEN))
    _ = inet_ntop(
      bytes.count == 16 ? AF_INET6 : AF_INET, bytes, &text, socklen_t(text.count))
    let host = String(
      decoding: text.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
    return prefix == 32 && bytes.count == 4 ? host : "\(host)/\(prefix)"
  }
}
