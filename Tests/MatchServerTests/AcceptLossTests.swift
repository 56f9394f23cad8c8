// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Game
import Glibc
import Journal
import LibWebSockets
import Lobby
import MatchFixtures
import Testing

@testable import JournalSQLite
@testable import MatchServer

@Suite("A server whose journal lacks commits", .timeLimit(.minutes(1)))
struct AcceptLossTests {
  /// A folder whose heartbeat knows of a journal that is gone.
  private func folder() throws -> TemporaryFolder {
    let folder = try TemporaryFolder()
    let directory = try DataDirectory(path: folder.path)
    let store = try JournalStore(in: directory)
    #expect(store.write([.forgotten(SessionID("s"))])?.problem == nil)
    directory.beat(at: ServerTime(microseconds: 5_000_000_000), mark: store.durableMark)
    store.close()
    unlink(directory.journalPath)
    return folder
  }

  @Test("starts only if the loss is accepted, logs it, and starts by itself from then on")
  func server() async throws {
    let folder = try folder()
    let loop = try EventLoop.start()
    defer { loop.stop() }
    let log = LineCollector()
    var options = ServerOptions()
    options.dataPath = folder.path
    await #expect(throws: JournalError.self) {
      _ = try await ServerActor(loop: loop, options: options, logger: log.logger()).start()
    }
    options.acceptsLoss = true
    let server = ServerActor(loop: loop, options: options, logger: log.logger())
    _ = try await server.start()
    #expect(log.all.contains { $0.contains("starting without it (--accept-loss)") })
    await server.stop()
    try await server.closeJournal()
    let lines = try folder.bytes("heartbeat").split(separator: 10)
    let mark = JournalMark(line: String(decoding: try #require(lines.last), as: UTF8.self))
    #expect(mark != nil)
    #expect(
      JournalLoss(
        known: mark, lastBeat: nil, found: JournalGlance(at: folder.path + "/journal.sqlite"))
        == nil)
  }
}
