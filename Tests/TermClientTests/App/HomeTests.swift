// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Bots
import FacedownTesting
import Foundation
import Game
import MatchClient
import MatchUI
import Protocol
import Testing

@testable import TermClient

/// The whole program on a recorded terminal, with a real server in this process.
@Suite("Home", .timeLimit(.minutes(3)))
struct HomeTests {
  private func visit(
    _ tester: AppTester, _ person: @Sendable (AppTester) async throws -> Void
  ) async throws {
    async let home: Void = tester.home()
    do {
      try await person(tester)
    } catch {
      await tester.endInput()
      throw error
    }
    try await home
    #expect(await !tester.isOpen)
    tester.stop()
  }

  @Test("opens in full screen, and q restores the terminal")
  func opening() async throws {
    try await visit(AppTester()) { tester in
      try await tester.sees("against bots on this machine")
      #expect(await tester.isOpen)
      try await tester.type("?", at: "q quit")
      try await tester.type("x", at: "Esc close")
      try await tester.type("q", at: "against bots on this machine")
    }
  }

  @Test("is left by the end of the input, in menus and in forms")
  func endOfInput() async throws {
    for keys in ["", "j", "s"] {
      try await visit(AppTester()) { tester in
        try await tester.type(keys, at: "against bots on this machine")
        if !keys.isEmpty { try await tester.misses("against bots on this machine") }
        await tester.endInput()
      }
    }
  }

  @Test("needs a terminal")
  func noTerminal() async throws {
    let tester = try AppTester(hasTerminal: false)
    await #expect(throws: (any Error).self) { try await tester.home() }
    tester.stop()
  }

  @Test("saves settings, and shows them from then on")
  func settings() async throws {
    let tester = try AppTester()
    try await visit(tester) { tester in
      try await tester.type("s", at: "against bots on this machine")
      try await tester.type("\u{1b}[C\r", at: "Palette")
      try await tester.type("s", at: "against bots on this machine")
      try await tester.sees("deutan")
      await tester.type("\u{1b}")
      try await tester.type("q", at: "against bots on this machine")
    }
    let file = try #require(FileManager.default.contents(atPath: tester.path + "/facedown/config"))
    #expect(String(decoding: file, as: UTF8.self).contains("palette = deutan"))
  }

  @Test("shows why a room could not be joined, and tries again or returns to the form")
  func refusedJoin() async throws {
    let world = try await SocketWorld()
    let url = await world.address
    try await visit(AppTester("name = Ana", "server = \(url)")) { tester in
      try await tester.type("j", at: "against bots on this machine")
      try await tester.type("\tQQQQQ\t\t\t\r", at: "Take a seat in somebody's room.")
      try await tester.type("\u{1b}[B", at: "▸ Try again ◂")
      try await tester.type("t", at: "▸ Back ◂")
      try await tester.type("b", at: "▸ Try again ◂")
      try await tester.type("\u{1b}", at: "QQQQQ")
      try await tester.type("q", at: "against bots on this machine")
    }
    await world.stop()
  }

  @Test("asks for a name once, and shows why a local server did not start")
  func host() async throws {
    let tester = try AppTester()
    try await visit(tester) { tester in
      try await tester.type("h", at: "against bots on this machine")
      try await tester.type("Ana\r", at: "What should others call you?")
      try await tester.type("\u{1b}[Z\r", at: "Runs a server here")
      try await tester.type("\u{1b}[B", at: "No server.")
      try await tester.type("t", at: "▸ Back ◂")
      try await tester.type("b", at: "▸ Try again ◂")
      try await tester.type("h", at: "against bots on this machine")
      try await tester.type("\u{1b}", at: "Runs a server here")
      try await tester.type("q", at: "against bots on this machine")
    }
    let file = try #require(FileManager.default.contents(atPath: tester.path + "/facedown/config"))
    #expect(String(decoding: file, as: UTF8.self).contains("name = Ana"))
  }

