// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Game
import Protocol
import Testing
import Wire

@testable import MatchClient

/// A client whose room is moved to a node with a clock of its own, five hours ahead.
struct MovedClient {
  static let other = "wss://n2.play.example.org"
  static let third = "wss://play.example.org/n/3"
  let one = ConnectionNumber(1)
  let two = ConnectionNumber(2)
  let three = ConnectionNumber(3)
  let token = [UInt8](repeating: 1, count: 32)
  var harness = ClientHarness()

  /// A client that follows moves.
  init() throws {
    harness = ClientHarness(home: try ServerURL("wss://play.example.org"))
  }

  var core: ClientCore { harness.core }

  func target(_ text: String) throws -> DialTarget { .node(try ServerURL(node: text)) }

  struct Surprise: Error {}

  /// The node's clock, five hours ahead of the first server's.
  var nodeTime: ServerTime {
    ServerTime(microseconds: harness.now.microseconds) + .seconds(5 * 3600)
  }

  func welcome(_ session: String = "s", as player: String? = nil) -> ServerMessage {
    .welcome(
      Welcome(
        sessionID: session, resumeToken: token, playerID: player, serverTime: nodeTime,
        clockEpoch: 2, challenge: [UInt8](repeating: 9, count: 32), serverVersion: "t"))
  }

  mutating func hear(_ message: ServerMessage, over number: ConnectionNumber)
    -> [ClientOutput]
  {
    harness.handle(.received(number, message))
  }

  /// Lets the node answer the last probe among `outputs`, 10 ms after it was sent.
  @discardableResult
  mutating func answerProbe(
    in outputs: [ClientOutput], over number: ConnectionNumber
  ) throws -> [ClientOutput] {
    let pings = sent(outputs).compactMap { if case .ping(let ping) = $0 { ping } else { nil } }
    let ping = try #require(pings.last)
    let arrival = nodeTime + .milliseconds(5)
    harness.now = harness.now + .milliseconds(10)
    return hear(
      .pong(Pong(id: ping.id, t0: ping.t0, t1: arrival, t2: arrival, nonce: 3)), over: number)
  }

  func goOn(_ id: UInt64) -> ClientMessage {
    .request(
      id: RequestID(id),
      .joinRoom(
        JoinRoom(
          code: "K7QF2", role: .player, roomID: "r", afterSeq: harness.view.seq)))
  }

  var hello: ClientMessage {
    .hello(
      Hello(
        agent: "test", name: "Ana", resumeToken: token, followsMoves: true,
        room: core.table == nil ? nil : "K7QF2"))
  }

  /// The messages sent, without clock probes.
  func asked(_ outputs: [ClientOutput]) -> [ClientMessage] {
    sent(outputs).filter { if case .ping = $0 { false } else { true } }
  }

  func resumed(_ id: UInt64) -> ServerMessage {
    .joined(
      Joined(
        id: RequestID(id), code: "K7QF2", roomID: "r", actor: ActorNumber(1), seat: SeatIndex(0),
        role: .player, base: nil, tail: []))
  }

  mutating func moved(id: UInt64? = nil, to url: String = other) -> [ClientOutput] {
    harness.hear(.moved(Moved(id: id.map { RequestID($0) }, code: "K7QF2", url: url)))
  }
}
