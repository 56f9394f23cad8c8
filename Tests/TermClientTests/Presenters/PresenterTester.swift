// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import FacedownTesting
import Game
import MatchClient
import Protocol
import Wire

@testable import MatchUI
@testable import TermClient

/// Ana at a presenter, in a room of a whole server in memory.
final class PresenterTester {
  let world = InMemoryWorld(dealer: .fair(.openSSL), seed: 3)
  let ana: Guest
  let presenter: any Presenter
  /// Ana's wishes other than commands, which the server gets.
  private(set) var wishes: [PlayerRequest] = []

  /// How often a presenter is refreshed.
  private static let frame = Duration.milliseconds(20)

  init(_ presenter: any Presenter) throws {
    self.presenter = presenter
    var patient = InMemoryWorld.Surroundings()
    patient.reconnectPolicy = ReconnectPolicy()
    let ana = world.enter(
      name: "Ana", agent: "test", surroundings: patient, driver: nil)
    self.ana = ana
    world.onEvent = { guest, event, core, now in
      if guest == ana { presenter.present(event, core, at: now) }
    }
    _ = try world.until("Ana to be welcomed") { $0[0].core.welcome }
  }

  /// Ana's client.
  var core: ClientCore { world.recording(of: ana).core }

  /// The phase of Ana's match.
  var phase: MatchView.Phase? { core.table?.log.latest.phase }

  /// Opens a room with a match for one.
  func openRoom(pairs: Int = 2) {
    world.command(.request(.createRoom(MatchSettings(pairs: pairs, seats: 1))), ana)
    pass(.seconds(1))
  }

  /// Reports an event that the server in memory never causes.
  func present(_ event: ClientEvent) {
    presenter.present(event, core, at: world.localNow(of: ana))
  }

  /// Lets time pass, and shows what it brings.
  func pass(_ duration: Duration) {
    for _ in 0..<max(Int(duration / Self.frame), 1) {
      world.pass(Self.frame)
      refresh()
    }
  }

  /// Types text, or ends the input with nil.
  func type(_ text: String?) {
    let bytes = text.map { Array($0.utf8) }
    perform(presenter.read(bytes, core, at: world.localNow(of: ana)))
    pass(.milliseconds(200))
  }

  /// Plays a match for one to its end, turning each card in its turn by `choose`.
  func play(_ choose: (_ place: String) -> Void) throws {
    var known: [Face: Int] = [:]
    var moves = 0
    while phase == .playing {
      guard let view = core.table?.log.latest, moves < 100 else { return }
      moves += 1
      for place in 0..<view.cards.count {
        if let card = view.card(at: place), card.state == .up, let face = card.face {
          known[face] = place
        }
      }
      let down = (0..<view.cards.count).filter { view.card(at: $0)?.state == .down }
      guard !down.isEmpty else { break }
      let up = view.faceUp.first.flatMap { view.card($0)?.face }
      let twin = up.flatMap { known[$0] }.flatMap { down.contains($0) ? $0 : nil }
      choose(Coordinates.name(twin ?? down[moves % down.count], columns: view.columns))
      pass(.seconds(3))
    }
  }

  private func refresh() {
    let now = world.localNow(of: ana)
    perform(presenter.read([], core, at: now))
    presenter.refresh(core, at: now)
  }

  private func perform(_ wishes: [PlayerRequest]) {
    for wish in wishes {
      if case .command(let command) = wish {
        world.command(command, ana)
      } else {
        self.wishes.append(wish)
      }
    }
  }
}

/// The lines that a presenter has printed.
final class PrintedLines {
  var all: [String] = []

  func has(_ text: String) -> Bool { all.contains { $0.contains(text) } }
}
