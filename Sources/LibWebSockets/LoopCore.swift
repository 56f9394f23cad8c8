// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.
//
// The loop is libev's own, and libwebsockets runs on it as a guest ("foreign loop"), not the other
// way round. That gives us an end-of-tick hook, timers and descriptors without lws, a plain return
// as the way to stop, and leaves SIGINT to the program. See docs/decisions/01.

internal import CLibWebSockets
internal import Crypto
internal import DequeModule
internal import Glibc

/// Everything confined to the loop's thread: the C objects, and the tables of their owners.
final class LoopCore {
  let options: EventLoopOptions
  /// The public face of this core; weak, because it owns this.
  weak var loop: EventLoop?
  /// libev's loop.
  let evLoop: OpaquePointer
  /// libwebsockets' context, from ``openContext()`` to ``closeContext()``.
  private(set) var context: OpaquePointer?

  var connections = SlotTable<Connection>()
  var listeners = SlotTable<Listener>()
  /// Handshakes in progress, each with its timeout.
  var handshakes: [OpaquePointer: LoopTimer] = [:]
  /// Responses to plain requests that their sockets did not take at once.
  let responses = OutgoingResponses()
  /// Measures their share of the time.
  var handshakeLimiter: HandshakeRateLimiter
  /// Whether there were any when the tick began.
  var hadHandshakes = false
  var timers: [ObjectIdentifier: LoopTimer] = [:]
  var watches: [ObjectIdentifier: DescriptorWatch] = [:]
  var acceptors: [ObjectIdentifier: Acceptor] = [:]
  /// Connections with queued frames.
  var unflushed = FlushQueue<Connection>()
  /// Connections for which something was left after the last write.
  var backlogged: Set<SlotKey> = []
  /// Topics with subscribers that have not been sent everything.
  var publishing: Deque<Topic> = []
  /// Called with the time it took to send a tick's frames.
  var onFlush: ((Duration) -> Void)?
  /// Where the frames of one connection are concatenated; its memory is reused.
  var scratch: [UInt8] = []
  /// The request that was accepted in the current callback, for the `opened` that follows in it.
  var acceptedRequest: UpgradeRequest?
  /// Contexts for outgoing TLS, one for each set of authorities.
  var clientHosts: [ClientTLSContext.Authorities: ClientHost] = [:]
  /// A policy under which libwebsockets does not check for silent peers; it keeps a pointer to it.
  private(set) lazy var noIdlePolicy = UnsafePointer(keep(lws_retry_bo_t()))
  /// The connections' checks for silence, by the second in which they are due.
  var wheel = TimingWheel<SlotKey>()
  /// Connections that are to be sent a chaser.
  var chasers = ChaserQueue()
  /// The source of the certificate for the TLS context that lws is creating.
  var credentialsToInstall: CurrentCredentials?
  /// Sources of certificates for listeners' TLS contexts, retained as long as those exist.
  var shownCredentials: [CurrentCredentials] = []

  private let waker = UnsafeMutablePointer<ev_async>.allocate(capacity: 1)
  private let tickBegin = UnsafeMutablePointer<ev_check>.allocate(capacity: 1)
  private let tickEnd = UnsafeMutablePointer<ev_prepare>.allocate(capacity: 1)
  private let secondsHand = UnsafeMutablePointer<ev_timer>.allocate(capacity: 1)
  /// The seconds between ticks; 0 without any.
  private(set) var tickLength = 0
  /// For how many seconds there was neither a connection nor a handshake.
  private var secondsAlone = 0
  private var onWake: () -> Bool = { false }
  /// Text that lws keeps pointers to, and other memory, until the context is gone.
  private var keptMemory: [UnsafeMutableRawPointer] = []

  init(_ options: EventLoopOptions) throws(EventLoopError) {
    // libev aborts the process without a descriptor for its own wake-up.
    guard Self.areDescriptorsFree(Self.descriptorsAtStart),
      let evLoop = ev_loop_new(UInt32(EVFLAG_AUTO))
    else { throw .noLoop }
    self.options = options
    self.evLoop = evLoop
    handshakeLimiter = HandshakeRateLimiter(share: options.handshakeShare)
    let owner = Unmanaged.passUnretained(self).toOpaque()
    clws_async_start(
      evLoop, waker, { _, watcher, _ in LoopCore.from(watcher?.pointee.data)?.wakeUp() }, owner)
    clws_check_start(
      evLoop, tickBegin, { _, watcher, _ in LoopCore.from(watcher?.pointee.data)?.beginTick() },
      owner)
    clws_prepare_start(
      evLoop, tickEnd, { _, watcher, _ in LoopCore.from(watcher?.pointee.data)?.endTick() }, owner)
  }

