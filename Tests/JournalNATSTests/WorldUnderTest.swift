// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import FacedownTesting
import JetStream
import Journal
import Lobby
import NATSFixtures

@testable import JournalNATS

/// A world on real servers as the contract of shared journals sees it; a moment is a millisecond.
actor WorldUnderTest {
  private let cluster: NATSCluster
  private let world: String
  private var nodes: [WorldNode] = []

  init(_ cluster: NATSCluster, world: String) {
    (self.cluster, self.world) = (cluster, world)
  }

  nonisolated var underTest: SharedStoreUnderTest {
    SharedStoreUnderTest(
      start: { id, listener in
        let node = try await self.start(id, listener)
        return SharedStoreUnderTest.Access(
          perform: { call in await node.onLoop { call($0.journal) } },
          stop: { await node.stop() })
      },
      pass: {
        try Task.checkCancellation()
        await NATSCluster.pause(milliseconds: 1)
      },
      settle: { try await self.settle() },
      setStopped: { await self.setStopped($0) },
      damage: { try await self.damage($0) })
  }

  /// Ends all nodes, and deletes the world's streams, also after a case that failed in a stopped world.
  func close() async throws {
    await setStopped(false)
    for node in nodes { await node.stop() }
    nodes = []
    let client = try cluster.client("end")
    await client.connect()
    let names = WorldNames(world: world, roomStreams: 1)
    let buckets = [
      names.sessions, names.spectators, names.bans, names.nodes, names.open,
      WorldNames.world(world),
    ]
    for stream in names.rooms + [names.results] + buckets.map({ "KV_\($0)" }) {
      _ = await client.request("$JS.API.STREAM.DELETE.\(stream)")
    }
    await client.close()
  }

  private func start(_ id: NodeID, _ listener: NodeListener) async throws -> WorldNode {
    let node = try await WorldNode.open(
      cluster, id.name, run: id.run, world: world, listener: listener)
    nodes.append(node)
    return node
  }

  private func settle() async throws {
    for node in nodes { try await node.untilIdle(within: .seconds(3)) }
    await NATSCluster.pause(milliseconds: 300)
  }

  private func setStopped(_ isStopped: Bool) async {
    for server in 0..<cluster.count {
      if isStopped { await cluster.pause(server) } else { await cluster.resume(server) }
    }
  }

  /// Removes the beginning of a room's log.
  private func damage(_ code: RoomCode) async throws {
    let client = try cluster.client("damage")
    await client.connect()
    let names = WorldNames(world: world, roomStreams: 1)
    let (subject, stream) = (names.room(code), names.roomStream(code))
    let last = try await client.last(of: subject, in: stream).get()
    await withCheckedContinuation { (done: CheckedContinuation<Void, Never>) in
      client.connection.purge(subject, from: stream, before: last?.sequence) { _ in done.resume() }
    }
    await client.close()
  }
}
