// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Glibc

/// A block of network addresses that share a prefix.
package struct AddressRange: Hashable, Sendable, CustomStringConvertible {
  /// The network address: 4 bytes for IPv4, 16 for IPv6.
  package let bytes: [UInt8]
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
  package static func isEverything(_ text: String) -> Bool {
    let parts = text.split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false)
    return parts.count == 2 && (1...3).contains(parts[1].utf8.count)
      && parts[1].utf8.allSatisfy { $0 == 48 } && bytes(of: String(parts[0])) != nil
  }

  /// The block of an address.
  package init(_ address: [UInt8], prefix: Int) {
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
  package static func bytes(of host: String) -> [UInt8]? {
    // C would end the text at the zero byte and ignore what follows.
    guard !host.utf8.contains(0) else { return nil }
    var four = [UInt8](repeating: 0, count: 4)
    if inet_pton(AF_INET, host, &four) == 1 { return four }
    var six = [UInt8](repeating: 0, count: 16)
    guard inet_pton(AF_INET6, host, &six) == 1 else { return nil }
    return six.starts(with: Self.mappedPrefix) ? Array(six.suffix(4)) : six
  }

  /// RFC 4291, 2.5.5.2: IPv4-mapped IPv6 addresses.
  private static let mappedPrefix: [UInt8] = [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xff, 0xff]

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