  /// The object behind a C callback's user pointer.
  static func from(_ owner: UnsafeMutableRawPointer?) -> LoopCore? {
    owner.map { Unmanaged<LoopCore>.fromOpaque($0).takeUnretainedValue() }
  }

  /// A function for any thread that makes the loop check its inbox.
  func makeWake() -> @Sendable () -> Void {
    nonisolated(unsafe) let evLoop = evLoop
    nonisolated(unsafe) let waker = waker
    return { ev_async_send(evLoop, waker) }
  }

  /// Makes the loop turn once more without waiting for an event.
  func turnAgain() { ev_async_send(evLoop, waker) }

  /// Runs the loop until `onWake`, called after every wake-up, returns true.
  func run(onWake: @escaping () -> Bool) {
    self.onWake = onWake
    ev_run(evLoop, 0)
    self.onWake = { false }
  }

  private func wakeUp() {
    if excludeFromHandshakes(onWake) { ev_break(evLoop, Int32(EVBREAK_ALL)) }
  }

  /// All callbacks of a tick have run; libev is about to wait for the next one.
  private func endTick() {
    excludeFromHandshakes(flush)
    limitHandshakes()
  }

  /// Copies a value into memory that outlives the context, for what lws does not copy.
  func keep<Value>(_ value: Value) -> UnsafeMutablePointer<Value> {
    let pointer = UnsafeMutablePointer<Value>.allocate(capacity: 1)
    pointer.initialize(to: value)
    keptMemory.append(UnsafeMutableRawPointer(pointer))
    return pointer
  }

  /// Copies text into memory that outlives the context, for what lws does not copy.
  func keep(_ text: String) -> UnsafeMutablePointer<CChar> {
    let count = text.utf8.count + 1
    let pointer = UnsafeMutablePointer<CChar>.allocate(capacity: count)
    text.withCString { pointer.initialize(from: $0, count: count) }
    keptMemory.append(UnsafeMutableRawPointer(pointer))
    return pointer
  }

  // MARK: Beginning and end

  /// Creates the context, on the thread it will live on.
  func openContext() throws(EventLoopError) {
    LibraryLog.attach(options.log)
    _ = LoopCore.tlsLibrary
    if let limit = options.maximumDescriptors { raiseDescriptorLimit(to: limit) }
    var loops: [UnsafeMutableRawPointer?] = [UnsafeMutableRawPointer(evLoop)]
    var info = lws_context_creation_info()
    let made = loops.withUnsafeMutableBufferPointer { loops in
      info.foreign_loops = loops.baseAddress
      info.port = CONTEXT_PORT_NO_LISTEN
      info.gid = -1
      info.uid = -1
      info.user = Unmanaged.passUnretained(self).toOpaque()
      info.options =
        UInt64(LWS_SERVER_OPTION_LIBEV) | UInt64(LWS_SERVER_OPTION_EXPLICIT_VHOSTS)
        | UInt64(LWS_SERVER_OPTION_VALIDATE_UTF8)
      return lws_create_context(&info)
    }
    guard let made else { throw .noContext }
    context = made
    guard makeHost(named: "/clients", port: CONTEXT_PORT_NO_LISTEN) != nil else {
      throw .noContext
    }
  }

  /// Closes and frees everything in lws, and notifies all remaining handlers.
  func closeContext() {
    let closing = context
    // From here on listen, connect and schedule refuse: their objects could not live without it.
    context = nil
    stopSecondsHand()
    for listener in listeners.all { listener.close() }
    for acceptor in Array(acceptors.values) { acceptor.close() }
    lws_context_destroy(closing)
    for connection in connections.all { abandon(connection) }
    for timer in Array(timers.values) { timer.cancel() }
    for watch in Array(watches.values) { watch.cancel() }
    clientHosts = [:]
    shownCredentials = []
  }

