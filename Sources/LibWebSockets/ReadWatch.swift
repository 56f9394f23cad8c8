// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

internal import CLibWebSockets
internal import Crypto
internal import Glibc

/// Is called whenever a server's connection is readable, before libwebsockets reads: counts what it
/// reads, looks at it, and makes it wait where a peer sends more than its share.
///
/// Pings and empty fragments reach no handler, so a peer of nothing else would keep the loop busy
/// for free. The kernel counts them. And of the pings that come while libwebsockets has one to
/// answer it answers none, so that is done here. See docs/decisions/01.
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
  /// Runs while the peer has used up its share.
  private var pause: LoopTimer?
  /// In which of the loop's ticks libwebsockets began to owe a pong, if it may owe one still.
  private var pongDueSince: UInt32?
  /// Whether nothing is read until it has.
  private var isHeld = false
  /// The answers to pings that libwebsockets leaves out.
  private var pongs: [Frame] = []
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
    inspector = FrameInspector(
      position: lws_get_ssl(socket) == nil ? consumed : 0,
      maximumMessageBytes: connection.options.maximumMessageBytes)
    if let tls = lws_get_ssl(socket) { decrypted = TLSPeek.bytesRead(by: tls) }
    start()
  }

  deinit { watcher.deallocate() }

  /// Whether the peer waits until it has used up its share.
  var isPaused: Bool { pause != nil }

  /// Whether libwebsockets may have a ping to answer before anything else is written.
  var isPongDue: Bool { pongDueSince != nil }

  /// Whether it knows where frames begin and end.
  var seesFrames: Bool { !inspector.isLost }

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
    if isPongDue {
      isHeld = true
      return stopReading()
    }
    // Where it cannot be told, what is read now is counted the next time.
    guard let position = UInt64(exactly: clws_bytes_consumed(descriptor)) else { return }
    let now = Duration.seconds(ev_now(core.evLoop))
    let wait = budget.charge(Double(position - consumed), at: now)
    consumed = position
    if wait > .zero { return suspend(for: wait) }
    let finding = look(at: position)
    if inspector.isLost { return core.loseSight(of: connection) }
    answerPings()
    core.glimpse(connection, finding, inspector)
  }

  /// libwebsockets answers the first ping of those it is about to read, which has left when, in a
  /// later tick, it asks what else there is to write; the others are answered then.
  private func answerPings() {
    let pings = inspector.takePings()
    if pings.isEmpty { return }
    pongs = pings.dropFirst().map(Frame.init(pong:))
    pongDueSince = ev_iteration(core.evLoop)
    lws_callback_on_writable(socket)
  }

  /// libwebsockets asks what there is to write: the answers to pings that it leaves out.
  func takePongs() -> [Frame] {
    guard let since = pongDueSince else { return [] }
    guard ev_iteration(core.evLoop) != since else {
      lws_callback_on_writable(socket)
      return []
    }
    pongDueSince = nil
    if isHeld {
      isHeld = false
      startReading()
    }
    defer { pongs = [] }
    return pongs
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
    stopReading()
    pause = LoopTimer(core: core, after: wait) { [unowned self] in
      pause = nil
      startReading()
    }
  }

  private func stopReading() {
    ev_io_stop(core.evLoop, watcher)
    lws_rx_flow_control(socket, 0)
    // The time in which nothing is read is none in which the peer is late.
    if seesFrames { core.stopClock(of: connection) }
  }

  private func startReading() {
    lws_rx_flow_control(socket, 1)
    start()
    if seesFrames { core.glimpse(connection, .inOrder, inspector) }
  }
}

extension LoopCore {
  /// What was seen of a connection's next bytes, before they are read.
  func glimpse(
    _ connection: Connection, _ finding: FrameInspector.Finding, _ inspector: FrameInspector
  ) {
    guard case .open = connection.phase else { return }
    switch finding {
    case .inOrder: break
    case .unmasked:
      return close(connection, .protocolError, reason: "frames of a client are masked")
    case .badLength:
      return close(connection, .protocolError, reason: "a length takes as few bytes as it can")
    case .oversizedControl:
      return closeAtOnce(
        connection, .protocolError, reason: "a control frame has at most 125 bytes")
    case .impossibleLength:
      return closeAtOnce(connection, .protocolError, reason: "a length is less than 2^63")
    case .tooBig:
      return close(connection, .messageTooBig, reason: "message too big")
    }
    if inspector.hasRested { connection.meetDeadline() }
    if inspector.isUnderWay && connection.deadline == nil { expectMessage(connection) }
  }

  /// Frames are no longer told apart: what is timed from here on is what is known of messages.
  func loseSight(of connection: Connection) {
    guard case .open = connection.phase, !connection.assembly.isUnderWay else { return }
    connection.meetDeadline()
  }

  /// The time of the message that is under way begins again later.
  func stopClock(of connection: Connection) {
    guard case .open = connection.phase else { return }
    connection.meetDeadline()
  }
}
