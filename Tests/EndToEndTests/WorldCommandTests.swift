// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Foundation
import Game
import JetStream
import Journal
import JournalFixtures
import JournalSQLite
import Lobby
import MatchFixtures
import NATSFixtures
import Subprocess
import SystemPackage
import Testing

/// The commands about a world, as operators run them.
@Suite("Commands about a world", .timeLimit(.minutes(3)), .needsNATS)
struct WorldCommandTests {
  private static let rooms = 400

  private static func flags(_ cluster: NATSCluster) throws -> [String] {
    let host = try #require(cluster.addresses.first).dropFirst("nats://".count)
    return [
      "--nats", "nats://node:secret@\(host)", "--nats-system", "nats://system:secret@\(host)",
      "--world", "play",
    ]
  }

  /// A backup with a match that was played, and many rooms that have just been opened.
  private static func backup() throws -> PlayedBackup {
    let backup = try PlayedBackup()
    let store = try JournalStore(path: backup.path)
    defer { store.close() }
    let at = backup.log.last?.at ?? .zero
    let records = (0..<rooms).map { number in
      JournalRecord.step(
        Batch(
          room: RoomID("room-\(number)"), code: RoomCode("R\(1000 + number)"), expectedLastSeq: 0,
          entries: [
            Entry(
              seq: 1, at: at,
              event: .opened(
                Event.Opened(
                  matchID: "match-\(number)", settings: MatchSettings(), theme: "animals")))
          ]))
    }
    #expect(store.write(records)?.problem == nil)
    try store.settle()
    return backup
  }

  /// Every room of a journal.
  private static func keptRooms(_ path: String) throws -> [KeptRoom] {
    let store = try JournalStore(reading: path)
    defer { store.close() }
    return try store.roomIDs.compactMap { try store.keptRoom($0) }
  }

  @Test("take matches along to a world, also when they are killed, and back to one machine")
  func thereAndBack() async throws {
    let program = try #require(NATSProgram.current)
    try await NATSCluster.run(1, program) { cluster in
      let backup = try Self.backup()
      let flags = try Self.flags(cluster)
      let importing = ["world", "import", backup.path] + flags
      try await Self.killHalfWay(importing, cluster)
      let refused = try await Programs.run(
        "facedown-server", ["--listen", "127.0.0.1:0", "--node-url", "ws://127.0.0.1:1"] + flags)
      #expect(refused.code != 0 && refused.errors.contains("Only a part"), "\(refused)")
      let imported = try await Programs.run("facedown-server", importing)
      #expect(imported.code == 0, "\(imported)")
      #expect(imported.lines.first?.hasPrefix("\(Self.rooms + 1) rooms, 1 result") == true)
      let again = try await Programs.run("facedown-server", importing)
      #expect(again.code == 0 && again.lines.first?.contains("already") == true, "\(again)")

      let folder = backup.folder.path
      let (socket, back) = (folder + "/admin.sock", folder + "/back.sqlite")
      let exporting = ["world", "export", back] + flags
      let (_, code) = try await Programs.withServer(
        flags + ["--node-url", "ws://127.0.0.1:1", "--admin-socket", socket], storage: []
      ) { _ in
        let world = try await Programs.run(
          "facedown-server", ["admin", "world", "--socket", socket])
        #expect(world.code == 0, "\(world)")
        #expect(world.lines.first?.hasPrefix("World play, records of form 1") == true)
        #expect(world.lines.contains { $0.hasPrefix("FD_play_ROOMS_0 ") }, "\(world.lines)")
        #expect(world.lines.last == "8 streams.")
        let exported = try await Programs.run("facedown-server", exporting)
        #expect(exported.code == 0, "\(exported)")
      }
      #expect(code == 0)
      #expect(try Self.keptRooms(back).map(\.room.id) == Self.keptRooms(backup.path).map(\.room.id))
      let over = try await Programs.run("facedown-server", exporting)
      #expect(over.code != 0 && over.errors.contains("exists"), "\(over)")
      let checked = try await Programs.run("facedown-server", ["check", back])
      #expect(checked.code == 0, "\(checked)")
      let restored = try await Programs.run(
        "facedown-server", ["restore", back, "--data", folder + "/data"])
      #expect(restored.code == 0, "\(restored)")
    }
  }

  /// Kills an import once a part of it is stored.
  private static func killHalfWay(_ arguments: [String], _ cluster: NATSCluster) async throws {
    let client = try cluster.client("watch")
    await client.connect()
    let outcome = try await Subprocess.run(
      .path(FilePath(Programs.path("facedown-server"))), arguments: Arguments(arguments),
      input: .none, output: .discarded, error: .discarded
    ) { execution in
      while (try? await client.state(of: "FD_play_ROOMS_0").get().messages) ?? 0 < 20 {
        try Task.checkCancellation()
        await NATSCluster.pause(milliseconds: 1)
      }
      try execution.send(signal: .kill)
    }
    let stored = try await client.state(of: "FD_play_ROOMS_0").get().messages
    await client.close()
    #expect(outcome.terminationStatus == .signaled(SIGKILL), "It was over before the kill.")
    #expect(stored < UInt64(rooms), "All rooms were there before the kill.")
  }
}
