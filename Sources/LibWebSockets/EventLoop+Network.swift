// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

// Everything here is for the loop's thread and traps on any other.

extension EventLoop {
  // MARK: Servers

  /// Listens on a port; resolving a host name may block for seconds, an address does not.
  ///
  /// - Parameters:
  ///   - options: Where and how.
  ///   - handler: Receives the events; retained until the listener and its connections are closed.
  /// - Returns: The listener, which is already listening.
  /// - Throws: ``ListenError`` if address, port, certificate or key cannot be used.
  package func listen(_ options: ListenOptions, handler: any ServerHandler) throws(ListenError)
    -> Listener
  {
    try network().listen(options, handler: handler)
  }

  // MARK: Clients

  /// Starts connecting; `handler` receives the outcome, never before this returns.
  ///
  /// A name's addresses are tried one after the other, with 5 s for each.
  ///
  /// - Parameters:
  ///   - options: The address, and which certificates to trust.
  ///   - handler: Receives the events; retained until the connection has failed or closed.
  /// - Returns: The connection's id.
  /// - Throws: ``ConnectError`` if host, path or trusted authorities cannot be used at all.
  package func connect(_ options: ConnectOptions, handler: any ConnectionHandler)
    throws(ConnectError) -> ConnectionID
  {
    try network().connect(options, handler: handler)
  }

  // MARK: Connections

  /// Queues a message; all messages of a tick are sent at its end, in order.
  ///
  /// Ignored unless the connection is open. The queue is unbounded; a caller with slow readers must
  /// watch ``queuedBytes(of:)``.
  package func send(_ frame: Frame, to connection: ConnectionID) {
    network().send(frame, to: connection)
  }

  /// Sends a message to every subscriber of a topic, in slices between which the loop hears its
  /// peers.
  ///
  /// Each connection is sent everything in the order in which it was published or sent to it. Takes
  /// constant time.
  package func publish(_ frame: Frame, to topic: Topic) {
    network().publish(frame, to: topic)
  }

  /// Subscribes a connection to what is published to a topic from now on, once.
  ///
  /// Ignored unless the connection is open; its end ends its subscriptions.
  package func subscribe(_ connection: ConnectionID, to topic: Topic) {
    network().subscribe(connection, to: topic)
  }

  /// Ends a subscription; what was published until now is still sent.
  package func unsubscribe(_ connection: ConnectionID, from topic: Topic) {
    network().unsubscribe(connection, from: topic)
  }

  /// How many bytes wait for a slow reader, frame headers included.
  ///
  /// Bytes taken by the kernel do not count; up to 64 KiB of the count may have been sent already.
  /// 0 for a connection that is gone.
  package func queuedBytes(of connection: ConnectionID) -> Int {
    network().queuedBytes(of: connection)
  }

  /// Bytes waiting for slow readers: what was left after the last write on each connection, and what
  /// has been queued there since.
  ///
  /// Visits each connection with a slow reader.
  package var backlog: Backlog { network().backlog }

  /// Sets the observer of flush times: at the end of each tick in which something was sent, how
  /// long handing it to the sockets took, TLS included.
  ///
  /// There is one observer; without it nothing is measured.
  package func onFlush(_ body: @escaping (Duration) -> Void) { network().onFlush = body }

  /// How many bytes the kernel has received on this connection since it began (`TCP_INFO`).
  ///
  /// Handshake, TLS, pings and empty frames count. 0 for a connection that is not open. Costs a
  /// system call.
  package func bytesReceived(on connection: ConnectionID) -> UInt64 {
    network().bytesReceived(on: connection)
  }

  /// Sends an empty pong 15 to 20 ms from now (a chaser), so that a loss before it is detected.
  ///
  /// The sender notices the loss of a last message only by its retransmission timer, a round trip
  /// and 200 ms; with a packet behind it the receiver's kernel notices the gap. The other end's
  /// handler sees nothing. One chaser is scheduled at a time.
  package func chase(_ connection: ConnectionID) {
    network().chase(connection)
  }

  /// The kernel's round-trip measurements of a connection.
  ///
  /// Nil if it is not open, or before anything was acknowledged. Costs a system call.
  package func roundTrip(of connection: ConnectionID) -> RoundTrip? {
    network().roundTrip(of: connection)
  }

  /// Closes a connection after what is queued has been sent; what still arrives is dropped.
  ///
  /// A peer that does not read it all and answer in time (``ConnectionOptions/closeTimeout``) is
  /// disconnected. `closed` follows in any case, or `failed` if it was not open yet. Ignored for a
  /// connection that is closing or gone.
  ///
  /// - Parameters:
  ///   - connection: The connection.
  ///   - code: Why; must be ``CloseCode/isSendable``.
  ///   - reason: For people who debug; truncated to 123 bytes.
  package func close(_ connection: ConnectionID, code: CloseCode = .normal, reason: String = "") {
    precondition(code.isSendable, "Close code \(code) may not be sent.")
    network().close(connection, code, reason: reason.truncated(toUTF8: 123))
  }

  // MARK: Timers and descriptors

  /// Calls `body` on the loop after `delay`, at most a millisecond or a busy tick late.
  ///
  /// A delay of zero or less means the next tick. Calls due at different times come in that order.
  /// An ended loop makes no calls.
  ///
  /// - Parameters:
  ///   - delay: From now.
  ///   - body: Called once; retained until then or until it is cancelled.
  /// - Returns: The timer, which runs whether it is retained or not.
  @discardableResult
  package func schedule(after delay: Duration, _ body: @escaping () -> Void) -> LoopTimer {
    LoopTimer(core: network(), after: delay, body)
  }

  /// Calls `onReadable` whenever `fileDescriptor` has input, or is at its end.
  ///
  /// - Parameters:
  ///   - fileDescriptor: A terminal, pipe, socket or the like; stays yours, see
  ///     ``DescriptorWatch``.
  ///   - onReadable: Should read; is called again as long as something is left.
  /// - Returns: The watch, which runs until cancelled whether it is retained or not.
  @discardableResult
  package func watch(fileDescriptor: Int32, _ onReadable: @escaping () -> Void) -> DescriptorWatch {
    precondition(fileDescriptor >= 0, "\(fileDescriptor) is not a file descriptor.")
    return DescriptorWatch(core: network(), descriptor: fileDescriptor, onReadable)
  }

  /// Calls `onAccept` with each new connection of a listening socket of any family.
  ///
  /// - Parameters:
  ///   - listening: A non-blocking socket that listens; the acceptor closes it.
  ///   - onAccept: Gets the connection's descriptor, non-blocking and its own to close, and the
  ///     other end's address; nil for a Unix socket.
  /// - Returns: The acceptor, which accepts until it is closed or the loop ends, whether it is
  ///   retained or not.
  package func accept(
    on listening: Int32, _ onAccept: @escaping (_ socket: Int32, _ peer: PeerAddress?) -> Void
  ) -> Acceptor {
    precondition(listening >= 0, "\(listening) is not a file descriptor.")
    return Acceptor(core: network(), descriptor: listening, onAccept)
  }
}

extension String {
  /// As many whole characters as fit into `limit` bytes of UTF-8.
  fileprivate func truncated(toUTF8 limit: Int) -> String {
    var text = self
    while text.utf8.count > limit { text.removeLast() }
    return text
  }
}