  @Test("plays a match against a bot to its end, and is home again")
  func match() async throws {
    let world = try await SocketWorld()
    let url = await world.address
    let own = try #require(OwnServer(announcedIn: "{\"url\":\"\(url)\"}"))
    let eve = try await world.enter(name: "Eve")
    try await visit(AppTester("name = Ana", server: { try await $2(own) })) { tester in
      try await tester.type("p", at: "against bots on this machine")
      let fewer = String(repeating: "\u{1b}[D", count: 6)
      try await tester.type("\(fewer)\u{1b}[Z\r", at: "Pairs on the table")
      try await tester.sees("Enter ready")
      try await world.watchOnlyRoom(as: eve)
      await tester.type("\r")
      try await tester.play(in: world, watchedBy: eve)
      try await tester.type("q", at: "Enter play again")
      try await tester.type("y", at: "leave and stop the server")
      try await tester.type("q", at: "against bots on this machine")
    }
    await world.stop()
  }

  @Test("lists rooms, watches one, and shows leaderboards and replays")
  func rooms() async throws {
    let world = try await SocketWorld()
    let url = await world.address
    let ana = try await world.enter(name: "Ana")
    await world.command(.request(.createRoom(MatchSettings(pairs: 2, seats: 2))), ana)
    let code = try await world.roomCode(of: ana).asRoomCode
    try await visit(AppTester("name = Ben", "server = \(url)")) { tester in
      try await tester.type("r", at: "against bots on this machine")
      try await tester.type("\u{1b}[Z\r", at: "The rooms of a server, live.")
      try await tester.type("l", at: "1 room, live")
      try await tester.type("r", at: "Be the first")
      try await tester.type("\u{1b}", at: "Be the first")
      try await tester.type("p", at: "1 room, live")
      try await tester.type("\u{1b}", at: "no replays for you")
      try await tester.type("w", at: code)
      try await tester.type("q", at: "You are watching.")
      try await tester.type("\u{1b}", at: "1 room, live")
      try await tester.type("\u{1b}", at: "The rooms of a server, live.")
      try await tester.type("q", at: "against bots on this machine")
    }
    await world.stop()
  }

  @Test("connects to a server that does not answer until the person gives up")
  func unreachable() async throws {
    try await visit(AppTester("name = Ben", "server = ws://127.0.0.1:1")) { tester in
      try await tester.type("l", at: "against bots on this machine")
      try await tester.type("\u{1b}[Z\r", at: "The best players of a server")
      try await tester.type("\u{1b}", at: "Press r to try again.")
      try await tester.type("\u{1b}", at: "The best players of a server")
      try await tester.type("q", at: "against bots on this machine")
    }
  }
}

extension SocketWorld {
  /// Lets a guest watch the only room there is.
  func watchOnlyRoom(as guest: Guest) async throws {
    _ = try await until("a welcome") { $0[guest.index].core.welcome }
    command(.listRooms(watch: false), guest)
    let code = try await until("a room") { $0[guest.index].core.rooms.first?.code }
    command(.request(.joinRoom(JoinRoom(code: code, role: .spectator))), guest)
    _ = try await until("to watch") { $0[guest.index].core.table }
  }
}

extension AppTester {
  /// Plays the first seat's turns of a match to its end, with the memory of a spectator.
  func play(in world: SocketWorld, watchedBy guest: Guest) async throws {
    var known: [Face: Int] = [:]
    var move = 0
    while true {
      let view = try #require(await world.recording(of: guest).core.table?.log.latest)
      if view.phase == .ended { return }
      for place in 0..<view.cards.count {
        if let card = view.card(at: place), card.state == .up, let face = card.face {
          known[face] = place
        }
      }
      let down = (0..<view.cards.count).filter { view.card(at: $0)?.state == .down }
      if view.phase == .undealt {
        type(" ")
      } else if view.phase == .playing, view.turn?.seat == SeatIndex(0), view.faceUp.count < 2,
        !down.isEmpty
      {
        move += 1
        let up = view.faceUp.first.flatMap { view.card($0)?.face }
        let twin = up.flatMap { known[$0] }.flatMap { down.contains($0) ? $0 : nil }
        let place = twin ?? down[move % down.count]
        type(Coordinates.name(place, columns: view.columns).lowercased())
      }
      await pause()
    }
  }
}
