// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

internal import CLibWebSockets
internal import Crypto

/// The entry point for all callbacks of libwebsockets: finds the loop and the object concerned.
enum LibraryCallback {
  typealias Function =
    @convention(c) (
      OpaquePointer?, lws_callback_reasons, UnsafeMutableRawPointer?, UnsafeMutableRawPointer?, Int
    ) -> Int32

  static let function: Function = { socket, reason, user, argument, count in
    guard let socket, let core = LoopCore.from(lws_context_user(lws_get_context(socket))) else {
      return 0
    }
    let event = LibraryEvent(
      reason: reason, socket: socket, user: user, argument: argument, count: count)
    switch SocketMark(lws_get_opaque_user_data(socket)) {
    case .connection(let key):
      // A callback for a connection that is gone ends its socket.
      guard let connection = core.connections[key] else { return -1 }
      return core.excludeFromHandshakes { core.handle(event, of: connection) }
    case .listener(let key):
      guard let listener = core.listeners[key] else {
        if reason == LWS_CALLBACK_WSI_DESTROY { core.forget(handshake: socket) }
        return -1
      }
      // Plain page requests are not limited by the handshakes' share.
      return listener.options.takesWebSockets
        ? core.handle(event, for: listener)
        : core.excludeFromHandshakes { core.handle(event, for: listener) }
    case nil:
      return core.handle(event)
    }
  }
}

/// One callback of libwebsockets.
struct LibraryEvent {
  let reason: lws_callback_reasons
  let socket: OpaquePointer
  /// Meaningful for a few reasons only.
  let user: UnsafeMutableRawPointer?
  let argument: UnsafeMutableRawPointer?
  let count: Int

  /// The bytes received.
  var bytes: UnsafeRawBufferPointer {
    UnsafeRawBufferPointer(start: argument, count: argument == nil ? 0 : count)
  }

  /// A header field of the request or response being parsed; nil if it is missing.
  func header(_ token: lws_token_indexes) -> String? {
    text(lws_hdr_total_length(socket, token)) { lws_hdr_copy(socket, $0, $1, token) }
  }

  /// A header field that libwebsockets has no token for; `name` in lower case.
  func header(named name: String) -> String? {
    let field = name + ":"
    let count = Int32(field.utf8.count)
    return text(lws_hdr_custom_length(socket, field, count)) {
      lws_hdr_custom_copy(socket, $0, $1, field, count)
    }
  }

  /// A text of `length` bytes, as `copy` puts it with a final zero where there is so much room; nil if
  /// it is empty or something else was copied.
  private func text(
    _ length: Int32, _ copy: (UnsafeMutablePointer<CChar>, Int32) -> Int32
  ) -> String? {
    guard length > 0 else { return nil }
    return withUnsafeTemporaryAllocation(of: CChar.self, capacity: Int(length) + 1) { room in
      guard let start = room.baseAddress, copy(start, length + 1) == length else { return nil }
      return String(
        decoding: room.prefix(Int(length)).map(UInt8.init(bitPattern:)), as: UTF8.self)
    }
  }

  /// The items of a comma-separated header field.
  func list(_ token: lws_token_indexes) -> [String] {
    guard let text = header(token) else { return [] }
    return text.split(separator: ",").compactMap { item in
      // No item of the headers read here has spaces inside.
      item.split { $0 == " " || $0 == "\t" }.first.map(String.init)
    }
  }
}

extension LoopCore {
  /// Handles a callback about no connection and no handshake.
  func handle(_ event: LibraryEvent) -> Int32 {
    switch event.reason {
    case LWS_CALLBACK_OPENSSL_LOAD_EXTRA_SERVER_VERIFY_CERTS:
      guard let context = event.user, let credentials = credentialsToInstall else { return -1 }
      do throws(CertificateError) {
        try credentials.attach(to: OpaquePointer(context))
        return 0
      } catch {
        return -1
      }
    case LWS_CALLBACK_CLIENT_APPEND_HANDSHAKE_HEADER, LWS_CALLBACK_CLIENT_FILTER_PRE_ESTABLISH,
      LWS_CALLBACK_OPENSSL_PERFORM_SERVER_CERT_VERIFICATION:
      // For a connection that was given up meanwhile.
      return -1
    default:
      return 0
    }
  }

  /// Handles a callback about one of our connections.
  func handle(_ event: LibraryEvent, of connection: Connection) -> Int32 {
    if case .dialing(let dial) = connection.phase {
      return handle(event, of: connection, dial)
    }
    switch event.reason {
    case LWS_CALLBACK_RECEIVE:
      receive(event, connection)
      return 0
    case LWS_CALLBACK_CLIENT_RECEIVE:
      hear(connection)
      receive(event, connection)
      return 0
    case LWS_CALLBACK_CLIENT_RECEIVE_PONG:
      hear(connection)
      return 0
    case LWS_CALLBACK_SERVER_WRITEABLE, LWS_CALLBACK_CLIENT_WRITEABLE:
      return write(connection)
    case LWS_CALLBACK_WS_PEER_INITIATED_CLOSE:
      return receiveClose(event, connection)
    case LWS_CALLBACK_CLOSED, LWS_CALLBACK_CLIENT_CLOSED, LWS_CALLBACK_CLIENT_CONNECTION_ERROR,
      LWS_CALLBACK_WSI_DESTROY:
      end(connection)
      return 0
    default:
      return 0
    }
  }
}
