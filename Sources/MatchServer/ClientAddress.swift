// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import LibWebSockets

/// Says by which address a peer is counted.
struct ClientAddress: Sendable {
  /// Where proxies are whose word counts.
  let trustedProxies: [ProxyRange]
  /// Whether this machine's own addresses count.
  let countsLoopback: Bool

  /// As a server's bounds have it.
  init(_ limits: ServerLimits) {
    self.init(
      trustedProxies: limits.trustedProxies,
      countsLoopback: limits.address?.countsLoopback ?? false)
  }

  /// Proxies by their addresses or blocks of addresses, in whatever notation.
  init(trustedProxies: Set<String>, countsLoopback: Bool) {
    self.trustedProxies = trustedProxies.compactMap(ProxyRange.init)
    self.countsLoopback = countsLoopback
  }

  /// Whether a peer speaks for others.
  func isProxy(_ peer: PeerAddress) -> Bool { trustedProxies.contains { $0.contains(peer) } }

  /// The address of a peer that has only connected; nil where nobody is counted, or nobody yet.
  func address(of peer: PeerAddress) -> String? { isProxy(peer) ? nil : counted(peer) }

  /// The address behind a request; nil where nobody is counted.
  ///
  /// A proxy writes the address it was called from behind what it was told, so that its own word is
  /// the last; whatever stands before it anyone can have written. A proxy that says nothing is
  /// counted itself.
  func address(of request: UpgradeRequest) -> String? {
    guard isProxy(request.peer) else { return counted(request.peer) }
    let told = request.forwardedFor.last.flatMap { PeerAddress(host: $0, port: 0) }
    return told?.block ?? request.peer.block
  }

  /// The address itself that is behind a request, whether anybody is counted or not.
  func host(of request: UpgradeRequest) -> String {
    let told =
      isProxy(request.peer)
      ? request.forwardedFor.last.flatMap { PeerAddress(host: $0, port: 0)?.host } : nil
    return told ?? request.peer.host
  }

  private func counted(_ peer: PeerAddress) -> String? {
    countsLoopback || !peer.isLoopback ? peer.block : nil
  }
}

/// Where a proxy is that is believed: one address, or all of a block.
struct ProxyRange: Hashable, Sendable {
  private let range: AddressRange

  /// An address like `192.0.2.7`, or a block like `192.0.2.0/24`; nil for anything else.
  init?(_ text: String) {
    // One address is itself alone: who has others beside it is no proxy.
    if let bytes = AddressRange.bytes(of: text) {
      range = AddressRange(bytes, prefix: bytes.count * 8)
    } else if text.contains("/"), let range = AddressRange(text) {
      self.range = range
    } else {
      return nil
    }
  }

  /// Whether an address is in it.
  func contains(_ peer: PeerAddress) -> Bool {
    guard let bytes = AddressRange.bytes(of: peer.host), bytes.count == range.bytes.count else {
      return false
    }
    return AddressRange(bytes, prefix: range.prefix) == range
  }
}

extension PeerAddress {
  /// Whether it is this machine.
  var isLoopback: Bool { host == "::1" || host.hasPrefix("127.") }
}
