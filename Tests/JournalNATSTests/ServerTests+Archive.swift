// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Game
import JetStream
import Journal
import NATSFixtures
import Protocol
import Testing
import Wire

@testable import JournalNATS
@testable import Lobby

extension ServerTests {
  @Suite("The archive of a world", .timeLimit(.minutes(2)))
  struct ArchiveTests {
    private let program: NATSProgram

    init() throws { program = try #require(NATSProgram.current) }

    @Test("answers with a match of its room's log, at every node and after a restart")
    func replays() async throws {
      try await NATSCluster.run(1, program) { cluster in
        let a = try await WorldNode.open(cluster, "a")
        var opening = Samples.batch(1...2)
        opening.entering = [Membership(session: SessionID("ana's"), actor: ActorNumber(1))]
        var last = Samples.batch(3...4)
        last.result = Samples.result("match")
        last.finished = FinishedMatch(
          matchID: "match", settings: MatchSettings(), endedAt: Samples.time(9),
          standings: Samples.result("match").standings, base: MatchView(),
          entries: Samples.batch(1...4).entries, actors: [ActorNumber(1)])
        _ = await a.append(.step(opening), .step(last), Samples.step(5...5))
        try await a.until { $0.results.map(\.matchID) == ["match"] }
        let b = try await WorldNode.open(cluster, "b")
        for node in [a, b] {
          #expect(await node.query(Self.query("ana's", .match("other"))) == .unknown)
          #expect(await node.query(Self.query("eve's", .match("match"))) == .unknown)
          let found = try Self.message(await node.query(Self.query("ana's", .match("match"))))
          #expect(
            found
              == .replay(
                Replay(
                  id: RequestID(7), matchID: "match", base: MatchView(),
                  entries: Samples.batch(1...4).entries)))
          guard
            case .replays(_, let listed) = try Self.message(
              await node.query(Self.query("ana's", .list(.memorize))))
          else {
            Issue.record("There is no list.")
            continue
          }
          #expect(listed.map(\.matchID) == ["match"])
        }
        // A room whose log is no longer kept has no replays.
        let client = try cluster.client()
        await client.connect()
        _ = try await client.purge("fd.test.room.0.K7QF2", from: "FD_test_ROOMS_0").get()
        #expect(await b.query(Self.query("ana's", .match("match"))) == .unknown)
        await client.close()
        for node in [a, b] { await node.close() }
      }
    }

    private static func query(_ session: String, _ subject: ReplayQuery.Subject) -> ReplayQuery {
      ReplayQuery(
        correlation: CorrelationID(1), id: RequestID(7), encoding: .proto,
        session: SessionID(session), playerID: nil, now: .zero, subject: subject)
    }

    private static func message(_ answer: ReplayAnswer) throws -> ServerMessage {
      guard case .message(let bytes) = answer else {
        Issue.record("There is no message: \(answer)")
        return .unrecognized
      }
      return try WireEncoding.proto.decodeServerMessage(bytes)
    }
  }
}
