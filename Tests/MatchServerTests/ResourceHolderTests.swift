// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Glibc
import JournalSQLite
import LibWebSockets
import MatchFixtures
import Testing

@testable import MatchServer

@Suite("The holder of a resource", .timeLimit(.minutes(1)))
struct ResourceHolderTests {
  @Test("is waited for, and named without the advice to wait")
  func sentences() throws {
    for error in [
      DataDirectoryError.held(path: "/data", by: 7),
      DataDirectoryError.held(path: "/data", by: nil),
      ListenError.portInUse(host: "127.0.0.1", port: 7777),
    ] as [any Error] {
      let sentence = try #require(ResourceHolder(error)?.sentence)
      #expect(sentence.hasPrefix("Waiting for ") && sentence.hasSuffix("."))
      for advice in ["--wait", "stop", "choose"] { #expect(!sentence.contains(advice)) }
    }
    #expect(
      ResourceHolder(DataDirectoryError.held(path: "/data", by: 7))?.sentence.contains(
        "process 7 to release /data")
        == true)
  }

  @Test("is nil if waiting does not help")
  func others() {
    for error in [
      DataDirectoryError.unusable(path: "/data", problem: 13), ListenError.notPermitted(port: 80),
      CancellationError(), JournalError.newer(path: "/data"),
    ] as [any Error] {
      #expect(ResourceHolder(error) == nil)
    }
  }

  @Test("is named once by a server that waits for the folder, until it leaves")
  func waits() async throws {
    let folder = try TemporaryFolder()
    var former: DataDirectory? = try DataDirectory(path: folder.path)
    let loop = try EventLoop.start()
    defer { loop.stop() }
    let lines = LineCollector()
    var options = ServerOptions()
    (options.dataPath, options.waits) = (folder.path, true)
    let server = ServerActor(loop: loop, options: options, logger: lines.logger())
    async let start = server.start()
    while lines.all.isEmpty { await Task.yield() }
    let holder = ResourceHolder.folder(path: folder.path, by: getpid())
    #expect(former != nil && lines.all.joined().contains(holder.sentence))
    former = nil
    _ = try await start
    #expect(lines.all.count { $0.contains("Waiting for") } == 1)
    await server.stop()
    try await server.closeJournal()
  }
}
