// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Journal
import LibWebSockets

/// Determines the key by which a peer's address is limited.
struct ClientAddress: Sendable {
  /// The trusted proxies.
  let trustedProxies: [ProxyRange]
  /// Whether loopback addresses are limited.
  let countsLoopback: Bool

  /// As the limits say.
  init(_ limits: ServerLimits) {
    self.init(
      trustedProxies: limits.trustedProxies,
      countsLoopback: limits.address?.countsLoopback ?? false)
  }

  /// Proxies given as addresses or blocks.
  init(trustedProxies: Set<String>, countsLoopback: Bool) {
    self.trustedProxies = trustedProxies.compactMap(ProxyRange.init)
    self.countsLoopback = countsLoopback
  }

  /// Whether a peer is a trusted proxy.
  func isProxy(_ peer: PeerAddress) -> Bool { trustedProxies.contains { $0.contains(peer) } }

  /// The key of a peer that has only connected; nil if it is not limited, or is a proxy.
  func address(of peer: PeerAddress) -> String? { isProxy(peer) ? nil : counted(peer) }

  /// The key behind a request; nil if it is not limited.
  ///
  /// A proxy appends the address that called it, so only the last one is trustworthy; anyone can
  /// forge those before. A proxy that adds no address is itself limited.
  func address(of request: some ForwardedRequest) -> String? {
    guard isProxy(request.peer) else { return counted(request.peer) }
    let told = request.forwardedFor.last.flatMap { PeerAddress(host: $0, port: 0) }
    return told?.block ?? request.peer.block
  }

  /// The address behind a request, limited or not.
  func host(of request: some ForwardedRequest) -> String {
    let told =
      isProxy(request.peer)
      ? request.forwardedFor.last.flatMap { PeerAddress(host: $0, port: 0)?.host } : nil
    return told ?? request.peer.host
  }

  private func counted(_ peer: PeerAddress) -> String? {
    countsLoopback || !peer.isLoopback ? peer.block : nil
  }
}

/// A request that a proxy may have passed on.
protocol ForwardedRequest {
  /// The address of the socket's other end.
  var peer: PeerAddress { get }
  /// The client addresses that proxies have told, the nearest proxy's last.
  var forwardedFor: [String] { get }
}

extension UpgradeRequest: ForwardedRequest {}
extension HTTPRequest: ForwardedRequest {}

/// The address or block of a trusted proxy.
struct ProxyRange: Hashable, Sendable {
  private let range: AddressRange

  /// Parses an address or a block; nil for anything else.
  init?(_ text: String) {
    // A single address means itself, also for IPv6.
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
  /// Whether it is a loopback address.
  var isLoopback: Bool { host == "::1" || host.hasPrefix("127.") }
}
