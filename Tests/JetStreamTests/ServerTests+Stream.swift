// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import NATSFixtures
import Testing

@testable import JetStream

extension ServerTests {
  @Suite("Streams of real servers", .timeLimit(.minutes(3)))
  struct StreamTests {
    private let program: NATSProgram

    init() throws { program = try #require(NATSProgram.current) }

    /// Runs `body` with one server and with three, with a stream and somebody who writes to it.
    private func forEach(
      _ body: @Sendable (NATSCluster, NATSClient) async throws -> Void
    ) async throws {
      for count in [1, 3] {
        try await NATSCluster.run(count, program) { cluster in
          let client = try cluster.client()
          await client.connect()
          let rooms = StreamConfiguration(name: "ROOMS", subjects: ["room.>"], replicas: count)
          _ = try await client.makeStream(rooms).get()
          try await body(cluster, client)
          await client.close()
        }
      }
    }

    @Test("store a message behind the one it expects, and refuse it behind any other")
    func fence() async throws {
      try await forEach { _, client in
        #expect(await client.publish("room.a", [1], expecting: 0) == .stored(1))
        #expect(await client.publish("room.b", [1], expecting: 0) == .stored(2))
        #expect(await client.publish("room.a", [2], expecting: 1) == .stored(3))
        for wrong: UInt64 in [0, 1, 2, 4] {
          guard case .refused(let refusal) = await client.publish("room.a", [9], expecting: wrong)
          else {
            Issue.record("It is not refused behind \(wrong).")
            continue
          }
          #expect(refusal.isFenced, "\(refusal)")
        }
        // The same bytes again are refused too, and found by a read.
        #expect(await client.land("room.a", [2], behind: 1, in: "ROOMS") == 3)
        #expect(await client.land("room.a", [7], behind: 1, in: "ROOMS") == nil)
        let found = try await client.last(of: "room.a", in: "ROOMS").get()
        #expect(found?.bytes == [2])
        #expect(await client.last(of: "room.c", in: "ROOMS") == .success(nil))
      }
    }

    @Test("know for certain that nobody has stored what belongs to no stream")
    func noResponders() async throws {
      try await forEach { _, client in
        #expect(await client.publish("nowhere.a", [1], expecting: 0) == .noResponders)
        #expect(await client.last(of: "a", in: "NONE") != .success(nil))
      }
    }

    @Test("hand out a subject's messages in order, through the last one")
    func reading() async throws {
      try await forEach { _, client in
        var last: UInt64 = 0
        for number in 0..<300 {
          last = try #require(
            await client.land("room.a", [UInt8(number % 256)], behind: last, in: "ROOMS"))
          if number % 3 == 0 { _ = await client.publish("room.b", [0], expecting: nil) }
        }
        let all = try await client.read("ROOMS", "room.a", from: 1, through: last).get()
        #expect(all.map(\.bytes) == (0..<300).map { [UInt8($0 % 256)] })
        #expect(all.last?.sequence == last && all.allSatisfy { $0.subject == "room.a" })
        let part = try await client.read(
          "ROOMS", "room.a", from: all[100].sequence, through: all[150].sequence
        ).get()
        #expect(part == Array(all[100...150]))
        let everything = try await client.read("ROOMS", "room.>", through: nil).get()
        #expect(everything.count == 400 && everything.filter { $0.subject == "room.a" } == all)
        #expect(try await client.read("ROOMS", "room.c", through: nil).get().isEmpty)
      }
    }

    @Test("are free for a subject again once it is purged, with higher numbers")
    func purge() async throws {
      try await forEach { _, client in
        for expected: UInt64 in 0...1 {
          _ = await client.publish("room.a", [1], expecting: expected)
        }
        _ = await client.publish("room.b", [1], expecting: 0)
        #expect(await client.purge("room.a", from: "ROOMS") == .success(2))
        #expect(await client.last(of: "room.a", in: "ROOMS") == .success(nil))
        #expect(await client.publish("room.a", [2], expecting: 0) == .stored(4))
        let found = try await client.last(of: "room.b", in: "ROOMS").get()
        #expect(found?.sequence == 3)
      }
    }

    @Test("refuse new messages when they are full, and keep the old ones")
    func full() async throws {
      try await forEach { cluster, client in
        var small = StreamConfiguration(
          name: "SMALL", subjects: ["small.>"], replicas: cluster.count, maximumBytes: 4096)
        small.maximumBytes = 4096
        _ = try await client.makeStream(small).get()
        var stored: UInt64 = 0
        var refusal: StreamRefusal?
        while refusal == nil {
          switch await client.publish(
            "small.a", [UInt8](repeating: 1, count: 500), expecting: stored)
          {
          case .stored(let number): stored = number
          case .refused(let found): refusal = found
          case let outcome:
            Issue.record("\(outcome)")
            return
          }
        }
        #expect(refusal?.isFenced == false, "\(refusal as Any)")
        let found = try await client.state(of: "SMALL").get()
        #expect(found.firstSequence == 1)
        let later = try await client.last(of: "small.a", in: "SMALL").get()
        #expect(later?.sequence == stored)
      }
    }

    @Test("are checked where they are there already")
    func configuration() async throws {
      try await forEach { cluster, client in
        let same = StreamConfiguration(
          name: "ROOMS", subjects: ["room.>"], replicas: cluster.count)
        let none = try await client.makeStream(same).get().differences
        #expect(none.isEmpty)
        var other = same
        other.subjects = ["table.>"]
        other.messagesPerSubject = 1
        let differences = try await client.makeStream(other).get().differences
        #expect(differences.count == 2, "\(differences)")
      }
    }

    @Test("are told in one order to two readers, also what comes later")
    func twoReaders() async throws {
      try await forEach { _, client in
        for number: UInt8 in 1...3 {
          _ = await client.publish("room.\(number)", [number], expecting: 0)
        }
        let readers = [client.follow("ROOMS", "room.>"), client.follow("ROOMS", "room.>")]
        var heads: [[FollowEvent]] = []
        for reader in readers {
          var events: [FollowEvent] = []
          for await event in reader {
            events.append(event)
            if event == .caughtUp { break }
          }
          heads.append(events)
        }
        #expect(heads[0] == heads[1] && heads[0].count == 4)
        for number: UInt8 in 4...9 {
          _ = await client.publish("room.\(number)", [number], expecting: 0)
        }
        var tails: [[UInt8]] = []
        for _ in readers {
          var tail: [UInt8] = []
          for await event in client.follow("ROOMS", "room.>", from: 4) {
            guard case .message(let message) = event else { continue }
            tail += message.bytes
            if tail.count == 6 { break }
          }
          tails.append(tail)
        }
        #expect(tails == [[4, 5, 6, 7, 8, 9], [4, 5, 6, 7, 8, 9]])
      }
    }

    @Test("tell that nothing is there, and then what comes")
    func emptyFollowing() async throws {
      try await forEach { _, client in
        var events = client.follow("ROOMS", "room.>").makeAsyncIterator()
        #expect(await events.next() == .caughtUp)
        _ = await client.publish("room.a", [1], expecting: 0)
        guard case .message(let message)? = await events.next() else {
          Issue.record("There is no message.")
          return
        }
        #expect(message.sequence == 1 && message.subject == "room.a" && message.bytes == [1])
      }
    }
  }
}
