// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import NATSFixtures
import Testing

@testable import JetStream

extension ServerTests {
  @Suite("Keys on real servers", .timeLimit(.minutes(2)))
  struct KeyTests {
    private let program: NATSProgram

    init() throws { program = try #require(NATSProgram.current) }

    private func forEach(_ body: @Sendable (NATSClient, Int) async throws -> Void) async throws {
      for count in [1, 3] {
        try await NATSCluster.run(count, program) { cluster in
          let client = try cluster.client()
          await client.connect()
          _ = try await client.makeStream(StreamConfiguration(bucket: "S", replicas: count)).get()
          try await body(client, count)
          await client.close()
        }
      }
    }

    @Test("are put by revision: once, then in place of what was read")
    func revisions() async throws {
      try await forEach { client, _ in
        #expect(await client.get("ana", in: "S") == .success(nil))
        #expect(await client.put("ana", in: "S", [1], expecting: 0) == .stored(1))
        let refused = await client.put("ana", in: "S", [2], expecting: 0)
        #expect(Self.isFenced(refused))
        #expect(
          await client.get("ana", in: "S")
            == .success(KeyEntry(key: "ana", value: [1], revision: 1)))
        #expect(await client.put("ana", in: "S", [2], expecting: 1) == .stored(2))
        #expect(Self.isFenced(await client.put("ana", in: "S", [3], expecting: 1)))
      }
    }

    @Test("have another revision when they are deleted and made again")
    func deletion() async throws {
      try await forEach { client, _ in
        _ = await client.put("ana", in: "S", [1], expecting: 0)
        #expect(await client.delete("ana", in: "S") == .stored(2))
        #expect(
          await client.get("ana", in: "S")
            == .success(KeyEntry(key: "ana", value: nil, revision: 2)))
        #expect(Self.isFenced(await client.put("ana", in: "S", [1], expecting: 1)))
        #expect(await client.put("ana", in: "S", [1], expecting: 2) == .stored(3))
      }
    }

    @Test("are watched from a revision on, in the order of their changes")
    func watching() async throws {
      try await forEach { client, servers in
        _ = await client.put("ana", in: "S", [1], expecting: 0)
        _ = await client.put("ben", in: "S", [2], expecting: 0)
        _ = await client.put("ana", in: "S", [3], expecting: 1)
        var all = client.watch("S").makeAsyncIterator()
        await Self.expect(
          &all,
          toTell: [
            KeyEntry(key: "ben", value: [2], revision: 2),
            KeyEntry(key: "ana", value: [3], revision: 3),
          ], of: servers)
        _ = await client.delete("ben", in: "S")
        let deletion = KeyEntry(key: "ben", value: nil, revision: 4)
        #expect(await all.next() == .changed(deletion))
        var late = client.watch("S", from: 4).makeAsyncIterator()
        await Self.expect(&late, toTell: [deletion], of: servers)
      }
    }

    /// Expects that a single server tells those entries, and then that it has told all.
    ///
    /// Of several servers the one that delivers may have to learn of the last changes: it may tell
    /// entries that these replace, and that it has told all, before them.
    private static func expect(
      _ watch: inout AsyncStream<KeyChange>.Iterator, toTell entries: [KeyEntry], of servers: Int,
      sourceLocation: SourceLocation = #_sourceLocation
    ) async {
      var told: [KeyChange] = []
      let wanted = entries.map(KeyChange.changed) + [.caughtUp]
      while !Set(wanted).isSubset(of: told), let next = await watch.next() { told.append(next) }
      if servers == 1 { #expect(told == wanted, sourceLocation: sourceLocation) }
      #expect(told.filter { $0 == .caughtUp }.count == 1, sourceLocation: sourceLocation)
      #expect(
        Array(told.filter { $0 != .caughtUp }.suffix(entries.count)) == wanted.dropLast(),
        sourceLocation: sourceLocation)
    }

    private static func isFenced(_ outcome: PublishOutcome) -> Bool {
      if case .refused(let refusal) = outcome { refusal.isFenced } else { false }
    }
  }
}
