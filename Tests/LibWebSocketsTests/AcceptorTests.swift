// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Glibc
import LibWebSockets
import Testing

@Suite("An acceptor", .timeLimit(.minutes(1)))
struct AcceptorTests {
  /// A non-blocking Unix socket that listens without a path, and its address.
  private func listening() throws -> (descriptor: Int32, address: sockaddr_un, length: socklen_t) {
    let kind = Int32(SOCK_STREAM.rawValue | SOCK_NONBLOCK.rawValue | SOCK_CLOEXEC.rawValue)
    let descriptor = socket(AF_UNIX, kind, 0)
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    // Bound to its family alone, it gets a name of the system's choice.
    var length = socklen_t(MemoryLayout<sa_family_t>.size)
    try withUnsafeMutableBytes(of: &address) { bytes in
      let pointer = try #require(bytes.assumingMemoryBound(to: sockaddr.self).baseAddress)
      try #require(bind(descriptor, pointer, length) == 0 && listen(descriptor, 64) == 0)
      length = socklen_t(bytes.count)
      try #require(getsockname(descriptor, pointer, &length) == 0)
    }
    return (descriptor, address, length)
  }

  /// A connection to such a socket; -1 if it is refused.
  private func connection(to server: (descriptor: Int32, address: sockaddr_un, length: socklen_t))
    -> Int32
  {
    let client = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
    var address = server.address
    let isMade = withUnsafeMutableBytes(of: &address) { bytes in
      bytes.assumingMemoryBound(to: sockaddr.self).baseAddress.map {
        connect(client, $0, server.length) == 0
      } ?? false
    }
    if !isMade { close(client) }
    return isMade ? client : -1
  }

  @Test("accepts all that wait, non-blocking and without an address on a Unix socket")
  func all() async throws {
    try await withLoop { onLoop in
      let server = try listening()
      // More than one tick accepts.
      let clients = (0..<40).map { _ in connection(to: server) }
      try #require(clients.allSatisfy { $0 >= 0 })
      let (accepted, accept) = AsyncStream.makeStream(of: Int32.self)
      await onLoop.run { loop in
        _ = loop.accept(on: server.descriptor) { socket, peer in
          accept.yield(peer == nil ? socket : -1)
        }
      }
      var served: [Int32] = []
      for await socket in accepted.prefix(clients.count) { served.append(socket) }
      #expect(Set(served).count == clients.count)
      #expect(served.allSatisfy { fcntl($0, F_GETFL) & O_NONBLOCK != 0 })
      for socket in clients + served { close(socket) }
    }
  }

  @Test("refuses connections once it is closed, also by its own callback or with its loop")
  func closing() async throws {
    let left = try listening()
    try await withLoop { onLoop in
      let server = try listening()
      let clients = (0..<3).map { _ in connection(to: server) }
      let (accepted, accept) = AsyncStream.makeStream(of: Int32.self)
      await onLoop.run { loop in
        nonisolated(unsafe) var acceptor: Acceptor?
        acceptor = loop.accept(on: server.descriptor) { socket, _ in
          acceptor?.close()
          acceptor?.close()
          acceptor = nil
          accept.yield(socket)
          accept.finish()
        }
        _ = loop.accept(on: left.descriptor) { socket, _ in Glibc.close(socket) }
      }
      var served: [Int32] = []
      for await socket in accepted { served.append(socket) }
      #expect(served.count == 1, "The others are not accepted.")
      #expect(connection(to: server) == -1)
      for socket in clients + served { close(socket) }
    }
    #expect(connection(to: left) == -1)
  }
}
