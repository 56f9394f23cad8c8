// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import LibWebSockets
import MatchClient
import Protocol

/// A client without screen, clock or log: it says hello and reports what it is sent.
final class LoadClient: ConnectionHandler {
  /// What it reports.
  enum Happening {
    case message(ServerMessage)
    case ended
  }

  private let loop: EventLoop
  private let name: String
  private let report: (LoadClient, Happening) -> Void
  private var connection: ConnectionID?
  /// Its resume token.
  private var token: [UInt8]?
  private var session: String?
  /// Whether its last welcome resumed its session.
  private(set) var hasResumed = false

  init(_ loop: EventLoop, name: String, report: @escaping (LoadClient, Happening) -> Void) {
    self.loop = loop
    self.name = name
    self.report = report
  }

  func connect(_ options: ConnectOptions) {
    do throws(ConnectError) {
      connection = try loop.connect(options, handler: self)
    } catch {
      report(self, .ended)
    }
  }

  func say(_ message: ClientMessage) {
    guard let connection else { return }
    loop.send(Frame(binary: WireEncoding.proto.encode(message)), to: connection)
  }

  func opened(_ connection: ConnectionID, _ info: ConnectionInfo) {
    say(.hello(Hello(agent: "facedown-lab", name: name, resumeToken: token)))
  }

  func received(_ connection: ConnectionID, _ kind: MessageKind, _ bytes: RawSpan) {
    let bytes = bytes.withUnsafeBytes { Array($0) }
    guard let message = try? WireEncoding.proto.decodeServerMessage(bytes) else { return }
    if case .welcome(let welcome) = message {
      hasResumed = session == welcome.sessionID
      (token, session) = (welcome.resumeToken, welcome.sessionID)
    }
    report(self, .message(message))
  }

  func closed(_ connection: ConnectionID, _ info: CloseInfo) { end() }

  func failed(_ connection: ConnectionID, _ failure: ConnectionFailure) { end() }

  private func end() {
    connection = nil
    report(self, .ended)
  }
}
