// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

internal import CLibWebSockets

extension LoopCore {
  /// Handles a piece of a message.
  func receive(_ event: LibraryEvent, _ connection: Connection) {
    // After our close frame, what still arrives is read and dropped.
    guard case .open = connection.phase else { return }
    let kind: MessageKind = lws_frame_is_binary(event.socket) != 0 ? .binary : .text
    let step = connection.assembly.add(
      event.bytes.bytes, endsFragment: lws_remaining_packet_payload(event.socket) == 0,
      endsMessage: lws_is_final_fragment(event.socket) != 0)
    switch step {
    case .incomplete:
      if connection.deadline == nil { expectMessage(connection) }
    case .pieceIsMessage:
      connection.reportReceived(kind, event.bytes.bytes)
    case .complete:
      // Where frames are inspected, the deadline has been updated already, maybe for the next
      // message.
      if connection.reading?.seesFrames != true { connection.cancelDeadline() }
      let bytes = connection.assembly.bytes
      // lws misses a character that is cut off before an empty last fragment.
      if kind == .text && (try? UTF8Span(validating: bytes.span)) == nil {
        close(connection, .invalidPayload, reason: "text was not UTF-8")
      } else {
        connection.reportReceived(kind, bytes.span.bytes)
      }
    case .tooBig:
      close(connection, .messageTooBig, reason: "message too big")
    }
  }

  func expectMessage(_ connection: Connection) {
    let delay = connection.options.messageTimeout
    connection.deadline = LoopTimer(core: self, after: delay) {
      [unowned self, id = connection.id] in
      close(id, .policyViolation, reason: "message took too long")
    }
  }

  /// Handles the peer's close frame, which lws answers; -1 if we have answered.
  func receiveClose(_ event: LibraryEvent, _ connection: Connection) -> Int32 {
    // Ours is about to be sent, maybe because this very frame is unmasked, and takes precedence;
    // lws would echo the peer's code.
    if case .server = connection.owner, case .closing(let code, let reason) = connection.phase {
      connection.phase = .leaving
      connection.queue.removeAll()
      writeClose(code, reason: reason, over: event.socket)
      return -1
    }
    // libwebsockets has ours, but not sent it yet, or does not know that we have sent it.
    if case .leaving = connection.phase, connection.closeInfo != nil { return 0 }
    let bytes = event.bytes
    if bytes.count == 1 { return answerOneByteClose(event, connection) }
    let code =
      bytes.count >= 2 ? CloseCode(rawValue: UInt16(bytes[0]) << 8 | UInt16(bytes[1])) : nil
    connection.closeInfo = CloseInfo(
      origin: .peer, code: code, reason: String(decoding: bytes.dropFirst(2), as: UTF8.self))
    connection.phase = .leaving
    connection.queue.removeAll()
    return 0
  }

  /// A payload of one byte has no code (RFC 6455, section 5.5.1); lws 4.1 would answer as if it
  /// were empty.
  private func answerOneByteClose(_ event: LibraryEvent, _ connection: Connection) -> Int32 {
    let code = CloseCode.protocolError
    connection.closeInfo = CloseInfo(
      origin: .local, code: code, reason: "a close code has two bytes")
    connection.phase = .leaving
    connection.queue.removeAll()
    // Only a server's frames are unmasked.
    if case .server = connection.owner { writeClose(code, reason: "", over: event.socket) }
    return -1
  }

  /// A connection has ended for good.
  func end(_ connection: Connection) {
    guard connections.remove(connection.id.key) != nil else { return }
    let socket = connection.socket
    endSubscriptions(of: connection)
    if connection.hasBacklog { backlogged.remove(connection.id.key) }
    connection.reading?.stop()
    connection.reading = nil
    connection.socket = nil
    connection.phase = .leaving
    connection.queue.removeAll()
    connection.cancelDeadline()
    connection.notifyClosed(connection.closeInfo ?? libraryCloseInfo(socket))
  }

  /// The end of a connection that neither we nor the peer closed: lws leaves the code with which it
  /// closed by itself, such as 1007 for bad UTF-8, in its send buffer.
  private func libraryCloseInfo(_ socket: OpaquePointer?) -> CloseInfo {
    guard let socket, lws_get_close_length(socket) >= 2, let payload = lws_get_close_payload(socket)
    else { return CloseInfo(origin: .lost, code: nil, reason: "") }
    let bytes = UnsafeRawBufferPointer(start: payload, count: Int(lws_get_close_length(socket)))
    return CloseInfo(
      origin: .local, code: CloseCode(rawValue: UInt16(bytes[0]) << 8 | UInt16(bytes[1])),
      reason: String(decoding: bytes.dropFirst(2), as: UTF8.self))
  }

  /// Ends a connection whose libwebsockets socket is gone, when the loop ends.
  func abandon(_ connection: Connection) {
    switch connection.phase {
    case .dialing(let dial): fail(connection, dial, .loopEnded)
    case .givenUp(let dial, let failure): fail(connection, dial, failure)
    case .open, .closing, .leaving: end(connection)
    }
  }
}
