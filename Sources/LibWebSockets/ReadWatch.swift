// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

internal import CLibWebSockets
internal import Crypto
internal import Glibc

/// Runs whenever a server's connection is readable, before libwebsockets reads: records that the
/// peer is alive, meters and inspects the bytes, and pauses reading if the peer exceeds its rate.
///
/// On a connection without TLS it also delivers the messages that are one whole frame each, and
/// drops pongs; libwebsockets never sees them. That takes fewer system calls than inspecting them,
/// because what it reads itself need not be counted. Everything else is libwebsockets'.
///
/// Pings and empty fragments reach no handler, so a flood of them would otherwise be free; the
/// kernel counts them. libwebsockets drops pings that arrive while it has one to answer, so they
/// are answered here. See docs/decisions/01.
final class ReadWatch {
  private unowned let core: LoopCore
  private unowned let connection: Connection
  private let socket: OpaquePointer
  private let descriptor: Int32
  private let watcher = UnsafeMutablePointer<ev_io>.allocate(capacity: 1)
  private var budget: TokenBucket
  private var inspector: FrameInspector
  /// The number of bytes that had been read from the kernel at the last count.
  private var consumed: UInt64
  /// The number of bytes that OpenSSL had read from the socket after the last inspection.
  private var decrypted: UInt64
  /// Runs while the peer exceeds its rate.
  private var pause: LoopTimer?
  /// The tick in which libwebsockets began to owe a pong, if it may still owe one.
  private var pongDueSince: UInt32?
  /// Whether reading is paused until it has sent that pong.
  private var isHeld = false
  /// Answers to pings that libwebsockets drops.
  private var pongs: [Frame] = []
  /// Whether libwebsockets reads; otherwise it does not notice that the socket is readable.
  private(set) var isLibraryReading = true
  /// Whether libwebsockets has read something, and with it what came along with the handshake.
  private var hasLibraryRead = false
  private var isStopped = false

  /// The most that libwebsockets 4.1 reads at once.
  private static let largestRead = 4_096
  /// The largest TLS record.
  private static let largestRecord = 16_384

  /// Watches a connection after its handshake, from its first frame on.
  init(core: LoopCore, connection: Connection, socket: OpaquePointer) {
    self.core = core
    self.connection = connection
    self.socket = socket
    descriptor = lws_get_socket_fd(socket)
    budget = TokenBucket(connection.options.readRate)
    let tls = lws_get_ssl(socket)
    consumed =
      tls.map(TLSPeek.bytesRead(by:)) ?? UInt64(max(0, clws_bytes_consumed(descriptor)))
    decrypted = consumed
    inspector = FrameInspector(
      position: tls == nil ? consumed : 0,
      maximumMessageBytes: connection.options.maximumMessageBytes)
    start()
  }

  deinit { watcher.deallocate() }

  /// Whether reading is paused because the peer exceeds its rate.
  var isPaused: Bool { pause != nil }

  /// Whether libwebsockets may owe a pong that must precede any other write.
  var isPongDue: Bool { pongDueSince != nil }

  /// Whether it still knows the frame boundaries.
  var seesFrames: Bool { !inspector.isLost }

