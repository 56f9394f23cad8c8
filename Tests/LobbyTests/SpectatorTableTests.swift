// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Game
import Testing

@testable import Lobby

@Suite("The spectators of a room", .timeLimit(.minutes(1)))
struct SpectatorTableTests {
  private let time = ServerTime(microseconds: 1_000_000)
  private var spectators = SpectatorTable()

  private func session(_ number: Int) -> SessionID { SessionID("spectator \(number)") }

  @Test("are found, changed and removed by session, and nobody else is")
  mutating func index() {
    for number in 0..<5 { spectators.insert(Spectator(session: session(number))) }
    spectators.change(session(3)) { $0.firstSeq = 7 }
    let wasThere = spectators.remove(session(0))
    let isStillThere = spectators.remove(session(0))
    #expect(wasThere && !isStillThere)
    #expect(spectators[session(0)] == nil)
    #expect(spectators[session(3)]?.firstSeq == 7)
    #expect(spectators.all.count == 4)
    for number in 1..<5 { #expect(spectators[session(number)]?.session == session(number)) }
    spectators.insert(Spectator(session: session(3), firstSeq: 9))
    #expect(spectators[session(3)]?.firstSeq == 9)
    #expect(spectators.all.count == 4)
    for number in 1..<5 { spectators.remove(session(number)) }
    #expect(spectators.all.isEmpty)
  }

  @Test("name the one disconnected longest, whoever has returned or left meanwhile")
  mutating func absent() {
    for number in 0..<4 { spectators.insert(Spectator(session: session(number))) }
    #expect(spectators.firstAbsent == nil)
    for number in 0..<4 {
      spectators.change(session(number)) { $0.disconnectedAt = time + .seconds(number) }
    }
    #expect(spectators.firstAbsent?.session == session(0))
    spectators.change(session(1)) { $0.disconnectedAt = nil }
    spectators.remove(session(0))
    #expect(spectators.firstAbsent?.session == session(2))
    spectators.change(session(1)) { $0.disconnectedAt = time + .seconds(9) }
    spectators.forgive(.seconds(3), now: time + .seconds(10))
    #expect(spectators.firstAbsent?.disconnectedAt == time + .seconds(5))
    spectators.remove(session(2))
    spectators.remove(session(3))
    #expect(spectators.firstAbsent?.disconnectedAt == time + .seconds(10))
    spectators.remove(session(1))
    #expect(spectators.firstAbsent == nil && spectators.all.isEmpty)
  }
}
