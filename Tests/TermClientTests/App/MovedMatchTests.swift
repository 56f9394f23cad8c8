// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Bots
import FacedownTesting
import Game
import LibWebSockets
import MatchClient
import Protocol
import SocketClient
import Testing
import Wire

@testable import MatchUI
@testable import TermClient

/// Matches that a real server decides, but another, where the program connects, does not.
@Suite("Matches moved to another node", .timeLimit(.minutes(2)))
struct MovedMatchTests {
  /// A node that decides for no room, and sends everybody to one that does.
  private actor OtherNode {
    private final class Handler: ServerHandler {
      let loop: EventLoop
      let url: String

      init(_ loop: EventLoop, sendingTo url: String) {
        self.loop = loop
        self.url = url
      }

      func opened(_ connection: ConnectionID, _ info: ConnectionInfo) {}

      func received(_ connection: ConnectionID, _ kind: MessageKind, _ bytes: RawSpan) {
        let bytes = bytes.withUnsafeBytes { Array($0) }
        guard let message = try? WireEncoding.proto.decodeClientMessage(bytes) else { return }
        for answer in answers(to: message) {
          loop.send(Frame(binary: WireEncoding.proto.encode(answer)), to: connection)
        }
      }

      func closed(_ connection: ConnectionID, _ info: CloseInfo) {}

      private func answers(to message: ClientMessage) -> [ServerMessage] {
        switch message {
        case .hello:
          let welcome = Welcome(
            sessionID: "s", resumeToken: [1], serverTime: .zero, clockEpoch: 1, challenge: [],
            serverVersion: "t")
          return [.welcome(welcome)]
        case .ping(let ping):
          return [.pong(Pong(id: ping.id, t0: ping.t0, t1: .zero, t2: .zero, nonce: 1))]
        default:
          guard let id = message.requestID else { return [] }
          return [.moving(url: url), .moved(Moved(id: id, url: url))]
        }
      }
    }

    private let loop: EventLoop

    init() throws { loop = try EventLoop.start() }

    nonisolated var unownedExecutor: UnownedSerialExecutor { loop.asUnownedSerialExecutor() }

    func start(sendingTo url: ServerURL) throws -> ServerURL {
      var options = ListenOptions()
      options.path = "/v1/play"
      options.subprotocols = [WireEncoding.proto.subprotocol]
      let listener = try loop.listen(options, handler: Handler(loop, sendingTo: "\(url)"))
      return try ServerURL("ws://127.0.0.1:\(listener.port)")
    }

    func stop() { loop.stop() }
  }

  private func run(_ test: (_ home: ServerURL, _ node: ServerURL) async throws -> Void) async throws
  {
    let world = try await SocketWorld()
    let other = try OtherNode()
    let node = await world.address
    try await test(try await other.start(sendingTo: node), node)
    await other.stop()
    await world.stop()
  }

  @Test(
    "Bots play a whole match there: as sentences, and as JSON",
    arguments: [OutputStyle.plain, .json])
  func bots(style: OutputStyle) async throws {
    try await run { home, _ in
      let settings = MatchSettings(pairs: 2, seats: 2, reveal: .seconds(1))
      var setup = TermRun.Setup.bot(
        .create(settings), at: home, Login(name: "Ada"), Bot(seed: 1), pace: .fast, style)
      setup.companions = [TermRun.Companion(level: .medium, pace: .fast)]
      let tester = try AppTester()
      let ending = try await tester.app.play(setup)
      #expect(ending == TermRun.Ending(code: 0, sentence: nil))
      #expect(await tester.output.count > 8)
      #expect(await tester.errors.isEmpty)
      tester.stop()
    }
  }

  @Test("A player sees and shares the address first dialled, and nothing of the move")
  func player() async throws {
    try await run { home, node in
      let tester = try AppTester()
      let setup = TermRun.Setup(
        url: home, login: Login(name: "Ben"), agent: "test", launch: .create(MatchSettings()),
        style: .plain, readsInput: true)
      async let ending = tester.app.play(setup)
      try await tester.prints("This is room")
      await tester.type("quit\n")
      #expect(try await ending == TermRun.Ending(code: 0, sentence: nil))
      let output = await tester.output
      #expect(output.contains { $0.contains(":\(home.port)/") })
      #expect(!output.contains { $0.contains(":\(node.port)") || $0.contains("Connection") })
      tester.stop()
    }
  }
}
