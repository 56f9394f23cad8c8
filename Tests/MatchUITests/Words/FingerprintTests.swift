// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Cells
import Game
import Testing

@testable import MatchUI

@Suite("Equal names", .timeLimit(.minutes(1)))
struct FingerprintTests {
  private func names(_ players: [Player?]) -> [String] {
    players.enumerated().map {
      Wording.name($0.element, seat: SeatIndex($0.offset), among: players)
    }
  }

  @Test("are told apart by fingerprints, or by guest and bot")
  func alike() {
    #expect(
      names([
        Player(name: "Ann", id: "k7q2aaaa"), Player(name: "Ann"), Player(name: "Ben", id: "bbbb"),
        Player(name: "ann", isBot: true), nil,
      ]) == ["Ann ·k7q2", "Ann ·guest", "Ben", "ann ·bot", "Seat 5"])
  }

  @Test("show longer fingerprints if these begin alike too, up to a limit")
  func longer() {
    #expect(
      names([Player(name: "Ann", id: "k7q2xy"), Player(name: "Ann", id: "k7q2xz")])
        == ["Ann ·k7q2xy", "Ann ·k7q2xz"])
    let long = String(repeating: "k", count: 32)
    #expect(
      names([Player(name: "Ann", id: long), Player(name: "Ann", id: long)]).first == "Ann ·kkkk")
    #expect(Fingerprint.length(for: [long, String(repeating: "k", count: 31) + "z"]) == 12)
  }

  @Test("are shortened to leave room for the mark")
  func limit() {
    let name = "Wilhelmina Featherstone"
    let all = names([Player(name: name, id: "k7q2"), Player(name: name)])
    #expect(all == ["Wilhelmina Feather ·k7q2", "Wilhelmina Feathe ·guest"])
    #expect(all.allSatisfy { $0.cells == Wording.nameLimit })
  }

  @Test("a player id from a server is sanitised")
  func harmless() {
    #expect(Fingerprint.text(of: "\u{1b}[2J\u{202e}k7 q2") == "2Jk7")
    #expect(Fingerprint.text(of: "") == "")
  }
}
