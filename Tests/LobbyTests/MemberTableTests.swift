// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Game
import Testing

@testable import Lobby

@Suite("The members of a room", .timeLimit(.minutes(1)))
struct MemberTableTests {
  private let time = ServerTime(microseconds: 1_000_000)
  private var members = MemberTable()

  private func spectator(_ number: Int) -> SessionID { SessionID("viewer \(number)") }

  @Test("are found, changed and removed by session, and nobody else is")
  mutating func index() {
    members.insert(Member(session: SessionID("ada"), role: .player, actor: ActorNumber(1)))
    for number in 0..<5 { members.insert(Member(session: spectator(number), role: .spectator)) }
    members.change(spectator(3)) { $0.firstSeq = 7 }
    #expect(members.remove(spectator(0))?.session == spectator(0))
    #expect(members.remove(spectator(0)) == nil)
    #expect(members[spectator(3)]?.firstSeq == 7)
    #expect(members.players.count == 1 && members.spectators.count == 4)
    for number in 1..<5 { #expect(members[spectator(number)]?.session == spectator(number)) }
    members.insert(Member(session: spectator(4), role: .player, actor: ActorNumber(2)))
    #expect(members.players.map(\.session) == [SessionID("ada"), spectator(4)])
    #expect(members.spectators.count == 3)
    for number in 1..<5 { members.remove(spectator(number)) }
    #expect(members.all.map(\.session) == [SessionID("ada")])
  }

  @Test("name the spectator disconnected longest, whoever has returned or left meanwhile")
  mutating func absent() {
    for number in 0..<4 { members.insert(Member(session: spectator(number), role: .spectator)) }
    #expect(members.firstAbsentSpectator == nil)
    for number in 0..<4 {
      members.change(spectator(number)) { $0.disconnectedAt = time + .seconds(number) }
    }
    #expect(members.firstAbsentSpectator?.session == spectator(0))
    members.change(spectator(1)) { $0.disconnectedAt = nil }
    members.remove(spectator(0))
    #expect(members.firstAbsentSpectator?.session == spectator(2))
    members.change(spectator(1)) { $0.disconnectedAt = time + .seconds(9) }
    members.forgive(.seconds(3), now: time + .seconds(10))
    #expect(members.firstAbsentSpectator?.disconnectedAt == time + .seconds(5))
    members.remove(spectator(2))
    members.remove(spectator(3))
    #expect(members.firstAbsentSpectator?.disconnectedAt == time + .seconds(10))
    members.remove(spectator(1))
    #expect(members.firstAbsentSpectator == nil && members.isEmpty)
  }
}
