// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import LibWebSockets
import Testing

/// A handler's events, as values a test can wait for.
enum Happening: Sendable, Equatable {
  case opened(ConnectionID, ConnectionInfo)
  case received(ConnectionID, MessageKind, [UInt8])
  case closed(ConnectionID, CloseInfo)
  case failed(ConnectionID, ConnectionFailure)
}

/// The events of a handler, in order.
final class Happenings: Sendable {
  private let stream: AsyncStream<Happening>
  let continuation: AsyncStream<Happening>.Continuation

  init() { (stream, continuation) = AsyncStream.makeStream() }

  /// Waits for the next event.
  func next() async throws -> Happening {
    var iterator = stream.makeAsyncIterator()
    return try #require(await iterator.next(isolation: #isolation))
  }

  /// All events that nobody waited for; no more are recorded afterwards.
  func rest() async -> [Happening] {
    continuation.finish()
    var rest: [Happening] = []
    for await happening in stream { rest.append(happening) }
    return rest
  }

  func opened() async throws -> (id: ConnectionID, info: ConnectionInfo) {
    let next = try await next()
    guard case .opened(let id, let info) = next else { throw Unexpected(happening: next) }
    return (id, info)
  }

  func message() async throws -> [UInt8] {
    let next = try await next()
    guard case .received(_, _, let bytes) = next else { throw Unexpected(happening: next) }
    return bytes
  }

  func text() async throws -> String { String(decoding: try await message(), as: UTF8.self) }

  func closed() async throws -> CloseInfo {
    let next = try await next()
    guard case .closed(_, let info) = next else { throw Unexpected(happening: next) }
    return info
  }

  func failed() async throws -> ConnectionFailure {
    let next = try await next()
    guard case .failed(_, let failure) = next else { throw Unexpected(happening: next) }
    return failure
  }

  struct Unexpected: Error, CustomStringConvertible {
    let happening: Happening
    var description: String { "Something else happened: \(happening)" }
  }
}

/// A server that records events, with reactions chosen by a test.
final class RecordingServer: ServerHandler {
  typealias Reaction = @Sendable (EventLoop, Happening) -> Void

  private let loop: EventLoop
  private let happenings: Happenings
  private let react: Reaction
  private let decide: (UpgradeRequest) -> UpgradeDecision
  private let admits: (PeerAddress) -> Bool

  init(
    _ loop: EventLoop, _ happenings: Happenings,
    admits: @escaping (PeerAddress) -> Bool = { _ in true },
    decide: @escaping (UpgradeRequest) -> UpgradeDecision = { _ in .accept },
    react: @escaping Reaction = { _, _ in }
  ) {
    self.loop = loop
    self.happenings = happenings
    self.react = react
    self.decide = decide
    self.admits = admits
  }

  /// Echoes every message.
  static let echo: Reaction = { loop, happening in
    guard case .received(let id, let kind, let bytes) = happening else { return }
    loop.send(Frame(kind, payload: bytes), to: id)
  }

  func admit(_ peer: PeerAddress) -> Bool { admits(peer) }

  func accept(_ request: UpgradeRequest) -> UpgradeDecision { decide(request) }

  func respond(to request: HTTPRequest) -> HTTPResponse {
    request.path == "/healthz" ? HTTPResponse(status: 200, text: "well\n") : .notFound
  }

  func opened(_ connection: ConnectionID, _ info: ConnectionInfo) {
    happens(.opened(connection, info))
  }

  func received(_ connection: ConnectionID, _ kind: MessageKind, _ bytes: RawSpan) {
    happens(.received(connection, kind, bytes.withUnsafeBytes { Array($0) }))
  }

  func closed(_ connection: ConnectionID, _ info: CloseInfo) {
    happens(.closed(connection, info))
  }

  private func happens(_ happening: Happening) {
    happenings.continuation.yield(happening)
    react(loop, happening)
  }
}

/// A client that records events.
final class RecordingClient: ConnectionHandler {
  typealias Reaction = @Sendable (EventLoop, Happening) -> Void

  private let loop: EventLoop
  private let happenings: Happenings
  private let react: Reaction

  init(_ loop: EventLoop, _ happenings: Happenings, react: @escaping Reaction = { _, _ in }) {
    self.loop = loop
    self.happenings = happenings
    self.react = react
  }

  func opened(_ connection: ConnectionID, _ info: ConnectionInfo) {
    happens(.opened(connection, info))
  }

  func received(_ connection: ConnectionID, _ kind: MessageKind, _ bytes: RawSpan) {
    happens(.received(connection, kind, bytes.withUnsafeBytes { Array($0) }))
  }

  func closed(_ connection: ConnectionID, _ info: CloseInfo) {
    happens(.closed(connection, info))
  }

  func failed(_ connection: ConnectionID, _ failure: ConnectionFailure) {
    happens(.failed(connection, failure))
  }

  private func happens(_ happening: Happening) {
    happenings.continuation.yield(happening)
    react(loop, happening)
  }
}

extension OnLoop {
  /// Listens on a free port with a recording server; returns the port.
  func serve(
    _ happenings: Happenings, _ options: ListenOptions = .patient,
    decide: @escaping @Sendable (UpgradeRequest) -> UpgradeDecision = { _ in .accept },
    react: @escaping @Sendable (EventLoop, Happening) -> Void = { _, _ in }
  ) throws -> UInt16 {
    try loop.listen(
      options, handler: RecordingServer(loop, happenings, decide: decide, react: react)
    ).port
  }

  /// Listens on a free port with a recording server that the test may change.
  func listen(
    _ happenings: Happenings, _ options: ListenOptions = .patient,
    react: @escaping @Sendable (EventLoop, Happening) -> Void = { _, _ in }
  ) throws -> ListenerOnLoop {
    let server = RecordingServer(loop, happenings, decide: { _ in .accept }, react: react)
    return ListenerOnLoop(self, try loop.listen(options, handler: server))
  }

  /// Connects a recording client.
  @discardableResult
  func call(
    _ options: ConnectOptions, _ happenings: Happenings,
    react: @escaping @Sendable (EventLoop, Happening) -> Void = { _, _ in }
  ) throws -> ConnectionID {
    try loop.connect(options, handler: RecordingClient(loop, happenings, react: react))
  }
}

/// A listener for a test that is not on its loop.
final class ListenerOnLoop: @unchecked Sendable {
  // Unchecked, because only the loop touches the listener; its port never changes.
  let port: UInt16
  private let onLoop: OnLoop
  private let listener: Listener

  init(_ onLoop: OnLoop, _ listener: Listener) {
    self.onLoop = onLoop
    self.listener = listener
    port = listener.port
  }

  /// Changes the certificate from now on.
  func renew(_ identity: TLSIdentity) async throws {
    try await onLoop.run { _ in try self.listener.renew(identity) }
  }
}
