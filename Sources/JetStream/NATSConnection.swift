// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

internal import CNats
import Dispatch

/// A connection to the servers of a NATS cluster, of which one is enough.
///
/// It connects again for ever. Nothing is sent later than it was asked for: without a connection a
/// request is answered at once, with `noResponders`. Every request is answered exactly once, unless
/// it is made after `close`. What the connection tells is handed to `deliver`, in order; behind the
/// completion of `close` comes nothing.
///
/// Unchecked: everything mutable is used on the connection's own queue only, because a full socket
/// may block a call for up to two seconds.
package final class NATSConnection: @unchecked Sendable {
  /// Runs closures one after the other, in the order in which they are handed over; any thread
  /// hands over.
  package typealias Deliver = @Sendable (@escaping @Sendable () -> Void) -> Void

  /// A subscription of ours, whichever library connection serves it.
  private final class Subscribed {
    let subject: String
    let number: UInt
    var pointer: OpaquePointer?

    init(subject: String, number: UInt) {
      self.subject = subject
      self.number = number
    }
  }

  let queue = DispatchQueue(label: "nats")
  private let options: ConnectionOptions
  private let deliver: Deliver
  private let onState: @Sendable (ConnectionState) -> Void
  private let onProblem: @Sendable (String) -> Void
  /// When each problem was reported last.
  private var reported: [String: ContinuousClock.Instant] = [:]
  private var library: OpaquePointer?
  /// The number of the library connection's handler.
  private var number: UInt?
  /// How many library connections there have been: what an earlier one tells late is ignored.
  private var generation = 0
  private var state = ConnectionState.away(since: .now)
  private var subscriptions: [UInt64: Subscribed] = [:]
  private var lastSubscription: UInt64 = 0
  private var requests = PendingRequests()
  private var isExpiring = false
  /// Answers to requests come here, each under its request's number.
  let inbox = NATSConnection.inboxes(under: "replies")

  /// How often requests are looked at for their deadlines.
  private static let tick = DispatchTimeInterval.milliseconds(50)
  /// How often a repeated request is sent, until it is answered.
  private static let repetition = Duration.milliseconds(500)
  /// Pause before another library connection, if one has given up.
  private static let pause = DispatchTimeInterval.seconds(1)
  /// The least time between two reports of the same problem.
  private static let reportInterval = Duration.seconds(60)

  /// Begins to connect.
  ///
  /// - Parameters:
  ///   - options: the servers, and the credentials.
  ///   - deliver: runs closures where the connection is used.
  ///   - onState: called through `deliver` when the connection comes or goes.
  ///   - onProblem: called through `deliver` with what the library or a server reports beside the answers
  ///     to requests, the same at most once a minute.
  /// - Throws: `ConnectionError` if the options cannot be used, whatever the servers do.
  package init(
    _ options: ConnectionOptions, deliver: @escaping Deliver,
    onState: @escaping @Sendable (ConnectionState) -> Void = { _ in },
    onProblem: @escaping @Sendable (String) -> Void = { _ in }
  ) throws(ConnectionError) {
    self.options = options
    self.deliver = deliver
    self.onState = onState
    self.onProblem = onProblem
    natsOptions_Destroy(try options.make(closure: nil))
    perform { [self] in
      _ = add("\(inbox).*") { [weak self] in self?.takeAnswer($0) }
      connect()
    }
  }

  /// Ends it without a word, if it was not closed.
  deinit {
    for subscribed in subscriptions.values { LibraryTable.remove(subscribed.number) }
    disconnect()
  }

  // MARK: Asking

  /// Publishes a message to whoever listens now; best effort.
  package func publish(_ subject: String, headers: [String: String] = [:], _ bytes: [UInt8]) {
    perform { [self] in _ = send(subject, reply: nil, headers: headers, bytes) }
  }

  /// Listens to a subject, which may have wildcards, until it is told to stop.
  package func subscribe(
    _ subject: String, _ onMessage: @escaping @Sendable (Message) -> Void
  ) -> Subscription {
    let subscription = Subscription(on: queue)
    perform { [self] in
      let number = add(subject) { [self] message in tell { onMessage(message) } }
      subscription.stop = { [self] in remove(number) }
    }
    return subscription
  }

  /// Closes the connection, and calls back through `deliver`, behind everything else.
  ///
  /// Requests without an answer are unclear.
  package func close(_ completion: @escaping @Sendable () -> Void) {
    perform { [self] in
      guard state != .closed else { return deliver(completion) }
      call(requests.cut())
      state = .closed
      for number in subscriptions.keys.sorted() { remove(number) }
      disconnect()
      deliver(completion)
    }
  }

  // MARK: On the queue

  /// Runs a closure behind what is there.
  func perform(_ body: @escaping @Sendable () -> Void) { queue.async(execute: body) }

  /// Sends a request; `body` is called once, on the queue.
  ///
  /// An idempotent request may be repeated until it is answered: a stream without a leader says
  /// nothing, and the next leader never hears of what was sent before.
  func ask(
    _ subject: String, headers: [String: String] = [:], _ bytes: [UInt8],
    _ wanted: PendingRequests.Wanted, timeout: Duration, isRepeated: Bool = false,
    _ body: @escaping (RequestOutcome, [Message]) -> Void
  ) {
    dispatchPrecondition(condition: .onQueue(queue))
    let number = requests.add(wanted, by: .now + timeout, body)
    let transmit = { [self] in
      send(subject, reply: "\(inbox).\(number)", headers: headers, bytes)
    }
    switch transmit() {
    case .sent:
      expireSoon()
      if isRepeated { sendAgain(number, transmit) }
    case .notSent: call(requests.finish(number, .noResponders))
    case .unclear: call(requests.finish(number, .unclear))
    }
  }

  private func sendAgain(_ request: UInt64, _ transmit: @escaping () -> Sending) {
    after(Self.repetition) { [self] in
      guard requests.isPending(request) else { return }
      _ = transmit()
      sendAgain(request, transmit)
    }
  }

  private func call(_ ended: [PendingRequests.Ended]) { for body in ended { body() } }

  /// Passes something to `deliver`, unless the connection is closed; on the queue.
  func tell(_ body: @escaping @Sendable () -> Void) {
    dispatchPrecondition(condition: .onQueue(queue))
    if !isClosed { deliver(body) }
  }

  /// Whether it was closed; on the queue.
  var isClosed: Bool { state == .closed }

  private enum Sending {
    case sent, notSent, unclear
  }

  private func send(
    _ subject: String, reply: String?, headers: [String: String], _ bytes: [UInt8]
  ) -> Sending {
    // Else the library would keep it, and send it at some later time.
    guard let library, natsConnection_Status(library) == NATS_CONN_STATUS_CONNECTED else {
      return .notSent
    }
    var pointer: OpaquePointer?
    let made = bytes.withUnsafeBytes { bytes in
      natsMsg_Create(
        &pointer, subject, reply, bytes.baseAddress?.assumingMemoryBound(to: CChar.self),
        Int32(bytes.count))
    }
    guard made == NATS_OK, let message = pointer else { return .notSent }
    defer { natsMsg_Destroy(message) }
    for (name, value) in headers where natsMsgHeader_Set(message, name, value) != NATS_OK {
      return .notSent
    }
    switch natsConnection_PublishMsg(library, message) {
    case NATS_OK: return .sent
    case NATS_INVALID_SUBJECT, NATS_INVALID_ARG, NATS_MAX_PAYLOAD, NATS_NO_SERVER_SUPPORT,
      NATS_CONNECTION_CLOSED, NATS_INSUFFICIENT_BUFFER:
      return .notSent
    default: return .unclear
    }
  }

  /// Subscribes to a subject; `handler` is called on the queue.
  func add(_ subject: String, _ handler: @escaping (Message) -> Void) -> UInt64 {
    dispatchPrecondition(condition: .onQueue(queue))
    lastSubscription += 1
    nonisolated(unsafe) let handler = handler
    let number = lastSubscription
    let known = LibraryTable.add(for: inbox) { [weak self] event in
      guard case .message(let message) = event else { return }
      self?.perform { [weak self] in
        if self?.subscriptions[number] != nil { handler(message) }
      }
    }
    let subscribed = Subscribed(subject: subject, number: known)
    subscriptions[number] = subscribed
    subscribe(subscribed)
    return number
  }

  /// Ends a subscription of `add`.
  func remove(_ number: UInt64) {
    dispatchPrecondition(condition: .onQueue(queue))
    guard let subscribed = subscriptions.removeValue(forKey: number) else { return }
    LibraryTable.remove(subscribed.number)
    natsSubscription_Destroy(subscribed.pointer)
  }

  private func subscribe(_ subscribed: Subscribed) {
    guard let library else { return }
    natsConnection_Subscribe(
      &subscribed.pointer, library, subscribed.subject, LibraryCallback.message,
      LibraryCallback.closure(subscribed.number))
  }

  private func connect() {
    guard state != .closed, library == nil else { return }
    generation += 1
    let current = generation
    let number = LibraryTable.add(for: inbox) { [weak self] event in
      self?.perform { [weak self] in
        if self?.generation == current { self?.take(event) }
      }
    }
    var pointer: OpaquePointer?
    var status = NATS_ERR
    if let options = try? options.make(closure: LibraryCallback.closure(number)) {
      status = natsConnection_Connect(&pointer, options)
      natsOptions_Destroy(options)
    }
    self.number = number
    library = pointer
    for number in subscriptions.keys.sorted() { subscriptions[number].map { subscribe($0) } }
    if status == NATS_OK { change(to: .connected) }
    if pointer == nil { tryAgain() }
  }

  /// Connects anew, where the library has given up: it does so when it is refused twice.
  private func tryAgain() {
    disconnect()
    queue.asyncAfter(deadline: .now() + Self.pause) { [weak self] in self?.connect() }
  }

  private func disconnect() {
    for subscribed in subscriptions.values {
      natsSubscription_Destroy(subscribed.pointer)
      subscribed.pointer = nil
    }
    if let number { LibraryTable.remove(number) }
    number = nil
    if let library {
      natsConnection_Close(library)
      natsConnection_Destroy(library)
    }
    library = nil
  }

  private func take(_ event: LibraryEvent) {
    guard state != .closed else { return }
    switch event {
    case .connected: change(to: .connected)
    case .disconnected: leave()
    case .closed:
      leave()
      tryAgain()
    case .failed(let problem): report(problem)
    case .message: return
    }
  }

  private func report(_ problem: String) {
    if let last = reported[problem], .now - last < Self.reportInterval { return }
    reported[problem] = .now
    deliver { [onProblem] in onProblem(problem) }
  }

  private func leave() {
    if state == .connected { change(to: .away(since: .now)) }
    call(requests.cut())
  }

  private func change(to next: ConnectionState) {
    guard state != next else { return }
    state = next
    deliver { [onState] in onState(next) }
  }

  private func takeAnswer(_ message: Message) {
    let token = message.subject.dropFirst(inbox.utf8.count + 1)
    if let number = UInt64(token) { call(requests.take(message, for: number)) }
  }

  private func expireSoon() {
    guard !isExpiring else { return }
    isExpiring = true
    queue.asyncAfter(deadline: .now() + Self.tick) { [weak self] in
      guard let self else { return }
      isExpiring = false
      call(requests.expire(at: .now))
      if !requests.isEmpty { expireSoon() }
    }
  }
}
