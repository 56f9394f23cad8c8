// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Crypto
import Foundation
import MatchFixtures
import Synchronization
import Testing

/// A real server that reloads its configuration on SIGHUP.
@Suite("Reloading a running server", .timeLimit(.minutes(2)))
struct ReloadTests {
  /// A server's files, with access to its log.
  private struct Scene: Sendable {
    let folder: TemporaryFolder
    var log: String { folder.path + "/log" }

    init() throws {
      folder = try TemporaryFolder()
    }

    func put(_ certificate: SelfSignedCertificate) throws {
      try folder.write(certificate.certificatePEM, to: "chain.pem")
      try folder.write(certificate.privateKeyPEM, to: "key.pem")
    }

    @discardableResult
    func configure(_ lines: String) throws -> String {
      try folder.write(
        """
        # What this test tells.
        tls-certificate: \(folder.path)/chain.pem
        tls-key: \(folder.path)/key.pem
        log-level: debug
        \(lines)
        """, to: "server.yaml")
    }

    /// Sends SIGHUP, and waits until the log contains `words`.
    ///
    /// A growing log cannot be awaited: the shell polls, half a minute at most.
    func hangUp(until words: String) async throws -> Bool {
      try await Programs.run(
        "sh",
        [
          "-c",
          """
          kill -HUP "$(cat '\(folder.path)/data/lock')"
          for attempt in $(seq 300); do
            grep -q '\(words)' '\(log)' && exit 0
            sleep 0.1
          done
          exit 1
          """,
        ]
      ).code == 0
    }
  }

  @Test("gives new connections a renewed certificate, while bots play on and none is dropped")
  func renewed() async throws {
    let scene = try Scene()
    let old = try SelfSignedCertificate.make(names: ["127.0.0.1"], validFor: .seconds(86_400 * 90))
    let new = try SelfSignedCertificate.make(names: ["127.0.0.1"], validFor: .seconds(86_400 * 90))
    try scene.put(old)
    let file = try scene.configure("max-rooms: 50")
    let (_, code) = try await Programs.withServer(
      ["--config", file], storage: ["--data", scene.folder.path + "/data"], log: scene.log
    ) { server in
      #expect(server.url.hasPrefix("wss://"))
      let trust = ["--tls-fingerprint", "\(old.fingerprint)"]
      let flips = Mutex(0)
      let (news, told) = AsyncStream<String>.makeStream()
      let play = ["--json", "--pace", "fast"]
      async let host = Programs.run(
        "facedown",
        ["bot", server.url, "--create", "--seats", "2", "--pairs", "8", "--reveal", "1"] + play
          + trust
      ) { line in
        if let found = value(of: "code", in: line) { told.yield(found) }
        guard line.contains(#""flipped""#) else { return }
        flips.withLock { $0 += 1 }
        told.yield("flipped")
      }
      guard let room = await news.first(where: { $0 != "flipped" }) else {
        throw ProgramError.noCode
      }
      async let guest = Programs.run("facedown", ["bot", "\(server.url)/\(room)"] + play + trust)
      _ = await news.first { $0 == "flipped" }
      try scene.put(new)
      try scene.configure("max-rooms: 60")
      #expect(try await scene.hangUp(until: "Configuration reloaded"))
      let before = flips.withLock { $0 }
      let late = try await Programs.run("facedown", ["rooms", server.url] + trust)
      #expect(late.code != 0, "The old certificate is no longer used.")
      let trusting = try await Programs.run(
        "facedown", ["rooms", server.url, "--tls-fingerprint", "\(new.fingerprint)"])
      #expect(trusting.code == 0, "\(trusting.errors)")
      for bot in [try await host, try await guest] {
        #expect(bot.code == 0, "\(bot.errors)")
        #expect(bot.lines.contains { $0.contains(#""ended""#) })
      }
      #expect(flips.withLock { $0 } > before + 4, "The match has continued.")
    }
    #expect(code == 0)
    let said = try scene.folder.text("log")
    let opened = said.split(separator: "\n").count { $0.contains("Connection opened.") }
    #expect(opened == 3, "Two bots and the list of rooms: nobody has reconnected. \(said)")
    #expect(
      said.contains("Connection opened. address=127.0.0.1"), "It has an address, counted or not.")
    #expect(said.contains("max-rooms changes from 50 to 60"))
    #expect(said.contains("fingerprint=\(new.fingerprint)"))
  }

  @Test("changes nothing if the file is invalid or the certificate has expired")
  func refused() async throws {
    let scene = try Scene()
    let good = try SelfSignedCertificate.make(names: ["127.0.0.1"], validFor: .seconds(86_400 * 90))
    let expired = try SelfSignedCertificate.make(
      names: ["127.0.0.1"], validFor: .seconds(-3_600), startingIn: .seconds(-7_200))
    try scene.put(good)
    let file = try scene.configure("max-rooms: 50")
    let data = scene.folder.path + "/data"
    let (_, code) = try await Programs.withServer(
      ["--config", file], storage: ["--data", data], log: scene.log
    ) { server in
      try scene.configure("max-roms: 60")
      #expect(try await scene.hangUp(until: "server.yaml:5: there is no setting"))
      let asked = try await Programs.run("facedown-server", ["admin", "reload", "--data", data])
      #expect(asked.code == 1 && asked.lines.isEmpty)
      #expect(asked.errors.contains("server.yaml:5: there is no setting"), "\(asked.errors)")
      try scene.configure("max-rooms: 60")
      try scene.put(expired)
      #expect(try await scene.hangUp(until: "has expired (on 20"))
      let trusting = try await Programs.run(
        "facedown", ["rooms", server.url, "--tls-fingerprint", "\(good.fingerprint)"])
      #expect(trusting.code == 0, "\(trusting.errors)")
    }
    #expect(code == 0)
    let said = try scene.folder.text("log")
    #expect(!said.contains("max-rooms changes from"), "A reload is all or nothing.")
    let noted = try scene.folder.text("data/audit.log")
    #expect(noted.contains(#""action":"reload""#) && noted.contains(#""outcome":"configuration""#))
    let start = try await Programs.run("facedown-server", ["--config", file, "--data", data])
    #expect(start.code != 0 && start.lines.isEmpty)
    #expect(start.errors.contains("chain.pem has expired (on 20"), "\(start.errors)")
  }
}
