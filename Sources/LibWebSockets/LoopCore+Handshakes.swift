// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

internal import CLibWebSockets

// A handshake is an accepted socket that is not a WebSocket yet: it is doing TLS, sending its
// request, or being answered with a page. It carries the listener's mark.

extension LoopCore {
  /// Drops a handshake whose request is not complete in time: a silent or slow client.
  func expectRequest(_ handshake: OpaquePointer, within limit: Duration) {
    startSecondsHand()
    handshakes[handshake] = LoopTimer(core: self, after: limit) { [self] in
      handshakes[handshake] = nil
      clws_kill_soon(handshake)
    }
  }

  /// A handshake has completed or was abandoned.
  func stopExpecting(_ handshake: OpaquePointer) {
    handshakes.removeValue(forKey: handshake)?.cancel()
  }

  /// A handshake's socket is gone.
  func forget(handshake: OpaquePointer) {
    stopExpecting(handshake)
    responses.drop(handshake)
  }

  /// Handles a callback about a handshake; any result but 0 disconnects it.
  func handle(_ event: LibraryEvent, for listener: Listener) -> Int32 {
    switch event.reason {
    case LWS_CALLBACK_HTTP_CONFIRM_UPGRADE:
      return considerUpgrade(event, listener)
    case LWS_CALLBACK_ESTABLISHED:
      return completeHandshake(event, listener)
    case LWS_CALLBACK_HTTP:
      return answerPage(event, listener)
    case LWS_CALLBACK_WSI_DESTROY:
      listener.handshakes.remove(event.socket)
      forget(handshake: event.socket)
      return 0
    case LWS_CALLBACK_RAW_ADOPT, LWS_CALLBACK_RAW_CONNECTED, LWS_CALLBACK_RAW_RX,
      LWS_CALLBACK_HTTP_BODY, LWS_CALLBACK_HTTP_BODY_COMPLETION:
      // A tunnel (method CONNECT) or a request body: neither is supported.
      return -1
    default:
      return 0
    }
  }

  /// Decides on a complete request for an upgrade.
  ///
  /// The argument is not read: after an unknown upgrade lws 4.1 has already freed it (report
  /// NN-2025-0102). Disconnecting there also keeps lws from reading it again.
  private func considerUpgrade(_ event: LibraryEvent, _ listener: Listener) -> Int32 {
    guard let upgrade = event.header(WSI_TOKEN_UPGRADE), let peer = event.peer else { return -1 }
    guard listener.options.takesWebSockets else { return answer(event, .noWebSockets) }
    let head = UpgradeCheck.Head(
      isGet: lws_hdr_total_length(event.socket, WSI_TOKEN_GET_URI) > 0,
      httpVersion: event.header(WSI_TOKEN_HTTP), upgrade: upgrade,
      version: event.header(WSI_TOKEN_VERSION), key: event.header(WSI_TOKEN_KEY),
      host: event.header(WSI_TOKEN_HOST),
      path: event.header(WSI_TOKEN_GET_URI) ?? event.header(WSI_TOKEN_POST_URI) ?? "",
      offeredSubprotocols: event.list(WSI_TOKEN_PROTOCOL))
    let check = UpgradeCheck(
      path: listener.options.path, subprotocols: listener.options.subprotocols)
    switch check.examine(head) {
    case .refuse(let response):
      return answer(event, response)
    case .proceed(let subprotocol):
      let request = UpgradeRequest(
        peer: peer, path: head.path, origin: event.header(WSI_TOKEN_ORIGIN),
        host: event.header(WSI_TOKEN_HOST), forwardedFor: event.list(WSI_TOKEN_X_FORWARDED_FOR),
        offeredSubprotocols: head.offeredSubprotocols)
      if case .refuse(let response) = listener.handler.accept(request) {
        return answer(event, response)
      }
      listener.names.show(only: subprotocol)
      acceptedRequest = request
      return 0
    }
  }

  /// The handshake is complete: its socket becomes a connection.
  private func completeHandshake(_ event: LibraryEvent, _ listener: Listener) -> Int32 {
    // Set in the same call of lws, by `considerUpgrade`.
    guard let request = acceptedRequest else { return -1 }
    acceptedRequest = nil
    listener.handshakes.remove(event.socket)
    stopExpecting(event.socket)
    let options = listener.options
    let connection = connections.insert { key in
      Connection(
        id: ConnectionID(key: key), owner: .server(listener.handler, options.sendPath),
        phase: .open, socket: event.socket, options: options.connection)
    }
    lws_set_opaque_user_data(event.socket, SocketMark.connection(connection.id.key).pointer)
    connection.reading = ReadWatch(core: self, connection: connection, socket: event.socket)
    checkSilence(of: connection)
    let name = lws_get_protocol(event.socket).flatMap(\.pointee.name).map { String(cString: $0) }
    connection.notifyOpened(
      ConnectionInfo(
        peer: request.peer, subprotocol: name.flatMap { $0.isEmpty ? nil : $0 },
        isEncrypted: options.identity != nil, request: request))
    return 0
  }

  private func answerPage(_ event: LibraryEvent, _ listener: Listener) -> Int32 {
    guard let peer = event.peer else { return -1 }
    let head = event.header(WSI_TOKEN_HEAD_URI)
    guard let path = event.header(WSI_TOKEN_GET_URI) ?? head else {
      return answer(
        event,
        HTTPResponse(
          status: 405, text: "Only GET and HEAD are answered.\n",
          fields: [.init("Allow", "GET, HEAD")]))
    }
    var request = HTTPRequest(peer: peer, path: path)
    request.isEncrypted = listener.options.identity != nil
    request.host = event.header(WSI_TOKEN_HOST)
    request.accept = event.header(WSI_TOKEN_HTTP_ACCEPT)
    request.acceptEncoding = event.header(WSI_TOKEN_HTTP_ACCEPT_ENCODING)
    request.ifNoneMatch = event.header(WSI_TOKEN_HTTP_IF_NONE_MATCH)
    request.forwardedFor = event.list(WSI_TOKEN_X_FORWARDED_FOR)
    request.forwardedProtocol = event.header(named: "x-forwarded-proto")
    // Its request is complete.
    stopExpecting(event.socket)
    let handler = listener.handler
    let response = limited(handler.respond(to: request), listener.options)
    return responses.begin(
      OutgoingResponse(response, isHead: head != nil), over: event.socket, listener.options, self
    ) { handler.responded(response, $0) }
  }

  /// A response, or another in its place if too many are under way.
  private func limited(_ response: HTTPResponse, _ options: ListenOptions) -> HTTPResponse {
    guard case .constant = response.body, responses.count >= options.maximumResponses else {
      return response
    }
    return .tooManyUnderWay
  }

  /// Refuses in a few words and disconnects at once, so that nothing a peer sends after its request
  /// is ever parsed.
  private func answer(_ event: LibraryEvent, _ response: HTTPResponse) -> Int32 {
    _ = OutgoingResponse(response, isHead: false).write(to: event.socket)
    return -1
  }
}

extension LibraryEvent {
  /// The other end of the socket; nil if it has disconnected.
  fileprivate var peer: PeerAddress? { PeerAddress(socket: lws_get_socket_fd(socket)) }
}