  /// Ends the watch; call it before libwebsockets closes the socket.
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
    core.excludeFromHandshakes(becomeReadable)
  }

  private func becomeReadable() {
    core.hear(connection)
    if isPongDue {
      isHeld = true
      return stopReading()
    }
    let finding = withUnsafeTemporaryAllocation(byteCount: Self.largestRecord, alignment: 1) {
      buffer in
      if let tls = lws_get_ssl(socket) { look(into: tls, with: buffer) } else { look(with: buffer) }
    }
    guard let finding else { return }
    if inspector.isLost { return core.loseFrames(of: connection) }
    answerPings()
    core.handleFinding(connection, finding, inspector)
  }

  /// libwebsockets answers the first ping of those it is about to read.
  ///
  /// That pong has been sent when, in a later tick, it asks for more to write; the others are
  /// answered then.
  private func answerPings() {
    let pings = inspector.takePings()
    if pings.isEmpty { return }
    pongs = pings.dropFirst().map(Frame.init(pong:))
    pongDueSince = ev_iteration(core.evLoop)
    lws_callback_on_writable(socket)
  }

  /// libwebsockets asks for more to write: the answers to pings that it dropped.
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

  /// Inspects what libwebsockets is about to read; nil if it has to wait, or its position is
  /// unknown: then it is counted the next time.
  private func look(with buffer: UnsafeMutableRawBufferPointer) -> FrameInspector.Finding? {
    let count = max(0, recv(descriptor, buffer.baseAddress, Self.largestRead, Int32(MSG_PEEK)))
    let position = isLibraryReading ? position(ofPeeked: UInt64(count)) : inspector.position
    guard let position, pay(upTo: position) else { return nil }
    if takeMessages(in: UnsafeMutableRawBufferPointer(rebasing: buffer[..<count]), at: position) {
      return nil
    }
    guard isLibraryReading else {
      // It reads after the next inspection, in the next tick.
      letLibraryRead()
      return nil
    }
    hasLibraryRead = true
    return inspector.see(buffer[..<count], at: position)
  }

  /// Reads and delivers the messages of one whole frame each, and pongs, with which the peeked bytes
  /// begin; false if there are none.
  private func takeMessages(in bytes: UnsafeMutableRawBufferPointer, at position: UInt64) -> Bool {
    guard hasLibraryRead, position == inspector.position, inspector.isBetweenMessages,
      !connection.assembly.isUnderWay, case .open = connection.phase
    else { return false }
    let end = unmaskMessages(in: bytes)
    guard end > 0 else { return false }
    if isLibraryReading {
      isLibraryReading = false
      lws_rx_flow_control(socket, 0)
    }
    guard recv(descriptor, nil, end, Int32(MSG_TRUNC)) == end else {
      // Only urgent data (TCP's) that has arrived since can do this; no client sends any.
      inspector.lose()
      return false
    }
    inspector.skip(end)
    var offset = 0
    while let frame = message(in: bytes, at: offset), frame.payload.upperBound <= end {
      // The handler may close the connection.
      guard case .open = connection.phase else { break }
      offset = frame.payload.upperBound
      guard let kind = frame.kind else { continue }
      let payload = UnsafeRawBufferPointer(rebasing: bytes[frame.payload])
      connection.reportReceived(kind, payload.bytes)
    }
    return true
  }

  /// Unmasks the whole frames with which the bytes begin; returns where the last of them ends.
  private func unmaskMessages(in bytes: UnsafeMutableRawBufferPointer) -> Int {
    var end = 0
    while let frame = message(in: bytes, at: end) {
      frame.unmask(in: bytes)
      if frame.kind == .text, !isUTF8(bytes[frame.payload]) { break }
      end = frame.payload.upperBound
    }
    return end
  }

  private func message(in bytes: UnsafeMutableRawBufferPointer, at offset: Int) -> WholeFrame? {
    WholeFrame(
      in: UnsafeRawBufferPointer(bytes), at: offset,
      maximumMessageBytes: connection.options.maximumMessageBytes)
  }

  private func isUTF8(_ bytes: Slice<UnsafeMutableRawBufferPointer>) -> Bool {
    UnsafeRawBufferPointer(rebasing: bytes).withMemoryRebound(to: UInt8.self) {
      (try? UTF8Span(validating: $0.span)) != nil
    }
  }

  /// Leaves everything from here on to libwebsockets, until whole messages come again.
  func letLibraryRead() {
    guard !isLibraryReading else { return }
    isLibraryReading = true
    if pause == nil, !isStopped { lws_rx_flow_control(socket, 1) }
  }

  /// The same on an encrypted connection.
  private func look(into tls: OpaquePointer, with buffer: UnsafeMutableRawBufferPointer)
    -> FrameInspector.Finding?
  {
    let position = TLSPeek.bytesRead(by: tls)
    guard pay(upTo: position) else { return nil }
    if position != decrypted { inspector.lose() }
    let unread = TLSPeek.pending(in: tls)
    let count = TLSPeek.peek(tls, into: buffer)
    decrypted = TLSPeek.bytesRead(by: tls)
    return inspector.see(
      buffer[..<count], at: inspector.position - min(UInt64(unread), inspector.position))
  }

  /// The offset in the stream of the `count` bytes that were peeked at; nil if the kernel cannot
  /// tell.
  private func position(ofPeeked count: UInt64) -> UInt64? {
    // Usually they begin where the last inspected bytes ended. The kernel's count shows it only if
    // they are all that has arrived: libwebsockets may not have read what was inspected last, and
    // behind a full peek lies any number of bytes.
    let expected = inspector.position
    if count < UInt64(Self.largestRead), clws_bytes_received(descriptor) == expected + count {
      return expected
    }
    return UInt64(exactly: clws_bytes_consumed(descriptor))
  }

  /// Debits the bytes read since the last call from the token bucket; false if that pauses reading.
  private func pay(upTo position: UInt64) -> Bool {
    let now = Duration.seconds(ev_now(core.evLoop))
    let wait = budget.charge(Double(max(position, consumed) - consumed), at: now)
    consumed = position
    if wait > .zero { suspend(for: wait) }
    return wait <= .zero
  }

  /// Pauses reading, so that bytes wait in the kernel's buffer and then at the peer.
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
    // Paused time does not count against the peer's message timeout.
    if seesFrames { core.stopClock(of: connection) }
  }

  private func startReading() {
    if isLibraryReading { lws_rx_flow_control(socket, 1) }
    start()
    if seesFrames { core.handleFinding(connection, .inOrder, inspector) }
  }
}

extension LoopCore {
  /// Handles the findings about a connection's next bytes, before they are read.
  func handleFinding(
    _ connection: Connection, _ finding: FrameInspector.Finding, _ inspector: FrameInspector
  ) {
    guard case .open = connection.phase else { return }
    switch finding {
    case .inOrder: break
    case .unmasked:
      return close(connection, .protocolError, reason: "client frames must be masked")
    case .badLength:
      return close(connection, .protocolError, reason: "a length must use the fewest bytes")
    case .oversizedControl:
      return closeAtOnce(
        connection, .protocolError, reason: "control frames have at most 125 bytes")
    case .impossibleLength:
      return closeAtOnce(connection, .protocolError, reason: "a length must be below 2^63")
    case .tooBig:
      return close(connection, .messageTooBig, reason: "message too big")
    }
    if inspector.hasRested { connection.cancelDeadline() }
    if inspector.isUnderWay && connection.deadline == nil { expectMessage(connection) }
  }

  /// Frame boundaries are lost: from here on only whole messages are timed.
  func loseFrames(of connection: Connection) {
    guard case .open = connection.phase, !connection.assembly.isUnderWay else { return }
    connection.cancelDeadline()
  }

  /// Stops the timeout of the current message; it starts again when reading resumes.
  func stopClock(of connection: Connection) {
    guard case .open = connection.phase else { return }
    connection.cancelDeadline()
  }
}
