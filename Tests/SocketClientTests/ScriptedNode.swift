// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Game
import LibWebSockets
import MatchClient
import Protocol
import SocketClient
import Wire

/// A node over a real socket that answers as a test says; confined to the loop.
final class ScriptedNode: ServerHandler {
  /// A test's answer to a message.
  typealias Script = @Sendable (ScriptedNode, ClientMessage) -> [ServerMessage]

  /// Everything received, without pings.
  private(set) var received: [ClientMessage] = []
  /// The pings received before the first hello.
  private(set) var earlyPings = 0
  /// The number of connections that have opened, and of those that have ended.
  private(set) var opened = 0
  private(set) var closed = 0
  /// How far its clock is ahead of this machine's.
  private let offset: Duration
  private let path: String
  private let loop: EventLoop
  private let clock = LocalClock()
  private let script: Script
  private let changed: () -> Void
  private var listener: Listener?
  private var connection: ConnectionID?

  /// A node at a path.
  init(
    _ loop: EventLoop, path: String = "", ahead offset: Duration, changed: @escaping () -> Void,
    script: @escaping Script
  ) {
    self.loop = loop
    self.path = path
    self.offset = offset
    self.changed = changed
    self.script = script
  }

  /// Listens on a free port of 127.0.0.1.
  ///
  /// - Returns: its address.
  func start() throws -> String {
    var options = ListenOptions()
    options.path = "\(path)/v1/play"
    options.subprotocols = [WireEncoding.proto.subprotocol]
    let listener = try loop.listen(options, handler: self)
    self.listener = listener
    return "ws://127.0.0.1:\(listener.port)\(path)"
  }

  /// Its clock now.
  var time: ServerTime { ServerTime(microseconds: clock.now.microseconds) + offset }

  /// The welcome of the one session.
  var welcome: ServerMessage {
    .welcome(
      Welcome(
        sessionID: "s", resumeToken: [7], serverTime: time,
        clockEpoch: UInt64(bitPattern: offset.wholeMicroseconds), challenge: [], serverVersion: "t")
    )
  }

  /// Sends a message unasked, over the connection that was opened last.
  func say(_ message: ServerMessage) {
    guard let connection else { return }
    say(message, to: connection)
  }

  private func say(_ message: ServerMessage, to connection: ConnectionID) {
    loop.send(Frame(binary: WireEncoding.proto.encode(message)), to: connection)
  }

  /// Ends its connection, and refuses further ones.
  func vanish() {
    listener?.close()
    listener = nil
    if let connection { loop.close(connection, code: .goingAway) }
  }

  func opened(_ connection: ConnectionID, _ info: ConnectionInfo) {
    self.connection = connection
    opened += 1
    changed()
  }

  func received(_ connection: ConnectionID, _ kind: MessageKind, _ bytes: RawSpan) {
    guard
      let message = try? WireEncoding.proto.decodeClientMessage(bytes.withUnsafeBytes { Array($0) })
    else { return }
    if case .ping(let ping) = message {
      if received.isEmpty { earlyPings += 1 }
      let now = time
      say(.pong(Pong(id: ping.id, t0: ping.t0, t1: now, t2: now, nonce: 1)), to: connection)
    } else {
      received.append(message)
    }
    for answer in script(self, message) { say(answer, to: connection) }
    changed()
  }

  func closed(_ connection: ConnectionID, _ info: CloseInfo) {
    closed += 1
    changed()
  }
}
