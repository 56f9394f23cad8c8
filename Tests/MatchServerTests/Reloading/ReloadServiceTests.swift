// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Crypto
import LibWebSockets
import Logging
import MatchFixtures
import Settings
import Synchronization
import Testing

@testable import MatchServer

@Suite("Reloading the configuration", .timeLimit(.minutes(1)))
struct ReloadServiceTests {
  /// A running server with its configuration file.
  private struct Scene: Sendable {
    let folder: TemporaryFolder
    let loop: EventLoop
    let server: ServerActor
    let lines: LineCollector
    let threshold: LogThreshold
    let service: ReloadService
    let first: MergedSettings<ServerSettings>

    init(_ text: String) async throws {
      let folder = try TemporaryFolder()
      let files = try ServerCertificateTests.Files()
      for name in ["chain.pem", "key.pem"] { try folder.write(files.folder.bytes(name), to: name) }
      try folder.write(Array(text.utf8), to: "server.yaml")
      let given = GivenSettings(
        file: folder.path + "/server.yaml",
        flags: [
          SettingItem(Setting(\.listen), ["127.0.0.1:0"], .flag),
          SettingItem(Setting(\.isInMemory), ["true"], .flag),
          SettingItem(Setting(\.tlsCertificate), [folder.path + "/chain.pem"], .flag),
          SettingItem(Setting(\.tlsKey), [folder.path + "/key.pem"], .flag),
        ])
      let read = { @Sendable () throws(SettingsProblem) in try given.merged([:]) }
      let settings = try read()
      let (loop, lines, threshold) = (try EventLoop.start(), LineCollector(), LogThreshold())
      let logger = lines.logger()
      server = ServerActor(
        loop: loop, options: try settings.values.serverOptions(outlivesItsInput: true).0,
        logger: logger)
      service = ReloadService(
        server: server, read: read, settings: settings, queue: ReloadQueue(), threshold: threshold,
        terminal: StartingTerminal(), logger: logger)
      _ = try await server.start()
      (self.folder, self.loop, self.lines, self.threshold) = (folder, loop, lines, threshold)
      first = settings
    }

    /// Changes the file and reloads it; returns the settings and what was logged.
    func reload(_ text: String) async throws -> (MergedSettings<ServerSettings>, said: String) {
      try write(text)
      _ = lines.take()
      let (settings, _) = await service.reload(first)
      return (settings, lines.take().joined())
    }

    func write(_ text: String) throws { try folder.write(Array(text.utf8), to: "server.yaml") }

    /// The lines an admin reload request is answered with.
    func ask() async -> [AdminReply] {
      await withCheckedContinuation { told in service.queue.ask { told.resume(returning: $0) }
      }
    }
  }

  private func withScene(_ text: String, _ body: (Scene) async throws -> Void) async throws {
    let scene = try await Scene(text)
    defer { scene.loop.stop() }
    try await body(scene)
    await scene.server.stop()
  }

  @Test("applies what can change, and names what needs a restart")
  func taken() async throws {
    try await withScene("max-rooms: 5") { scene in
      let (settings, said) = try await scene.reload("max-rooms: 6\nlog-level: warning\nwait: true")
      #expect(settings.values.process.rooms == 6 && scene.threshold.level == .warning)
      #expect(said.contains("max-rooms changes from 5 to 6 (\(scene.folder.path)/server.yaml:1)."))
      #expect(said.contains("wait changes from false to true"))
      #expect(said.contains("after a restart."))
      #expect(said.contains("Configuration reloaded. postponed=1 taken=2"))
      #expect(!said.contains("new certificate"), "The same certificate is no news.")
    }
  }

  @Test("changes nothing if a line is wrong, and names it")
  func wrong() async throws {
    try await withScene("max-rooms: 5") { scene in
      let (settings, said) = try await scene.reload(
        "max-rooms: 6\nmax-sessions: many\nlog-level: debug")
      #expect(settings.values.process.rooms == 5 && scene.threshold.level == .info)
      #expect(said.contains("server.yaml:2: max-sessions is \"many\": give a whole number"))
      #expect(said.contains("the server keeps the old one."))
      let (same, again) = try await scene.reload("max-rooms: [")
      #expect(same.values.process.rooms == 5 && again.contains("server.yaml:1: this is not YAML"))
    }
  }

  @Test("answers an admin request with the effects, or the reasons for rejecting it")
  func asked() async throws {
    try await withScene("max-rooms: 5") { scene in
      async let served: Void = scene.service.serve()
      #expect(
        await scene.ask() == [.done("The configuration was reloaded: nothing changed.")]
      )
      try scene.write("max-rooms: many\nmax-sessions: few")
      let refused = try #require(await scene.ask().last?.refused)
      #expect(refused.code == .configuration)
      for word in ["server.yaml:1: max-rooms is \"many\"", "server.yaml:2:", "keeps the old one."] {
        #expect(refused.description.contains(word), "\(refused.description)")
      }
      try scene.write("max-rooms: 6\nwait: true")
      let lines = await scene.ask()
      #expect(lines.compactMap(\.effect?.kind) == [.changed, .waits])
      #expect(lines.first?.effect?.says.contains("max-rooms changes from 5 to 6") == true)
      #expect(
        lines.last?.done == "The configuration was reloaded: 1 change applied, 1 change "
          + "needs a restart.")
      #expect(await scene.ask().compactMap(\.effect?.kind) == [.waits], "What holds is no change.")
      let renewed = try ServerCertificateTests.Files()
      for name in ["chain.pem", "key.pem"] {
        try scene.folder.write(renewed.folder.bytes(name), to: name)
      }
      #expect(
        await scene.ask().first?.effect?.says.contains("get the certificate now in") == true)
      scene.service.queue.close()
      await served
      #expect(await scene.ask().map(\.refused?.code) == [.unavailable])
    }
  }

  @Test("has a bounded queue, and refuses requests beyond it")
  func bounds() throws {
    let queue = ReloadQueue()
    let refused = Mutex<[AdminAnswer]>([])
    for _ in 0...ReloadQueue.limit {
      queue.ask { answer in refused.withLock { $0.append(answer) } }
      queue.hangUp()
    }
    let answers = refused.withLock { $0 }
    #expect(answers.count == 1 + ReloadQueue.limit / 2)
    #expect(answers.allSatisfy { $0.last?.refused?.code == .tooMany })
  }

  @Test("lists the first mistakes, and states that there are more")
  func many() throws {
    let outcome = ReloadOutcome.refused((1...9).map { "Mistake \($0)." })
    let says = try #require(outcome.answer.last?.refused?.description)
    #expect(says.contains("Mistake 5. See the server's log for 4 more. The configuration"))
  }

  @Test("uses a renewed certificate, and keeps the old one if the new is invalid")
  func certificate() async throws {
    try await withScene("max-rooms: 5") { scene in
      let renewed = try ServerCertificateTests.Files()
      try scene.folder.write(renewed.folder.bytes("chain.pem"), to: "chain.pem")
      let (half, refusal) = try await scene.reload("max-rooms: 6")
      #expect(half.values.process.rooms == 5, "It is the whole or nothing.")
      #expect(refusal.contains("does not match the certificate in"))
      try scene.folder.write(renewed.folder.bytes("key.pem"), to: "key.pem")
      let (whole, said) = try await scene.reload("max-rooms: 6")
      #expect(whole.values.process.rooms == 6)
      #expect(said.contains("New connections get the new certificate."))
      #expect(said.contains("\(renewed.made.fingerprint)"))
    }
  }
}
