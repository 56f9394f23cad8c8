// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

internal import CLibWebSockets
internal import Crypto
internal import Glibc

extension LoopCore {
  /// lws' timeout for each stage of a connection, in seconds, before it tries the next address or
  /// fails.
  private static let secondsPerStage = 5.0

  func connect(_ options: ConnectOptions, handler: any ConnectionHandler) throws(ConnectError)
    -> ConnectionID
  {
    guard context != nil else { throw .loopEnded }
    try options.check()
    if let trust = options.tls {
      do throws(CertificateError) {
        _ = try clientHost(trust.authorities)
      } catch {
        throw .authorities(error)
      }
    }
    startSecondsHand()
    let dial = Dial(options)
    let connection = connections.insert { key in
      Connection(
        id: ConnectionID(key: key), owner: .client(handler), phase: .dialing(dial), socket: nil,
        options: options.connection)
    }
    dial.deadline = LoopTimer(core: self, after: options.timeout) { [self] in
      giveUp(connection, dial, .timedOut(host: options.host, port: options.port))
    }
    if NameLookup.isAddress(options.host) {
      tryLater(connection, dial, [options.host])
    } else {
      lookUp(options.host, for: connection.id)
    }
    return connection.id
  }

  /// Resolves a name on a thread of its own; the result comes back as a call on the loop.
  private func lookUp(_ host: String, for id: ConnectionID) {
    guard let loop else { preconditionFailure("A name lookup needs a loop, but it is gone.") }
    let error = startThread(named: "name lookup") {
      let result = Result { () throws(NameLookup.Problem) in try NameLookup.addresses(of: host) }
      loop.post { loop.network().lookedUp(id, result) }
    }
    if error != 0 {
      let problem = NameLookup.Problem(reason: String(cString: strerror(error)))
      loop.post { loop.network().lookedUp(id, .failure(problem)) }
    }
  }

  private func lookedUp(_ id: ConnectionID, _ result: Result<[String], NameLookup.Problem>) {
    guard let connection = connections[id.key], case .dialing(let dial) = connection.phase else {
      return
    }
    switch result {
    case .success(let addresses): tryNext(connection, dial, addresses)
    case .failure(let problem):
      fail(connection, dial, .nameNotFound(host: dial.options.host, reason: problem.reason))
    }
  }

  private func tryLater(_ connection: Connection, _ dial: Dial, _ addresses: [String]) {
    _ = LoopTimer(core: self, after: .zero) { [self] in tryNext(connection, dial, addresses) }
  }

  /// Tries the first of `addresses` and keeps the rest.
  private func tryNext(_ connection: Connection, _ dial: Dial, _ addresses: [String]) {
    guard case .dialing = connection.phase, let address = addresses.first else { return }
    let options = dial.options
    dial.addresses = Array(addresses.dropFirst())
    dial.attemptBegan = ev_now(evLoop)
    dial.isAttempting = true
    dial.isConnected = false
    // `connect` has already created it, so this look-up reads no files and cannot fail.
    let host = options.tls.flatMap { try? clientHost($0.authorities) }
    let offer = options.subprotocols.joined(separator: ",")
    var info = lws_client_connect_info()
    info.context = context
    info.vhost = host
    info.port = Int32(options.port)
    info.ietf_version_or_minus_one = -1
    info.opaque_user_data = SocketMark.connection(connection.id.key).pointer
    info.retry_and_idle_policy = noIdlePolicy
    info.ssl_connection = options.tls.map(\.flags) ?? Int32(LCCSCF_HTTP_NO_FOLLOW_REDIRECT.rawValue)
    let from = options.localAddress ?? ""
    let socket = withCStrings([address, options.path, dial.authority, offer, "", from]) { texts in
      info.address = texts[0]
      info.path = texts[1]
      info.host = texts[2]
      info.protocol = options.subprotocols.isEmpty ? nil : texts[3]
      info.local_protocol_name = texts[4]
      if !from.isEmpty { info.iface = texts[5] }
      return lws_client_connect_via_info(&info)
    }
    // It may have failed, or even opened, within the call.
    guard case .dialing = connection.phase, dial.isAttempting else { return }
    if let socket {
      connection.socket = socket
    } else {
      attemptFailed(connection, dial, .refused(host: options.host, port: options.port))
    }
  }

