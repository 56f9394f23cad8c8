// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

// Everything here is for the loop's thread and traps on any other.

extension EventLoop {
  // MARK: Servers

  /// Listens on a port; resolving a host name may block for seconds, an address does not.
  ///
  /// - Parameters:
  ///   - options: Where and how.
  ///   - handler: Who is told; kept until the listener and its connections are closed.
  /// - Returns: The listener, which listens already.
  /// - Throws: ``ListenError`` when address, port, certificate or key cannot be used.
  public func listen(_ options: ListenOptions, handler: any ServerHandler) throws(ListenError)
    -> Listener
  {
    try network().listen(options, handler: handler)
  }

  // MARK: Clients

  /// Begins to connect; how it goes is told to `handler`, never before this returns.
  ///
  /// A name's addresses are tried one after the other, with 5 s for each.
  ///
  /// - Parameters:
  ///   - options: Where to, and whom to trust.
  ///   - handler: Who is told; kept until the connection has failed or closed.
  /// - Returns: The connection's name, from now on.
  /// - Throws: ``ConnectError`` when host, path or trusted authorities cannot be used at all.
  public func connect(_ options: ConnectOptions, handler: any ConnectionHandler)
    throws(ConnectError) -> ConnectionID
  {
    try network().connect(options, handler: handler)
  }

  // MARK: Connections

  /// Queues a message; all messages of this tick leave at its end, in order.
  ///
  /// Ignored when the connection is not open: not yet, no more, or closing. The queue has no bound
  /// of its own; whoever sends to a reader that may be slow watches ``queuedBytes(of:)``.
  public func send(_ frame: Frame, to connection: ConnectionID) {
    network().send(frame, to: connection)
  }

  /// How many bytes wait for a slow reader, frame headers included.
  ///
  /// What the kernel has taken does not count; up to 64 KiB of what does may have left already.
  /// 0 for a connection that is gone.
  public func queuedBytes(of connection: ConnectionID) -> Int {
    network().queuedBytes(of: connection)
  }

  /// What waits for slow readers, of all connections together.
  ///
  /// Looks at each connection.
  public var backlog: Backlog { network().backlog }

  /// Has `body` told at the end of each tick in which something was sent how long that took: to hand
  /// to the sockets what was queued for them, TLS included.
  ///
  /// One at a time is told; what nobody asks for is not measured.
  public func onFlush(_ body: @escaping (Duration) -> Void) { network().onFlush = body }

  /// How many bytes the kernel has taken in on this connection since it began (`TCP_INFO`).
  ///
  /// Handshake, TLS, pings and empty frames count. 0 for a connection that is not open. Costs a
  /// system call.
  public func bytesReceived(on connection: ConnectionID) -> UInt64 {
    network().bytesReceived(on: connection)
  }

  /// Has an empty pong follow, 20 ms from now, what was sent on a connection.
  ///
  /// A lost message with nothing behind it is missed only after its sender's timer has run out, a
  /// round trip and 200 ms; with something behind it the receiver's kernel notices the gap. The
  /// other end's handler is told nothing. One chaser is under way at a time.
  public func chase(_ connection: ConnectionID) {
    network().chase(connection)
  }

  /// What the kernel has measured of a connection's line.
  ///
  /// Nil for one that is not open, or before anything was acknowledged. Costs a system call.
  public func roundTrip(of connection: ConnectionID) -> RoundTrip? {
    network().roundTrip(of: connection)
  }

  /// Closes a connection after what is queued has left; what still comes in is dropped.
  ///
  /// A peer that does not read it all and answer in time (``ConnectionOptions/closeTimeout``) is
  /// cut off. `closed` comes in any case, or `failed` when it was not open yet. Ignored for a
  /// connection that is closing or gone.
  ///
  /// - Parameters:
  ///   - connection: Which one.
  ///   - code: Why; must be ``CloseCode/isSendable``.
  ///   - reason: For people who debug; cut off after 123 bytes.
  public func close(_ connection: ConnectionID, code: CloseCode = .normal, reason: String = "") {
    precondition(code.isSendable, "A connection was to be closed with code \(code).")
    network().close(connection, code, reason: reason.truncated(toUTF8: 123))
  }

  // MARK: Timers and descriptors

  /// Has `body` called on the loop when `delay` has passed, at most a millisecond or a busy tick
  /// late.
  ///
  /// A delay of zero or less means the next tick. Calls due at different times come in that order.
  /// On an ended loop nothing is called.
  ///
  /// - Parameters:
  ///   - delay: From now.
  ///   - body: What to call, once; kept until then or until it is cancelled.
  /// - Returns: The timer, which runs whether it is kept or not.
  @discardableResult
  public func schedule(after delay: Duration, _ body: @escaping () -> Void) -> LoopTimer {
    LoopTimer(core: network(), after: delay, body)
  }

  /// Has `onReadable` called whenever `fileDescriptor` has something to read, or is at its end.
  ///
  /// - Parameters:
  ///   - fileDescriptor: A terminal, pipe, socket or the like; stays yours, see
  ///     ``DescriptorWatch``.
  ///   - onReadable: Should read; is called again as long as something is left.
  /// - Returns: The watch, which runs until cancelled whether it is kept or not.
  @discardableResult
  public func watch(fileDescriptor: Int32, _ onReadable: @escaping () -> Void) -> DescriptorWatch {
    precondition(fileDescriptor >= 0, "File descriptor \(fileDescriptor) was to be watched.")
    return DescriptorWatch(core: network(), descriptor: fileDescriptor, onReadable)
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
