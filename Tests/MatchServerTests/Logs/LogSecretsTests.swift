// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Bots
import Crypto
import FacedownTesting
import Foundation
import Game
import LibWebSockets
import MatchClient
import MatchFixtures
import Protocol
import SocketClient
import Testing

@testable import MatchServer

/// Secrets that no log may contain at any level.
@Suite("Secrets and the log", .timeLimit(.minutes(2)))
struct LogSecretsTests {
  /// As a log might spell bytes.
  private func spellings(_ bytes: [UInt8]) -> [String] {
    let hexadecimal = bytes.map { String(format: "%02x", $0) }.joined()
    let list = bytes.map { "\($0)" }.joined(separator: ", ")
    return [hexadecimal, hexadecimal.uppercased(), Data(bytes).base64EncodedString(), list]
  }

  @Test("a match of players with odd names leaves neither in it", arguments: LogForm.allCases)
  func match(form: LogForm) async throws {
    let lines = LineCollector()
    let folder = try TemporaryFolder()
    let loop = try EventLoop.start()
    defer { loop.stop() }
    var options = ServerOptions()
    options.dataPath = folder.path
    let server = ServerActor(loop: loop, options: options, logger: lines.logger(form))
    let url = try await server.start().address.url
    let world = try await SocketWorld(joining: url)
    let settings = MatchSettings(pairs: 3, seats: 2, reveal: .seconds(1))
    let names = ["Ana\"}{=\\", "Ben [31m %n $(id)"]
    let ana = try await world.enter(
      name: names[0], agent: "facedown-bot/\u{1b}[31m\n",
      driver: BotDriver(Bot(seed: 1), goal: .create(settings), pace: .fast))
    let code = try await world.roomCode(of: ana)
    let ben = try await world.enter(
      name: names[1], agent: "facedown-bot/test",
      driver: BotDriver(Bot(seed: 2), goal: .join(code: code), pace: .fast))
    // Names with control characters are refused, and the refusal is logged no more than the name.
    let eve = try await world.enter(name: "Eve\u{1b}[2J\n", agent: "test")
    let guests = try await world.until("the end") { guests in
      let isOver = [ana, ben].allSatisfy {
        guests[$0.index].core.table?.log.latest.phase == .ended
      }
      return isOver && !guests[eve.index].isConnected ? guests : nil
    }
    await world.stop()
    await server.stop()
    try await server.closeJournal()

    let log = lines.all
    #expect(log.contains { $0.contains("Opening a room.") } && log.count > 20)
    for line in log {
      #expect(!line.dropLast().unicodeScalars.contains { $0.value < 0x20 || $0.value == 0x7f })
      #expect(line.hasSuffix("\n"))
    }
    let text = log.joined()
    for name in ["Ana", "Ben", "Eve", "facedown-bot"] { #expect(!text.contains(name)) }
    #expect(!text.contains(code), "Who knows a room's code may enter.")
    var secrets = 0
    for guest in [ana, ben] {
      for message in guests[guest.index].received {
        switch message {
        case .welcome(let welcome):
          for secret in [welcome.resumeToken, welcome.challenge].compactMap({ $0 }) {
            secrets += 1
            for spelling in spellings(secret) { #expect(!text.contains(spelling)) }
          }
        case .entry(let entry):
          guard case .ended(let ended) = entry.event else { continue }
          secrets += 1
          for spelling in spellings(ended.seed) { #expect(!text.contains(spelling)) }
        default: continue
        }
      }
    }
    #expect(secrets >= 6, "The test knows what it looks for.")
    let known = ["connection", "address", "room", "entries", "bytes", "session", "reason"]
    for line in log where form == .json {
      let object = try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any]
      let facts = object?["metadata"] as? [String: String] ?? [:]
      #expect(facts.keys.allSatisfy(known.contains), "\(line)")
    }
  }
}
