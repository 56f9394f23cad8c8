// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import LibWebSockets
import MatchClient
import Testing
import Wire

@testable import Lab

@Suite("Relayed room", .timeLimit(.minutes(1)))
struct RelayedRoomTests {
  /// A relay of one room that makes entries of 100 bytes, and keeps some from its first member.
  private actor Relay {
    private final class Handler: ServerHandler {
      let loop: EventLoop
      let withheld: Int
      var members: [ConnectionID] = []
      var relayed = 0

      init(_ loop: EventLoop, withheld: Int) {
        self.loop = loop
        self.withheld = withheld
      }

      func opened(_ connection: ConnectionID, _ info: ConnectionInfo) { members.append(connection) }

      func received(_ connection: ConnectionID, _ kind: MessageKind, _ bytes: RawSpan) {
        relayed += 1
        let intent = bytes.withUnsafeBytes { Array($0) }
        let frame = Frame(binary: intent + [UInt8](repeating: 0, count: 100 - intent.count))
        for member in members where relayed > withheld || member != members[0] {
          loop.send(frame, to: member)
        }
      }

      func closed(_ connection: ConnectionID, _ info: CloseInfo) {
        members.removeAll { $0 == connection }
      }
    }

    private let loop: EventLoop
    private var listener: Listener?

    init(_ loop: EventLoop) { self.loop = loop }

    nonisolated var unownedExecutor: UnownedSerialExecutor { loop.asUnownedSerialExecutor() }

    func start(withheld: Int) throws -> ServerURL {
      var options = ListenOptions(host: "127.0.0.1", port: 0)
      options.path = "/0"
      options.subprotocols = ["relay"]
      let listener = try loop.listen(options, handler: Handler(loop, withheld: withheld))
      self.listener = listener
      return try ServerURL("ws://127.0.0.1:\(listener.port)")
    }
  }

  @Test("measures a relay at a steady rate, and counts what it keeps back", arguments: [0, 3])
  func rate(withheld: Int) async throws {
    let loop = try EventLoop.start()
    defer { loop.stop() }
    let relay = Relay(loop)
    let server = LoadServer(at: try await relay.start(withheld: withheld), process: nil)
    let run = LoadRun(
      loop, server, wanted: 3,
      context: LoadContext(
        loop: loop, activity: .settings(perSecond: 50), hasPings: false, encodings: [.proto],
        options: { _ in
          var options = server.options()
          options.subprotocols = ["relay"]
          return options
        })
    ) {
      [
        RelayedRoom(
          $0, number: 0, seats: 2, spectators: 1, firstIndex: 0,
          lengths: .init(intent: 40, entry: 100))
      ]
    }
    let report = try await run.perform(
      .init(warmUp: .zero, measured: .seconds(1)), beside: nil)
    // Busy machines end the measurement late, and say so.
    #expect(report.intents > 0 && Double(report.intents) <= 50 * report.seconds + 2)
    #expect(report.intentBytes == 40 && report.entryBytes == 100)
    #expect(report.lostEntries == withheld && report.connected == 3)
    #expect(report.spectatorsMs.count >= report.intents - withheld)
    #expect(report.serverCpuPercent == nil)
  }
}
