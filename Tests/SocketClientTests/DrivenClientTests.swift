// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Bots
import Game
import MatchClient
import Protocol
import SocketClient
import Testing
import Wire

@Suite("A client with a driver", .timeLimit(.minutes(1)))
struct DrivenClientTests {
  /// A driver that requests a leaderboard each time it is asked, once the session is open.
  private struct Reader: ClientDriver {
    var asked = 0

    mutating func act(_ client: ClientCore, now: LocalTime) -> DriverActions {
      asked += 1
      guard client.isCurrent, !client.isWaiting else { return DriverActions() }
      return DriverActions([.leaderboard(.memorize)], wake: now + .milliseconds(10))
    }
  }

  private let now = LocalTime(microseconds: 1_000_000)
  private let number = ConnectionNumber(1)

  private func client(_ driver: (any ClientDriver)?) -> DrivenClient {
    let core = ClientCore(
      agent: "test", name: "Ana", key: [UInt8](repeating: 1, count: 32), hashing: .openSSL)
    var client = DrivenClient(core, driver: driver)
    #expect(client.handle(.start(home: nil), now: now) == [.dial(number, .home)])
    _ = client.handle(.opened(number), now: now)
    return client
  }

  private var welcome: ClientInput {
    .received(
      number,
      .welcome(
        Welcome(
          sessionID: "s", resumeToken: [1], serverTime: .zero, clockEpoch: 1, challenge: [],
          serverVersion: "t")))
  }

  @Test("carries out the driver's commands after the input that it has seen")
  func commands() {
    var client = client(Reader())
    #expect(
      client.handle(welcome, now: now) == [
        .event(.welcomed), .send(.leaderboard(id: RequestID(1), mode: .memorize), over: number),
      ])
    #expect(client.nextWake == now + .milliseconds(10))
    #expect(
      client.handle(.tick, now: now).allSatisfy {
        if case .send(.leaderboard, _) = $0 { false } else { true }
      }, "It waits for an answer.")
  }

  @Test("without a driver does only what it is told")
  func obeys() {
    var client = client(nil)
    #expect(client.handle(welcome, now: now) == [.event(.welcomed)])
    #expect(
      client.handle(.command(.leaderboard(.blitz)), now: now)
        == [.send(.leaderboard(id: RequestID(1), mode: .blitz), over: number)])
  }

  @Test("is due no more once it is over, whatever its driver plans")
  func over() {
    var client = client(Reader())
    _ = client.handle(welcome, now: now)
    #expect(client.handle(.close, now: now) == [.hangUp(number), .event(.disconnected)])
    #expect(client.nextWake == nil)
  }

  @Test("as a bot enters a room once it knows the server's time")
  func bot() {
    var client = client(BotDriver(Bot(seed: 1), goal: .join(code: "K7QF2"), pace: .fast))
    #expect(client.handle(welcome, now: now) == [.event(.welcomed)])
    let stamp = ServerTime(microseconds: 5_000_000)
    let pong = Pong(id: 1, t0: now.microseconds, t1: stamp, t2: stamp, nonce: 9)
    let join = JoinRoom(code: "K7QF2", role: .player)
    #expect(
      client.handle(.received(number, .pong(pong)), now: now)
        == [.send(.request(id: RequestID(1), .joinRoom(join)), over: number)])
  }
}
