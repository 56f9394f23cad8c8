// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

internal import CLibWebSockets
internal import Glibc

/// The network address and port of the other end of a connection.
package struct PeerAddress: Hashable, Sendable, CustomStringConvertible {
  /// The address in its usual notation; an IPv4 client of a dual-stack socket as IPv4.
  package let host: String
  /// The port.
  package let port: UInt16
  /// The key for limits per client: the IPv4 address, or the first 64 bits of an IPv6 address, the
  /// smallest block one client controls.
  package let block: String

  /// An address from its notation, as in a proxy's header; nil if it is invalid.
  package init?(host: String, port: UInt16) {
    // C would end the text at the zero byte and ignore what follows.
    guard !host.utf8.contains(0) else { return nil }
    var four = in_addr()
    var six = in6_addr()
    if inet_pton(AF_INET, host, &four) == 1 {
      self.init(four, port: port)
    } else if inet_pton(AF_INET6, host, &six) == 1 {
      self.init(six, port: port)
    } else {
      return nil
    }
  }

  /// The peer of a connected socket; nil if it is no longer connected.
  init?(socket: Int32) {
    var storage = sockaddr_storage()
    var length = socklen_t(MemoryLayout<sockaddr_storage>.size)
    let status = withUnsafeMutableBytes(of: &storage) {
      getpeername(socket, $0.assumingMemoryBound(to: sockaddr.self).baseAddress, &length)
    }
    guard status == 0 else { return nil }
    self.init(storage)
  }

  /// An address filled in by the system; nil for a family other than IPv4 and IPv6.
  init?(_ storage: sockaddr_storage) {
    let address = withUnsafeBytes(of: storage) { bytes -> PeerAddress? in
      switch Int32(storage.ss_family) {
      case AF_INET:
        let four = bytes.loadUnaligned(as: sockaddr_in.self)
        return PeerAddress(four.sin_addr, port: UInt16(bigEndian: four.sin_port))
      case AF_INET6:
        let six = bytes.loadUnaligned(as: sockaddr_in6.self)
        return PeerAddress(six.sin6_addr, port: UInt16(bigEndian: six.sin6_port))
      default:
        return nil
      }
    }
    guard let address else { return nil }
    self = address
  }

  private init(host: String, port: UInt16, block: String) {
    self.host = host
    self.port = port
    self.block = block
  }

  private init(_ address: in_addr, port: UInt16) {
    let host = PeerAddress.text(AF_INET, address)
    self.init(host: host, port: port, block: host)
  }

  private init(_ address: in6_addr, port: UInt16) {
    let bytes = withUnsafeBytes(of: address) { Array($0) }
    let mappedPrefix: [UInt8] = [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xff, 0xff]
    if bytes.starts(with: mappedPrefix) {
      let four = bytes.withUnsafeBytes { $0.loadUnaligned(fromByteOffset: 12, as: in_addr.self) }
      self.init(four, port: port)
      return
    }
    var network = address
    withUnsafeMutableBytes(of: &network) {
      $0[8...].copyBytes(from: [UInt8](repeating: 0, count: 8))
    }
    self.init(
      host: PeerAddress.text(AF_INET6, address), port: port,
      block: PeerAddress.text(AF_INET6, network) + "/64")
  }

  private static func text<Address>(_ family: Int32, _ address: Address) -> String {
    var text = [CChar](repeating: 0, count: Int(INET6_ADDRSTRLEN))
    withUnsafeBytes(of: address) {
      _ = inet_ntop(family, $0.baseAddress, &text, socklen_t(text.count))
    }
    return String(nulTerminated: text)
  }

  /// `192.0.2.7:4711` or `[2001:db8::1]:4711`.
  package var description: String { host.contains(":") ? "[\(host)]:\(port)" : "\(host):\(port)" }
}

extension String {
  /// The text in a C buffer, up to its first zero.
  init(nulTerminated buffer: [CChar]) {
    self.init(
      decoding: buffer.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
  }
}