  /// Frees libev's loop, which must not be woken afterwards.
  func freeLoop() {
    if let context {
      // Only if the context could not be completed.
      lws_context_destroy(context)
      self.context = nil
    }
    ev_async_stop(evLoop, waker)
    ev_check_stop(evLoop, tickBegin)
    ev_prepare_stop(evLoop, tickEnd)
    ev_loop_destroy(evLoop)
    waker.deallocate()
    tickBegin.deallocate()
    tickEnd.deallocate()
    secondsHand.deallocate()
    for memory in keptMemory { memory.deallocate() }
    keptMemory = []
  }

  // MARK: Seconds

  /// Whether there are ticks.
  var isTicking: Bool { tickLength > 0 }

  /// The most connections of a loop that ticks more slowly: looking at all of them costs nothing.
  private static let restingConnections = 8

  /// How many seconds libwebsockets may still need to close a socket that we have forgotten: more
  /// than its longest timeout.
  static let libraryTimeout = 30

  /// Ticks each second from now on, as a socket opens or closes.
  func startSecondsHand() {
    secondsAlone = 0
    tick(each: 1)
  }

  private func tick(each seconds: Int) {
    guard seconds != tickLength else { return }
    if isTicking { ev_timer_stop(evLoop, secondsHand) }
    tickLength = seconds
    clws_timer_start(
      evLoop, secondsHand,
      { _, watcher, _ in LoopCore.from(watcher?.pointee.data)?.tick() },
      Unmanaged.passUnretained(self).toOpaque(), Double(seconds), Double(seconds))
  }

  /// A tick has passed.
  func tick() {
    // lws arms one libev timer for all its timeouts and, if it is armed already, leaves it at the
    // later time. A wake-up a second is enough for timeouts of whole seconds.
    lws_cancel_service(context)
    for _ in 0..<tickLength { excludeFromHandshakes(checkSilences) }
    let isAlone = connections.count == 0 && handshakes.isEmpty
    secondsAlone = isAlone ? secondsAlone + tickLength : 0
    if secondsAlone >= Self.libraryTimeout {
      stopSecondsHand()
    } else if isTicking {
      tick(each: isAtRest ? options.restingTick : 1)
    }
  }

  /// Whether libwebsockets has no timeout under way: all connections are open.
  private var isAtRest: Bool {
    options.restingTick > 1 && handshakes.isEmpty && connections.count > 0
      && connections.count <= Self.restingConnections
      && connections.all.allSatisfy {
        if case .open = $0.phase { true } else { false }
      }
  }

  private func stopSecondsHand() {
    guard isTicking else { return }
    tickLength = 0
    ev_timer_stop(evLoop, secondsHand)
  }

  /// OpenSSL, initialised for libwebsockets once in the life of the process.
  ///
  /// Every lws context with this option reserves new slots in OpenSSL's objects and forgets the old
  /// ones, which breaks earlier contexts. So one throw-away context initialises it for all.
  private static let tlsLibrary: Void = {
    var info = lws_context_creation_info()
    info.port = CONTEXT_PORT_NO_LISTEN
    info.gid = -1
    info.uid = -1
    info.options =
      UInt64(LWS_SERVER_OPTION_DO_SSL_GLOBAL_INIT) | UInt64(LWS_SERVER_OPTION_EXPLICIT_VHOSTS)
    lws_context_destroy(lws_create_context(&info))
  }()

  /// Descriptors that libev and libwebsockets open at the start, and some that are open briefly.
  private static let descriptorsAtStart = 12

  private static func areDescriptorsFree(_ count: Int) -> Bool {
    let opened = (0..<count).map { _ in open("/dev/null", O_RDONLY | O_CLOEXEC) }
    defer { for descriptor in opened where descriptor >= 0 { Glibc.close(descriptor) } }
    return opened.allSatisfy { $0 >= 0 }
  }

  private func raiseDescriptorLimit(to wanted: Int) {
    var limit = rlimit()
    guard getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0 else { return }
    limit.rlim_cur = max(limit.rlim_cur, min(rlim_t(wanted), limit.rlim_max))
    setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
  }
}
