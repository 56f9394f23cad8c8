// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

internal import CLibWebSockets

extension LoopCore {
  /// Maximum bytes per write to the socket; lws is told not to split them.
  static let largestWrite = 65_536

  func send(_ frame: Frame, to id: ConnectionID) {
    guard let connection = connections[id.key], case .open = connection.phase else { return }
    queuePublished(connection)
    connection.queue.append(frame)
    scheduleFlush(connection)
  }

  func queuedBytes(of id: ConnectionID) -> Int {
    guard let connection = connections[id.key] else { return 0 }
    let isHeld = connection.canWrite && connection.socket.map(lws_partial_buffered) != 0
    return connection.queue.byteCount + (isHeld ? connection.lastBatchByteCount : 0)
  }

  /// Bytes waiting for slow readers.
  var backlog: Backlog {
    var backlog = Backlog()
    for key in backlogged { backlog.add(queuedBytes(of: ConnectionID(key: key))) }
    return backlog
  }

  func bytesReceived(on id: ConnectionID) -> UInt64 {
    guard let connection = connections[id.key], connection.canWrite, let socket = connection.socket
    else { return 0 }
    return clws_bytes_received(lws_get_socket_fd(socket))
  }

  /// How many bytes were read from the kernel.
  func bytesConsumed(on id: ConnectionID) -> UInt64 {
    UInt64(max(0, descriptor(of: id).map(clws_bytes_consumed) ?? 0))
  }

  func close(_ id: ConnectionID, _ code: CloseCode, reason: String) {
    guard let connection = connections[id.key] else { return }
    close(connection, code, reason: reason)
  }

  func close(_ connection: Connection, _ code: CloseCode, reason: String) {
    switch connection.phase {
    case .dialing(let dial):
      giveUp(connection, dial, .cancelled)
    case .open:
      queuePublished(connection)
      endSubscriptions(of: connection)
      connection.phase = .closing(code, reason: reason)
      startSecondsHand()
      // The peer's close frame is for libwebsockets.
      connection.reading?.letLibraryRead()
      connection.closeInfo = CloseInfo(origin: .local, code: code, reason: reason)
      expectEnd(connection)
      scheduleFlush(connection)
    case .givenUp, .closing, .leaving:
      break
    }
  }

  /// Closes a server's connection before libwebsockets reads input that would make it disconnect
  /// without a close frame.
  ///
  /// Queued frames are sent first. A peer that does not read gets no close frame.
  func closeAtOnce(_ connection: Connection, _ code: CloseCode, reason: String) {
    close(connection, code, reason: reason)
    guard case .closing = connection.phase, let socket = connection.socket else { return }
    while !connection.queue.isEmpty, lws_partial_buffered(socket) == 0 {
      guard writeBatch(connection, socket) else { break }
    }
    guard connection.queue.isEmpty, lws_partial_buffered(socket) == 0 else { return }
    connection.phase = .leaving
    writeClose(code, reason: reason, over: socket)
  }

  /// Writes a server's close frame directly, because libwebsockets would send its own or none.
  func writeClose(_ code: CloseCode, reason: String, over socket: OpaquePointer) {
    // Nothing may be inserted into a partially written frame.
    guard lws_partial_buffered(socket) == 0 else { return }
    let frame = Frame(close: code, reason: reason).bytes
    _ = clws_write_raw(socket, frame, frame.count)
  }

  private func expectEnd(_ connection: Connection) {
    connection.cancelDeadline()
    let delay = connection.options.closeTimeout
    connection.deadline = LoopTimer(core: self, after: delay) { [unowned connection] in
      connection.phase = .leaving
      if let socket = connection.socket { clws_kill_soon(socket) }
    }
  }

  func scheduleFlush(_ connection: Connection) {
    if connection.isUnflushed { return }
    connection.isUnflushed = true
    unflushed.append(connection)
  }

