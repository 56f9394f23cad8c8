// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

internal import CLibWebSockets

extension LoopCore {
  /// A piece of a message has come.
  func receive(_ event: LibraryEvent, _ connection: Connection) {
    // After a goodbye of ours, what still comes is read and dropped.
    guard case .open = connection.phase else { return }
    let kind: MessageKind = lws_frame_is_binary(event.socket) != 0 ? .binary : .text
    let step = connection.assembly.add(
      event.bytes.bytes, endsFragment: lws_remaining_packet_payload(event.socket) == 0,
      endsMessage: lws_is_final_fragment(event.socket) != 0)
    switch step {
    case .incomplete:
      if connection.deadline == nil { expectMessage(connection) }
    case .pieceIsMessage:
      connection.tellReceived(kind, event.bytes.bytes)
    case .complete:
      // Where frames are looked at, that has been seen already, and maybe the next one's beginning.
      if connection.reading?.seesFrames != true { connection.meetDeadline() }
      let bytes = connection.assembly.bytes
      // lws overlooks a character that is cut off before an empty last fragment.
      if kind == .text && (try? UTF8Span(validating: bytes.span)) == nil {
        close(connection, .invalidPayload, reason: "text was not UTF-8")
      } else {
        connection.tellReceived(kind, bytes.span.bytes)
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

  /// The peer has sent a close frame, which lws answers; -1 where we have.
  func hearGoodbye(_ event: LibraryEvent, _ connection: Connection) -> Int32 {
    // Ours is about to be sent, maybe for this very frame, which has no mask: it has the say. What lws
    // would answer is the peer's own code.
    if case .server = connection.owner, case .closing(let code, let reason) = connection.phase {
      connection.phase = .leaving
      connection.queue.removeAll()
      writeClose(code, reason: reason, over: event.socket)
      return -1
    }
    let bytes = event.bytes
    if bytes.count == 1 { return answerHalfACode(event, connection) }
    let code =
      bytes.count >= 2 ? CloseCode(rawValue: UInt16(bytes[0]) << 8 | UInt16(bytes[1])) : nil
    connection.closeInfo = CloseInfo(
      origin: .peer, code: code, reason: String(decoding: bytes.dropFirst(2), as: UTF8.self))
    connection.phase = .leaving
    connection.queue.removeAll()
    return 0
  }

  /// One byte is no code (RFC 6455, section 5.5.1); lws 4.1 would answer as if there were none.
  private func answerHalfACode(_ event: LibraryEvent, _ connection: Connection) -> Int32 {
    let code = CloseCode.protocolError
    connection.closeInfo = CloseInfo(origin: .local, code: code, reason: "half a close code")
    connection.phase = .leaving
    connection.queue.removeAll()
    // Only a server's frames are not masked.
    if case .server = connection.owner { writeClose(code, reason: "", over: event.socket) }
    return -1
  }

  /// The connection has ended for good.
  func end(_ connection: Connection) {
    guard connections.remove(connection.id.key) != nil else { return }
    let socket = connection.socket
    connection.reading?.stop()
    connection.reading = nil
    connection.socket = nil
    connection.phase = .leaving
    connection.queue.removeAll()
    connection.meetDeadline()
    connection.tellClosed(connection.closeInfo ?? libraryCloseInfo(socket))
  }

  /// How a connection ended that neither end closed on purpose: lws leaves the code it closed with,
  /// such as 1007 for bad UTF-8, where it is to be sent from.
  private func libraryCloseInfo(_ socket: OpaquePointer?) -> CloseInfo {
    guard let socket, lws_get_close_length(socket) >= 2, let payload = lws_get_close_payload(socket)
    else { return CloseInfo(origin: .lost, code: nil, reason: "") }
    let bytes = UnsafeRawBufferPointer(start: payload, count: Int(lws_get_close_length(socket)))
    return CloseInfo(
      origin: .local, code: CloseCode(rawValue: UInt16(bytes[0]) << 8 | UInt16(bytes[1])),
      reason: String(decoding: bytes.dropFirst(2), as: UTF8.self))
  }

  /// The end of a connection that libwebsockets has no socket for any more, when the loop ends.
  func abandon(_ connection: Connection) {
    switch connection.phase {
    case .dialing(let dial): fail(connection, dial, .loopEnded)
    case .givenUp(let dial, let failure): fail(connection, dial, failure)
    case .open, .closing, .leaving: end(connection)
    }
  }
}
