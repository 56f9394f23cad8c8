// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import ArgumentParser
import Glibc
import MatchClient
import Protocol
import Wire

/// A peer that does what no library would: it may never read, and sends arbitrary bytes.
///
/// Its socket blocks, so it needs a thread of its own.
final class RawClient: @unchecked Sendable {
  // Unchecked: used by one thread at a time.
  private let descriptor: Int32

  /// Connects and says hello.
  ///
  /// - Parameters:
  ///   - url: the server.
  ///   - receiveBuffer: size of the kernel's receive buffer in bytes; nil for the default.
  /// - Throws: if the server does not answer.
  init(to url: ServerURL, receiveBuffer: Int32? = nil) throws {
    descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    if var size = receiveBuffer {
      setsockopt(
        descriptor, SOL_SOCKET, SO_RCVBUF, &size, socklen_t(MemoryLayout<Int32>.size))
    }
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = url.port.bigEndian
    inet_pton(AF_INET, url.host, &address.sin_addr)
    let status = withUnsafeBytes(of: address) {
      connect(
        descriptor, $0.assumingMemoryBound(to: sockaddr.self).baseAddress,
        socklen_t(MemoryLayout<sockaddr_in>.size))
    }
    guard status == 0 else { throw ValidationError("The server no longer listens.") }
    let request = """
      GET /v1/play HTTP/1.1\r\nHost: \(url.host):\(url.port)\r\nConnection: Upgrade\r
      Upgrade: websocket\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r
      Sec-WebSocket-Version: 13\r\nSec-WebSocket-Protocol: facedown.v1.proto\r\n\r\n
      """
    _ = send(Array(request.utf8))
    // Reads the handshake's response, and no byte beyond it.
    var tail: [UInt8] = []
    var byte: UInt8 = 0
    while tail != Array("\r\n\r\n".utf8), recv(descriptor, &byte, 1, 0) == 1 {
      tail = tail.suffix(3) + [byte]
    }
    _ = say(.hello(Hello(agent: "facedown-lab", name: "Raw")))
  }

  deinit { close(descriptor) }

  /// Sends a message; false if the connection is closed.
  func say(_ message: ClientMessage) -> Bool {
    send(Self.frame(0x2, WireEncoding.proto.encode(message)))
  }

  /// Sends bytes; false if the connection is closed.
  func send(_ bytes: [UInt8]) -> Bool {
    var sent = 0
    while sent < bytes.count {
      let count = bytes[sent...].withUnsafeBytes {
        Glibc.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
      }
      guard count > 0 else { return false }
      sent += count
    }
    return true
  }

  /// Shuts the connection down, which ends any blocking call.
  func hangUp() { shutdown(descriptor, Int32(SHUT_RDWR)) }

  /// A frame of fewer than 126 bytes, masked with zeroes.
  static func frame(_ opcode: UInt8, _ payload: [UInt8]) -> [UInt8] {
    [0x80 | opcode, 0x80 | UInt8(payload.count), 0, 0, 0, 0] + payload
  }
}