  /// Sends what was queued in the ending tick, then what was published; of very much, a slice.
  func flush() {
    if unflushed.isEmpty && publishing.isEmpty { return }
    let began = onFlush.map { _ in ContinuousClock.now }
    let slice = unflushed.takeSlice()
    for connection in slice {
      connection.isUnflushed = false
      sendQueued(connection)
    }
    sendPublished(
      limit: max(
        FlushQueue<Connection>.sliceCount - slice.count, FlushQueue<Connection>.leastDeferred))
    if !unflushed.isEmpty || !publishing.isEmpty { turnAgain() }
    if let began { onFlush?(.now - began) }
  }

  /// Writes what is queued on a connection, or as much as the kernel takes.
  func sendQueued(_ connection: Connection) {
    guard connection.canWrite, let socket = connection.socket else { return }
    // A pong that libwebsockets owes goes first, as its ping did.
    if case .server(_, .batched) = connection.owner, !connection.queue.isEmpty,
      connection.reading?.isPongDue != true, lws_partial_buffered(socket) == 0,
      !writeBatch(connection, socket)
    {
      connection.phase = .leaving
      clws_kill_soon(socket)
      return
    }
    if hasMoreToWrite(connection) { lws_callback_on_writable(socket) }
    noteWaiting(connection)
  }

  private func hasMoreToWrite(_ connection: Connection) -> Bool {
    if case .closing = connection.phase { return true }
    return !connection.queue.isEmpty
  }

  /// lws reports that the socket is writable; -1 ends the connection.
  func write(_ connection: Connection) -> Int32 {
    if let pongs = connection.reading?.takePongs(), !pongs.isEmpty {
      connection.queue.prepend(pongs)
    }
    guard connection.canWrite, let socket = connection.socket else { return 0 }
    if !connection.queue.isEmpty && lws_partial_buffered(socket) == 0 {
      let succeeded =
        switch connection.owner {
        case .server: writeBatch(connection, socket)
        case .client: writeMasked(connection, socket)
        }
      if !succeeded { return -1 }
    }
    noteWaiting(connection)
    if !connection.queue.isEmpty || lws_partial_buffered(socket) != 0 {
      lws_callback_on_writable(socket)
    } else if case .closing(let code, let reason) = connection.phase {
      connection.phase = .leaving
      var text = Array(reason.utf8)
      lws_close_reason(socket, lws_close_status(UInt32(code.rawValue)), &text, text.count)
      return -1
    }
    return 0
  }

  /// Writes as many frames as fit into one write; only valid while lws has no partial write.
  private func writeBatch(_ connection: Connection, _ socket: OpaquePointer) -> Bool {
    let batch = connection.queue.takeBatch(limit: LoopCore.largestWrite, scratch: &scratch)
    connection.lastBatchByteCount = batch.count
    return clws_write_raw(socket, batch, batch.count) >= 0
  }

  /// Writes frame by frame, because a client masks each with its own key (RFC 6455, section 5.3).
  private func writeMasked(_ connection: Connection, _ socket: OpaquePointer) -> Bool {
    let headroom = Int(clws_headroom)
    var budget = LoopCore.largestWrite
    while budget > 0, !connection.queue.isEmpty, lws_partial_buffered(socket) == 0 {
      let frame = connection.queue.removeFirst()
      let payload = frame.payload
      budget -= frame.byteCount
      connection.lastBatchByteCount = frame.byteCount
      if frame.isPing || frame.isChaser {
        let kind = frame.isPing ? LWS_WRITE_PING : LWS_WRITE_PONG
        guard clws_write_empty(socket, kind) >= 0 else { return false }
        continue
      }
      scratch.removeAll(keepingCapacity: true)
      scratch.append(contentsOf: repeatElement(0, count: headroom))
      scratch.append(contentsOf: payload)
      let written = scratch.withUnsafeMutableBufferPointer { bytes in
        lws_write(
          socket, bytes.baseAddress.map { $0 + headroom }, payload.count,
          frame.kind == .text ? LWS_WRITE_TEXT : LWS_WRITE_BINARY)
      }
      if written < 0 { return false }
    }
    return true
  }
}
