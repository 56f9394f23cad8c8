// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Cells
import Game
import MatchFixtures
import Stage
import Testing

@testable import MatchUI

@Suite("Notifications of a match", .timeLimit(.minutes(1)))
struct MatchAttentionTests {
  /// The notifications of a match of `names`, sampled at a seat every tenth of a second.
  private func occasions(
    _ names: [String], seat: Int?, mode: MatchSettings.Mode = .memorize
  ) -> [MatchAttention.Occasion] {
    var script = ScriptedMatch(
      names, faces: [2, 2, 15, 15], settings: MatchSettings(mode: mode, theme: "animals"))
    let begin = script.now
    script.pass(.seconds(1))
    script.begin()
    script.deal()
    script.choose(0, 2)
    if names.count > 1 { script.choose(1, 3) }
    script.pass(.seconds(31))
    if names.count > 1 { script.resign(0) }
    script.pass(.seconds(2))
    var local = ViewerState()
    if let seat { local.add(.seat(SeatIndex(seat)), at: .zero) }
    var attention = MatchAttention()
    var found: [MatchAttention.Occasion] = []
    var time = begin
    while time <= script.now {
      if let occasion = attention.note(stage(script.log, local, at: time)) {
        found.append(occasion)
      }
      time = time + .milliseconds(100)
    }
    return found
  }

  @Test("A match's start, each of the player's turns, and its end notify once")
  func player() {
    for seat in [0, 1] {
      let found = occasions(["Ana", "Ben"], seat: seat)
      #expect(found.first == .began && found.last == .ended)
      let turns = found.dropFirst().dropLast()
      #expect(turns.allSatisfy { $0 == .yourTurn } && (1...2).contains(turns.count), "\(found)")
    }
  }

  @Test("Spectators and players alone are not notified")
  func others() {
    #expect(occasions(["Ana", "Ben"], seat: nil).isEmpty)
    #expect(occasions(["Ana"], seat: 0).isEmpty)
  }

  @Test("The title says whose turn it is, and keeps saying so while cards show")
  func titles() {
    var script = ScriptedMatch(faces: [2, 2, 15, 15])
    var screen = MatchScreen(roomCode: "KAZU")
    func title(_ you: Int) -> String? {
      var local = ViewerState()
      local.add(.seat(SeatIndex(you)), at: .zero)
      return screen.windowTitle(of: stage(script.log, local, at: script.now))
    }
    #expect(title(0) == "Room KAZU - Facedown")
    script.begin()
    script.deal()
    script.pass(.seconds(1))
    let seat = script.turnSeat.rawValue
    #expect(title(seat) == "Your turn - Facedown")
    #expect(title(1 - seat) == "\(["Ana", "Ben"][seat])'s turn - Facedown")
    screen.isCutOff = true
    #expect(title(seat) == "Connection lost - Facedown")
    screen.isCutOff = false
    script.choose(0)
    script.choose(2)
    #expect(title(seat) == nil)
    script.resign(1)
    #expect(title(0) == "You win: everybody else has left - Facedown")
  }
}
