// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

internal import CLibWebSockets
internal import Crypto
internal import Glibc

/// Is called whenever a server's connection is readable, before libwebsockets reads: counts what it
/// reads, looks at it, and makes it wait where a peer sends more than its share.
///
/// Pings and empty fragments reach no handler, so a peer of nothing else would keep the loop busy
/// for free. The kernel counts them; see docs/decisions/0030.
final class ReadWatch {
  private unowned let core: LoopCore
  private unowned let connection: Connection
  private let socket: OpaquePointer
  private let descriptor: Int32
  private let watcher = UnsafeMutablePointer<ev_io>.allocate(capacity: 1)
  private var budget: TokenBucket
  private var inspector: FrameInspector
  /// How much libwebsockets had read when that was last counted.
  private var consumed: UInt64
  /// How much TLS had read after the last look.
  private var decrypted: UInt64 = 0
  /// Runs while reading is suspended.
  private var pause: LoopTimer?
  private var isStopped = false

  /// The most that libwebsockets 4.1 reads at once.
  private static let largestRead = 4_096
  /// The largest TLS record.
  private static let largestRecord = 16_384

  /// Watches a connection whose handshake is done, from its first frame on.
  init(core: LoopCore, connection: Connection, socket: OpaquePointer) {
    self.core = core
    self.connection = connection
    self.socket = socket
    descriptor = lws_get_socket_fd(socket)
    budget = TokenBucket(connection.options.readRate)
    consumed = UInt64(max(0, clws_bytes_consumed(descriptor)))
    inspector = FrameInspector(position: lws_get_ssl(socket) == nil ? consumed : 0)
    if let tls = lws_get_ssl(socket) { decrypted = TLSPeek.bytesRead(by: tls) }
    start()
  }

  deinit { watcher.deallocate() }

  /// Whether the peer waits until it has used up its share.
  var isPaused: Bool { pause != nil }

  /// Ends the watch; before libwebsockets closes the socket.
  func stop() {
    guard !isStopped else { return }
    isStopped = true
    pause?.cancel()
    ev_io_stop(core.evLoop, watcher)
  }

  private func start() {
    clws_readable_first_start(
      core.evLoop, watcher,
      { _, watcher, _ in
        guard let owner = watcher?.pointee.data else { return }
        Unmanaged<ReadWatch>.fromOpaque(owner).takeUnretainedValue().wake()
      }, Unmanaged.passUnretained(self).toOpaque(), descriptor)
  }

  private func wake() {
    core.explain(becomeReadable)
  }

  private func becomeReadable() {
    // Where it cannot be told, what is read now is counted the next time.
    guard let position = UInt64(exactly: clws_bytes_consumed(descriptor)) else { return }
    let now = Duration.seconds(ev_now(core.evLoop))
    let wait = budget.charge(Double(position - consumed), at: now)
    consumed = position
    if wait > .zero { return suspend(for: wait) }
    let finding = look(at: position)
    guard !inspector.isLost else { return }
    core.glimpse(connection, finding, isUnderWay: inspector.isUnderWay)
  }

  /// Looks at what libwebsockets is about to read.
  private func look(at position: UInt64) -> FrameInspector.Finding {
    withUnsafeTemporaryAllocation(byteCount: Self.largestRecord, alignment: 1) { buffer in
      guard let tls = lws_get_ssl(socket) else {
        let count = recv(descriptor, buffer.baseAddress, Self.largestRead, Int32(MSG_PEEK))
        return count > 0 ? inspector.see(buffer[..<count], at: position) : .inOrder
      }
      if TLSPeek.bytesRead(by: tls) != decrypted { inspector.lose() }
      let unread = TLSPeek.pending(in: tls)
      let count = TLSPeek.peek(tls, into: buffer)
      decrypted = TLSPeek.bytesRead(by: tls)
      return inspector.see(
        buffer[..<count], at: inspector.position - min(UInt64(unread), inspector.position))
    }
  }

  /// Leaves what the peer sends where it is, in the kernel's buffer and then its own.
  private func suspend(for wait: Duration) {
    ev_io_stop(core.evLoop, watcher)
    lws_rx_flow_control(socket, 0)
    pause = LoopTimer(core: core, after: wait) { [unowned self] in
      pause = nil
      lws_rx_flow_control(socket, 1)
      start()
    }
  }
}

extension LoopCore {
  /// What was seen of a connection's next bytes, before they are read.
  func glimpse(
    _ connection: Connection, _ finding: FrameInspector.Finding, isUnderWay: Bool
  ) {
    guard case .open = connection.phase else { return }
    if finding == .unmasked {
      close(connection, .protocolError, reason: "frames of a client are masked")
    } else if isUnderWay {
      if connection.deadline == nil { expectMessage(connection) }
    } else {
      connection.meetDeadline()
    }
  }
}
