// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Bots
import Cells
import FacedownTesting
import Game
import MatchClient
import MatchUI
import SocketClient
import TerminalFixtures
import TerminalUI
import Wire

@testable import TermClient

/// A home screen with a match of two bots behind it, at a whole server in memory.
final class LiveHome {
  let tester: ScreenTester<HomeScreen>
  private(set) var live = LiveMatch(draw: 1, show: .match)
  private let world = InMemoryWorld(dealer: .fair(.openSSL), seed: 3)
  private let viewer: Guest
  private var commands: [ClientCommand] = []

  private static let step = Duration.milliseconds(20)

  /// A home screen in a window, before the match is seen.
  init(_ style: RenderStyle, _ size: WindowSize = .usual, settings: MatchSettings) throws {
    tester = ScreenTester(HomeScreen(isDealt: true))
    (tester.style, tester.size) = (style, size)
    let world = world
    let ann = world.enter(
      name: "Ann", agent: "test",
      driver: BotDriver(Bot(seed: 1), goal: .create(settings), pace: .human))
    let code = try world.until("a room") { $0[ann.index].core.table?.code }
    let ben = world.enter(
      name: "Ben", agent: "test",
      driver: BotDriver(Bot(seed: 2), goal: .join(code: code), pace: .human))
    _ = try world.until("cards") {
      $0[ben.index].core.table?.log.latest.phase == .playing ? true : nil
    }
    viewer = world.enter(name: "Cy", agent: "test", driver: nil)
    tester.now = world.localNow(of: viewer).onDisplay
    _ = tester.frame()
    world.onEvent = { [weak self] guest, event, core, now in
      if guest == self?.viewer { self?.handle(event, core, at: now) }
    }
  }

  /// The viewer's client.
  var core: ClientCore { world.recording(of: viewer).core }

  private func handle(_ event: ClientEvent?, _ core: ClientCore, at now: LocalTime) {
    commands += live.handle(event, core, at: now)
    tester.screen.live.show(live, of: core)
  }

  /// Lets time pass, and draws what it brings.
  func pass(_ duration: Duration) {
    for _ in 0..<max(Int(duration / Self.step), 1) {
      world.pass(Self.step)
      let now = world.localNow(of: viewer)
      tester.now = now.onDisplay
      if let due = live.nextTick, due <= now { handle(nil, core, at: now) }
      let commands = commands
      self.commands = []
      for command in commands { world.command(command, viewer) }
      _ = tester.frame()
    }
  }

  /// The same screen drawn anew, without what an earlier frame has left.
  func redrawn() -> ScreenTester<HomeScreen> {
    let other = ScreenTester(HomeScreen(isDealt: true), in: tester.style)
    other.size = tester.size
    other.now = tester.now
    other.screen.live.show(live, of: core)
    return other
  }
}