  /// Handles a callback about a connection that is not open yet.
  func handle(_ event: LibraryEvent, of connection: Connection, _ dial: Dial) -> Int32 {
    switch event.reason {
    case LWS_CALLBACK_WSI_CREATE:
      // For a client, lws says this when TCP is connected.
      dial.isConnected = true
      return 0
    case LWS_CALLBACK_OPENSSL_PERFORM_SERVER_CERT_VERIFICATION:
      return verify(event, dial)
    case LWS_CALLBACK_CLIENT_APPEND_HANDSHAKE_HEADER:
      if !hasExpectedFingerprint(event, dial) { return -1 }
      dial.isRequestSent = true
      return 0
    case LWS_CALLBACK_CLIENT_FILTER_PRE_ESTABLISH:
      let chosen = event.header(WSI_TOKEN_PROTOCOL)
      let offered = dial.options.subprotocols
      dial.chosen = chosen
      if offered.isEmpty || chosen.map(offered.contains) == true { return 0 }
      dial.failure = .subprotocolRefused(offered: offered)
      return -1
    case LWS_CALLBACK_CLIENT_ESTABLISHED:
      open(connection, dial, event)
      return 0
    case LWS_CALLBACK_CLIENT_CONNECTION_ERROR, LWS_CALLBACK_CLIENT_CLOSED, LWS_CALLBACK_WSI_DESTROY:
      let failure = diagnose(event, dial)
      // This socket is finished; the next attempt has one of its own.
      lws_set_opaque_user_data(event.socket, nil)
      connection.socket = nil
      attemptFailed(connection, dial, failure)
      return 0
    default:
      return 0
    }
  }

  private func open(_ connection: Connection, _ dial: Dial, _ event: LibraryEvent) {
    dial.deadline?.cancel()
    connection.phase = .open
    connection.socket = event.socket
    guard let peer = PeerAddress(socket: lws_get_socket_fd(event.socket)) else {
      // The peer has reset the connection meanwhile; lws will notice when it reads.
      connection.phase = .leaving
      clws_kill_soon(event.socket)
      return
    }
    SocketTuning.apply(to: lws_get_socket_fd(event.socket))
    checkSilence(of: connection)
    connection.notifyOpened(
      ConnectionInfo(
        peer: peer, subprotocol: dial.chosen,
        isEncrypted: dial.options.tls != nil, request: nil))
  }

  private func attemptFailed(_ connection: Connection, _ dial: Dial, _ failure: ConnectionFailure) {
    dial.isAttempting = false
    if !dial.isConnected && !dial.addresses.isEmpty && context != nil {
      tryLater(connection, dial, dial.addresses)
    } else {
      fail(connection, dial, failure)
    }
  }

  /// Ends an attempt from outside libwebsockets' callbacks.
  func giveUp(_ connection: Connection, _ dial: Dial, _ failure: ConnectionFailure) {
    guard case .dialing = connection.phase else { return }
    connection.phase = .givenUp(dial, failure)
    if let socket = connection.socket {
      lws_set_opaque_user_data(socket, nil)
      clws_kill_soon(socket)
    }
    connection.socket = nil
    // Deferred, because the handler may be the caller and should not be re-entered.
    _ = LoopTimer(core: self, after: .zero) { [self] in fail(connection, dial, failure) }
  }

  func fail(_ connection: Connection, _ dial: Dial, _ failure: ConnectionFailure) {
    guard connections.remove(connection.id.key) != nil else { return }
    dial.deadline?.cancel()
    connection.phase = .leaving
    if case .client(let handler) = connection.owner { handler.failed(connection.id, failure) }
  }

  /// The cause of a failed attempt, from its progress and duration.
  private func diagnose(_ event: LibraryEvent, _ dial: Dial) -> ConnectionFailure {
    let (host, port) = (dial.options.host, dial.options.port)
    if let known = dial.failure { return known }
    if context == nil { return .loopEnded }
    let tookLong = ev_now(evLoop) - dial.attemptBegan > LoopCore.secondsPerStage - 0.5
    let status = Int(lws_http_client_http_response(event.socket))
    if dial.isRequestSent && status != 0 && status != 101 {
      let isAboutSubprotocol = status == 400 && event.header(WSI_TOKEN_PROTOCOL) != nil
      return isAboutSubprotocol
        ? .subprotocolRefused(offered: dial.options.subprotocols) : .httpStatus(status)
    }
    if tookLong { return .timedOut(host: host, port: port) }
    if !dial.isConnected { return .refused(host: host, port: port) }
    if dial.options.tls != nil && !dial.isRequestSent { return .noTLS(host: host, port: port) }
    return .notAWebSocket(host: host, port: port)
  }
}

/// Calls `body` with C strings that are valid during the call.
private func withCStrings<Result>(
  _ texts: [String], _ body: ([UnsafePointer<CChar>]) -> Result
) -> Result {
  let copies = texts.map { text in
    let count = text.utf8.count + 1
    let copy = UnsafeMutablePointer<CChar>.allocate(capacity: count)
    text.withCString { copy.initialize(from: $0, count: count) }
    return copy
  }
  defer { for copy in copies { copy.deallocate() } }
  return body(copies.map { UnsafePointer($0) })
}
