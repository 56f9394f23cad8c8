// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

/// One connection, incoming or outgoing, from the first attempt to the last callback.
final class Connection {
  /// Its handler, and which end of it we are.
  enum Owner {
    case server(any ServerHandler, ListenOptions.SendPath)
    case client(any ConnectionHandler)
  }

  enum Phase {
    /// Connecting to a server.
    case dialing(Dial)
    /// Cancelled while connecting; its handler is notified in the next tick.
    case givenUp(Dial, ConnectionFailure)
    /// Messages are sent and received.
    case open
    /// To be closed as soon as what is queued has been sent.
    case closing(CloseCode, reason: String)
    /// Nothing is sent or received any more; only the end is still to come.
    case leaving
  }

  let id: ConnectionID
  let owner: Owner
  var phase: Phase
  /// The socket in libwebsockets, as long as it lives there.
  var socket: OpaquePointer?
  var queue = FrameQueue()
  /// The size of the last batch given to lws, which may still hold part of it.
  var lastBatchByteCount = 0
  /// Its topics.
  var subscriptions: [Subscription] = []
  /// Whether it is in the core's list of connections to flush.
  var isUnflushed = false
  /// Whether it is among the core's connections with a slow reader.
  var hasBacklog = false
  /// The bytes queued for the reader at the last notification, in steps.
  var waitingStep = 0
  /// Whether a notification about queued bytes is scheduled for its handler.
  var isWaitingNoted = false
  /// Decides when its peer is pinged, and when the connection is dropped.
  var silence = SilenceCheck(at: 0)
  /// Whether a chaser is scheduled.
  var isChased = false
  var assembly: MessageAssembly
  let options: ConnectionOptions
  /// At a server, meters and inspects what is about to be read.
  var reading: ReadWatch?
  /// Runs while a message, and later our close handshake, is in progress.
  var deadline: LoopTimer?
  /// How it ends, once that is known.
  var closeInfo: CloseInfo?

  init(
    id: ConnectionID, owner: Owner, phase: Phase, socket: OpaquePointer?,
    options: ConnectionOptions
  ) {
    self.id = id
    self.owner = owner
    self.phase = phase
    self.socket = socket
    self.options = options
    assembly = MessageAssembly(
      maximumBytes: options.maximumMessageBytes, maximumPieces: options.maximumPieces)
  }

  /// Whether frames may be written to the socket.
  var canWrite: Bool {
    switch phase {
    case .open, .closing: socket != nil
    case .dialing, .givenUp, .leaving: false
    }
  }

  /// Cancels ``deadline``.
  func cancelDeadline() {
    deadline?.cancel()
    deadline = nil
  }

  func notifyOpened(_ info: ConnectionInfo) {
    switch owner {
    case .server(let handler, _): handler.opened(id, info)
    case .client(let handler): handler.opened(id, info)
    }
  }

  func reportReceived(_ kind: MessageKind, _ bytes: RawSpan) {
    switch owner {
    case .server(let handler, _): handler.received(id, kind, bytes)
    case .client(let handler): handler.received(id, kind, bytes)
    }
  }

  func notifyClosed(_ info: CloseInfo) {
    switch owner {
    case .server(let handler, _): handler.closed(id, info)
    case .client(let handler): handler.closed(id, info)
    }
  }
}
