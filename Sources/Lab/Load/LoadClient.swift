// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Game
import LibWebSockets
import MatchClient
import Protocol
import SocketClient
import Wire

/// A client without a screen or a log: it says hello, optionally probes the server's clock like a
/// real client, and reports what it receives.
final class LoadClient: ConnectionHandler {
  /// An event that it reports.
  enum Happening {
    /// A message was received, of this many bytes.
    case message(ServerMessage, bytes: Int)
    /// The connection has ended; the failure says why it never opened.
    case ended(ConnectionFailure?)
  }

  /// The shared decoder of its messages; nil if it decodes each message itself.
  typealias Decoding = (UnsafeRawBufferPointer, WireEncoding) -> ServerMessage?

  private let loop: EventLoop
  private let name: String
  private let encoding: WireEncoding
  private let decoding: Decoding?
  private let report: (LoadClient, Happening) -> Void
  private var connection: ConnectionID?
  /// Its resume token.
  private var token: [UInt8]?
  private var session: String?
  /// Whether its last welcome resumed its session.
  private(set) var hasResumed = false
  private var clockSync: ClockSync?
  private let clock: LocalClock
  private var timer: LoopTimer?
  /// Called for every clock probe sent.
  var whenPinging: () -> Void = {}

  /// A client that is not connected.
  ///
  /// - Parameters:
  ///   - loop: its loop.
  ///   - name: its player's name.
  ///   - encoding: the encoding of its messages.
  ///   - clock: the clock to compare with the server's.
  ///   - probeSeed: the seed of the jitter of its clock probes; nil to send none.
  ///   - pace: how often it probes in the long run.
  ///   - decoding: the shared decoder of its messages; nil to decode each message itself.
  ///   - report: called with each event.
  init(
    _ loop: EventLoop, name: String, encoding: WireEncoding = .proto,
    clock: LocalClock = LocalClock(), probeSeed: UInt64? = nil,
    pace: ProbePace = .player, decoding: Decoding? = nil,
    report: @escaping (LoadClient, Happening) -> Void
  ) {
    self.loop = loop
    self.name = name
    self.encoding = encoding
    self.clock = clock
    self.decoding = decoding
    self.report = report
    clockSync = probeSeed.map { ClockSync(seed: $0) }
    clockSync?.keep(pace, at: clock.now)
  }

  /// The estimate of the server's clock; nil before the first probe's answer.
  var serverClock: ClockEstimate? { clockSync?.estimate }

  func connect(_ options: ConnectOptions) {
    var options = options
    options.subprotocols = [encoding.subprotocol]
    do throws(ConnectError) {
      connection = try loop.connect(options, handler: self)
    } catch {
      report(self, .ended(nil))
    }
  }

  /// Sends a message; returns its length, 0 without a connection.
  @discardableResult
  func say(_ message: ClientMessage) -> Int {
    guard let connection else { return 0 }
    let bytes = encoding.encode(message)
    loop.send(Frame(encoding.isText ? .text : .binary, payload: bytes), to: connection)
    // Like a real client: no chaser if the next probe follows soon anyway, or without a seat.
    if let clockSync, clockSync.pace == .player, let next = clockSync.nextWake,
      next - clock.now > ProbeSchedule.spacing
    {
      loop.chase(connection)
    }
    return bytes.count
  }

  /// Closes the connection, if there is one.
  func close() {
    if let connection { loop.close(connection) }
  }

  func opened(_ connection: ConnectionID, _ info: ConnectionInfo) {
    clockSync?.opened(at: clock.now)
    say(.hello(Hello(agent: "facedown-lab", name: name, resumeToken: token)))
    probe()
  }

  func received(_ connection: ConnectionID, _ kind: MessageKind, _ bytes: RawSpan) {
    let count = bytes.byteCount
    let message = bytes.withUnsafeBytes { bytes in
      decoding.map { $0(bytes, encoding) } ?? (try? encoding.decodeServerMessage(Array(bytes)))
    }
    guard let message else { return }
    switch message {
    case .welcome(let welcome):
      hasResumed = session == welcome.sessionID
      (token, session) = (welcome.resumeToken, welcome.sessionID)
      clockSync?.welcomed(
        epoch: welcome.clockEpoch, serverTime: welcome.serverTime, at: clock.now)
    case .pong(let pong): clockSync?.answered(pong, at: clock.now)
    default: break
    }
    report(self, .message(message, bytes: count))
  }

  func closed(_ connection: ConnectionID, _ info: CloseInfo) { end(nil) }

  func failed(_ connection: ConnectionID, _ failure: ConnectionFailure) { end(failure) }

  private func end(_ failure: ConnectionFailure?) {
    connection = nil
    clockSync?.closed()
    timer?.cancel()
    timer = nil
    report(self, .ended(failure))
  }

  /// Sends a probe if one is due, and waits for the next.
  private func probe() {
    let now = clock.now
    clockSync?.notice(now)
    if let ping = clockSync?.probe(at: now) {
      say(.ping(ping))
      whenPinging()
    }
    guard let due = clockSync?.nextWake else { return }
    timer = loop.schedule(after: max(due - clock.now, .zero)) { [weak self] in self?.probe() }
  }
}
