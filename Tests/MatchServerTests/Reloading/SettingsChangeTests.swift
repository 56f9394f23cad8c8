// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import ArgumentParser
import Protocol
import Settings
import Testing

@testable import MatchServer

@Suite("A change of settings", .timeLimit(.minutes(1)))
struct SettingsChangeTests {
  private func settings(_ arguments: String...) throws -> MergedSettings<ServerSettings> {
    try ServerArguments.parse(arguments).given.merged([:])
  }

  @Test("is applied as far as a running server can, and the rest is reported")
  func both() throws {
    let before = try settings("--max-rooms", "5", "--listen", "127.0.0.1:1", "--intents", "4")
    let after = try settings("--max-rooms", "6", "--listen", "127.0.0.1:2", "--log-level", "debug")
    let change = SettingsChange(from: before, to: after)
    #expect(
      change.taken.map { $0.sentence(isTaken: true) } == [
        "log-level changes from info to debug (--log-level).",
        "max-rooms changes from 5 to 6 (--max-rooms).",
        "intents changes from 4 to 5 (default) for new connections.",
      ])
    #expect(
      change.postponed.map { $0.sentence(isTaken: false) } == [
        "listen changes from 127.0.0.1:1 to 127.0.0.1:2 (--listen) after a restart."
      ])
    #expect(change.result.values.process.rooms == 6)
    #expect(change.result.values.client.intentsPerSecond == 5)
    #expect(change.result.values.listen.port == 1, "What it does not apply stays as it was.")
    let again = SettingsChange(from: change.result, to: after)
    #expect(again.taken.isEmpty && again.postponed.count == 1)
  }

  @Test("is empty when the same values are written differently")
  func none() throws {
    let change = SettingsChange(from: try settings(), to: try settings("--max-rooms", "10000"))
    #expect(change.taken.isEmpty && change.postponed.isEmpty)
  }

  @Test("needs a restart to switch TLS on or off")
  func encryption() throws {
    let clear = try settings()
    let files = try settings("--tls-certificate", "a.pem", "--tls-key", "a.key")
    let others = try settings("--tls-certificate", "b.pem", "--tls-key", "b.key")
    #expect(SettingsChange(from: clear, to: files).postponed.count == 2)
    #expect(SettingsChange(from: clear, to: files).result.values.certificateFiles == nil)
    #expect(
      SettingsChange(from: files, to: clear).result.values.certificateFiles?.certificate == "a.pem")
    #expect(
      SettingsChange(from: files, to: others).result.values.certificateFiles?.certificate == "b.pem"
    )
  }
}
