// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Glibc
import LibWebSockets
import Testing

/// A blocking TCP client with hand-made WebSocket frames, to send what no library would. Every wait
/// ends within ten seconds, with an error if need be.
actor RawClient {
  private let executor = BlockingExecutor()
  private var descriptor: Int32
  private var unread: ArraySlice<UInt8> = []

  nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

  struct Ended: Error {}

  /// Connects; with a small receive buffer the kernel keeps little of what nobody reads.
  init(port: UInt16, receiveBuffer: Int32? = nil) throws {
    let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    self.descriptor = descriptor
    try #require(descriptor >= 0)
    if var receiveBuffer {
      setsockopt(
        descriptor, SOL_SOCKET, SO_RCVBUF, &receiveBuffer,
        socklen_t(MemoryLayout<Int32>.size))
    }
    var limit = timeval(tv_sec: 10, tv_usec: 0)
    let size = socklen_t(MemoryLayout<timeval>.size)
    setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &limit, size)
    setsockopt(descriptor, SOL_SOCKET, SO_SNDTIMEO, &limit, size)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = port.bigEndian
    inet_pton(AF_INET, "127.0.0.1", &address.sin_addr)
    let status = withUnsafeBytes(of: address) {
      connect(
        descriptor, $0.assumingMemoryBound(to: sockaddr.self).baseAddress,
        socklen_t(MemoryLayout<sockaddr_in>.size))
    }
    try #require(status == 0)
  }

  isolated deinit { hangUp() }

  /// Closes the socket without a close frame.
  func hangUp() {
    if descriptor >= 0 { close(descriptor) }
    descriptor = -1
  }

  func send(_ bytes: [UInt8]) throws {
    var sent = 0
    while sent < bytes.count {
      let count = bytes[sent...].withUnsafeBytes {
        Glibc.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
      }
      guard count > 0 else { throw Ended() }
      sent += count
    }
  }

  /// Sends pieces at intervals, to a peer that sends nothing meanwhile.
  ///
  /// One call, on this client's own thread: between two the test's task might wait for others.
  func send(_ pieces: [[UInt8]], millisecondsApart pause: Int32) throws {
    for piece in pieces {
      var silent = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
      try #require(poll(&silent, 1, pause) == 0)
      try send(piece)
    }
  }

  func send(_ text: String) throws { try send(Array(text.utf8)) }

  /// Everything until the peer disconnects.
  func readToEnd() throws -> String {
    String(decoding: try bytesToEnd(), as: UTF8.self)
  }

  /// Everything until the peer disconnects, at most `piece` bytes at a time with pauses in between.
  ///
  /// One call, on this client's own thread: between two the test's task might wait for others.
  func bytesToEnd(piece: Int = 65_536, millisecondsApart pause: Int32 = 0) throws -> [UInt8] {
    while try fill(atMost: piece) { if pause > 0 { poll(nil, 0, pause) } }
    defer { unread = [] }
    return Array(unread)
  }

  /// Sends an upgrade request and returns the response's head, or all of it if the peer
  /// disconnects.
  func upgrade(
    _ path: String = "/", method: String = "GET", version: String? = "13",
    upgrade: String = "websocket",
    key: String? = "dGhlIHNhbXBsZSBub25jZQ==", http: String = "HTTP/1.1", fields: [String] = []
  ) throws -> String {
    var lines = ["\(method) \(path) \(http)", "Host: localhost", "Connection: Upgrade"]
    lines.append("Upgrade: \(upgrade)")
    if let key { lines.append("Sec-WebSocket-Key: \(key)") }
    if let version { lines.append("Sec-WebSocket-Version: \(version)") }
    return try exchange(Array((lines + fields + ["", ""]).joined(separator: "\r\n").utf8))
  }

  /// Sends a request and returns the response's head, or all of it if the peer disconnects.
  func exchange(_ request: [UInt8]) throws -> String {
    try send(request)
    let end = Array("\r\n\r\n".utf8)
    while true {
      if let found = unread.firstRange(of: end) {
        let head = String(decoding: unread[..<found.upperBound], as: UTF8.self)
        unread = unread[found.upperBound...]
        return head
      }
      guard try fill() else {
        defer { unread = [] }
        return String(decoding: unread, as: UTF8.self)
      }
    }
  }

  /// Sends one frame with a mask; `opcode` as in RFC 6455, section 5.2.
  func sendFrame(_ opcode: UInt8, _ payload: [UInt8], isFinal: Bool = true) throws {
    try send(RawClient.frame(opcode, payload, isFinal: isFinal))
  }

  static func frame(_ opcode: UInt8, _ payload: [UInt8], isFinal: Bool = true) -> [UInt8] {
    let mask: [UInt8] = [0x12, 0x34, 0x56, 0x78]
    var bytes: [UInt8] = [(isFinal ? 0x80 : 0) | opcode]
    if payload.count < 126 {
      bytes.append(0x80 | UInt8(payload.count))
    } else {
      bytes += [0x80 | 126, UInt8(payload.count >> 8), UInt8(payload.count & 0xff)]
    }
    bytes += mask
    bytes += payload.enumerated().map { $1 ^ mask[$0 % 4] }
    return bytes
  }

  /// The next frame of the server.
  func readFrame() throws -> (opcode: UInt8, payload: [UInt8]) {
    let head = try take(2)
    var count = Int(head[1] & 0x7f)
    if count == 126 {
      let more = try take(2)
      count = Int(more[0]) << 8 | Int(more[1])
    } else if count == 127 {
      count = try take(8).reduce(0) { $0 << 8 | Int($1) }
    }
    return (head[0] & 0x0f, try take(count))
  }

  /// Performs the handshake, answers `count` pings, each as it arrives, and sends `[1]`.
  ///
  /// One call, on this client's own thread: between two the test's task might wait for others.
  func answer(pings count: Int) throws {
    _ = try upgrade()
    for _ in 0..<count {
      let ping = try readFrame()
      try #require(ping.opcode == 0x9)
      try sendFrame(0xa, ping.payload)
    }
    try sendFrame(0x2, [1])
  }

  /// The code in the server's close frame, which must be the next frame.
  func readCloseCode() throws -> Int {
    let frame = try readFrame()
    try #require(frame.opcode == 8 && frame.payload.count >= 2)
    return Int(frame.payload[0]) << 8 | Int(frame.payload[1])
  }

  /// Whether the peer disconnects next.
  func isHungUp() throws -> Bool { try unread.isEmpty && !fill() }

  private func take(_ count: Int) throws -> [UInt8] {
    while unread.count < count {
      guard try fill() else { throw Ended() }
    }
    defer { unread = unread.dropFirst(count) }
    return Array(unread.prefix(count))
  }

  /// Reads more; false at the end.
  private func fill(atMost limit: Int = 65_536) throws -> Bool {
    var chunk = [UInt8](repeating: 0, count: limit)
    let count = recv(descriptor, &chunk, chunk.count, 0)
    if count < 0 && errno == ECONNRESET { return false }
    guard count >= 0 else { throw Ended() }
    unread += chunk[..<count]
    return count > 0
  }
}
