// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Game
import LibWebSockets
import Testing
import Wire

@testable import MatchServer

@Suite("Peer table", .timeLimit(.minutes(1)))
struct PeerTableTests {
  /// Ids of connections of a real loop, which alone makes them: the second is in the slot of the
  /// first, which is gone.
  private func ids() async throws -> (ConnectionID, ConnectionID, ConnectionID) {
    let loop = try EventLoop.start()
    defer { loop.stop() }
    return await withCheckedContinuation { continuation in
      loop.post {
        func dial(_ onFailure: @escaping () -> Void = {}) -> ConnectionID {
          let handler = Handler(onFailure: onFailure)
          let options = ConnectOptions(host: "127.0.0.1", port: 1)
          guard let id = try? loop.connect(options, handler: handler) else {
            preconditionFailure("No connection was made.")
          }
          return id
        }
        var ids: [ConnectionID] = []
        ids.append(dial { continuation.resume(returning: (ids[0], dial(), ids[1])) })
        ids.append(dial())
        loop.close(ids[0])
      }
    }
  }

  private final class Handler: ConnectionHandler {
    let onFailure: () -> Void
    init(onFailure: @escaping () -> Void) { self.onFailure = onFailure }
    func opened(_ connection: ConnectionID, _ info: ConnectionInfo) {}
    func received(_ connection: ConnectionID, _ kind: MessageKind, _ bytes: RawSpan) {}
    func closed(_ connection: ConnectionID, _ info: CloseInfo) {}
    func failed(_ connection: ConnectionID, _ failure: ConnectionFailure) { onFailure() }
  }

  @Test("finds a connection under both ids, and nothing under those of one that is gone")
  func lookup() async throws {
    let (first, second, other) = try await ids()
    var table = PeerTable()
    #expect(table.isEmpty && table[first] == nil)
    table.insert(.init(connection: first, id: ServerConnectionID(1), encoding: .proto))
    #expect(table[first]?.id == ServerConnectionID(1) && table[other] == nil)
    #expect(table.connection(ServerConnectionID(1)) == first)
    table.change(first) { $0.measuredAt = .zero }
    #expect(table[first]?.measuredAt == .zero)
    #expect(table.remove(first)?.id == ServerConnectionID(1))
    #expect(table.remove(first) == nil && table.isEmpty)
    #expect(table.connection(ServerConnectionID(1)) == nil)
    table.insert(.init(connection: second, id: ServerConnectionID(2), encoding: .json))
    #expect(table[first] == nil && table.remove(first) == nil)
    table.change(first) { _ in Issue.record("It is gone.") }
    #expect(table[second]?.encoding == .json && !table.isEmpty)
    #expect(second.slot == first.slot, "The loop uses slots again.")
  }
}
