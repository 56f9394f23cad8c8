// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Game
import Testing

@testable import Lobby

@Suite("The members of a room", .timeLimit(.minutes(1)))
struct MemberTableTests {
  private let time = ServerTime(microseconds: 1_000_000)
  private var members = MemberTable()

  private func viewer(_ number: Int) -> SessionID { SessionID("viewer \(number)") }

  @Test("are found, changed and removed by session, and nobody else is")
  mutating func index() {
    members.insert(Member(session: SessionID("ada"), role: .player, actor: ActorNumber(1)))
    for number in 0..<5 { members.insert(Member(session: viewer(number), role: .spectator)) }
    members.change(viewer(3)) { $0.firstSeq = 7 }
    #expect(members.remove(viewer(0))?.session == viewer(0))
    #expect(members.remove(viewer(0)) == nil)
    #expect(members[viewer(3)]?.firstSeq == 7)
    #expect(members.players.count == 1 && members.spectators.count == 4)
    for number in 1..<5 { #expect(members[viewer(number)]?.session == viewer(number)) }
    members.insert(Member(session: viewer(4), role: .player, actor: ActorNumber(2)))
    #expect(members.players.map(\.session) == [SessionID("ada"), viewer(4)])
    #expect(members.spectators.count == 3)
    for number in 1..<5 { members.remove(viewer(number)) }
    #expect(members.all.map(\.session) == [SessionID("ada")])
  }

  @Test("say who has watched from afar the longest, whoever has come back or left meanwhile")
  mutating func absent() {
    for number in 0..<4 { members.insert(Member(session: viewer(number), role: .spectator)) }
    #expect(members.firstAbsentSpectator == nil)
    for number in 0..<4 {
      members.change(viewer(number)) { $0.disconnectedAt = time + .seconds(number) }
    }
    #expect(members.firstAbsentSpectator?.session == viewer(0))
    members.change(viewer(1)) { $0.disconnectedAt = nil }
    members.remove(viewer(0))
    #expect(members.firstAbsentSpectator?.session == viewer(2))
    members.change(viewer(1)) { $0.disconnectedAt = time + .seconds(9) }
    members.forgive(.seconds(3), now: time + .seconds(10))
    #expect(members.firstAbsentSpectator?.disconnectedAt == time + .seconds(5))
    members.remove(viewer(2))
    members.remove(viewer(3))
    #expect(members.firstAbsentSpectator?.disconnectedAt == time + .seconds(10))
    members.remove(viewer(1))
    #expect(members.firstAbsentSpectator == nil && members.isEmpty)
  }
}
