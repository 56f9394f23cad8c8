// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Glibc
import Testing

/// A blocking TCP listener on loopback, for what no WebSocket server would do.
actor RawServer {
  private let executor = BlockingExecutor()
  private let descriptor: Int32
  private var accepted: [Int32] = []
  let port: UInt16

  nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

  init() throws {
    descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    var limit = timeval(tv_sec: 10, tv_usec: 0)
    setsockopt(
      descriptor, SOL_SOCKET, SO_RCVTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    inet_pton(AF_INET, "127.0.0.1", &address.sin_addr)
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    let descriptor = descriptor
    let status = withUnsafeMutableBytes(of: &address) { bytes in
      let address = bytes.assumingMemoryBound(to: sockaddr.self).baseAddress
      guard bind(descriptor, address, length) == 0, listen(descriptor, 8) == 0 else {
        return Int32(-1)
      }
      return getsockname(descriptor, address, &length)
    }
    port = UInt16(bigEndian: address.sin_port)
    try #require(status == 0)
  }

  deinit {
    for socket in accepted { close(socket) }
    close(descriptor)
  }

  /// Accepts one client, reads something from it, sends `answer`, and disconnects if `hangsUp`.
  func serveOne(_ answer: String, hangsUp: Bool = true) throws {
    let client = accept(descriptor, nil, nil)
    try #require(client >= 0)
    var chunk = [UInt8](repeating: 0, count: 4_096)
    try #require(recv(client, &chunk, chunk.count, 0) > 0)
    let bytes = Array(answer.utf8)
    try #require(send(client, bytes, bytes.count, Int32(MSG_NOSIGNAL)) == bytes.count)
    if hangsUp { close(client) } else { accepted.append(client) }
  }

  /// Everything that the client accepted last sends, until it disconnects.
  func readRest() throws -> [UInt8] {
    let client = try #require(accepted.last)
    var bytes: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 4_096)
    while true {
      let count = recv(client, &chunk, chunk.count, 0)
      if count <= 0 { return bytes }
      bytes += chunk[..<count]
    }
  }

  /// Accepts one client and answers as the server at `port` does, with an additional header field
  /// and `frames` after it.
  func forwardOne(to port: UInt16, field: String? = nil, frames: [UInt8] = []) async throws {
    let client = accept(descriptor, nil, nil)
    try #require(client >= 0)
    accepted.append(client)
    var chunk = [UInt8](repeating: 0, count: 4_096)
    let count = recv(client, &chunk, chunk.count, 0)
    try #require(count > 0)
    let server = try RawClient(port: port)
    var head = try await server.exchange(Array(chunk[..<count]))
    if let field { head = String(head.dropLast(2)) + field + "\r\n\r\n" }
    let bytes = Array(head.utf8) + frames
    try #require(send(client, bytes, bytes.count, Int32(MSG_NOSIGNAL)) == bytes.count)
  }
}
