// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Game
import Journal
import LibWebSockets
import Protocol
import Testing

@testable import MatchServer

@Suite("Admission", .timeLimit(.minutes(1)))
struct AdmissionTests {
  private let now = ServerTime(microseconds: 1_000_000_000)

  private func limits(_ change: (inout ServerLimits) -> Void = { _ in }) -> ServerLimits {
    var limits = ServerLimits()
    change(&limits)
    return limits
  }

  @Test("counts connections of the process and of each address, and their ends")
  func connections() {
    var admission = Admission(
      limits {
        $0.process.connections = 3
        $0.address?.connections = 2
      })
    for number in 1...2 {
      admission.opened(
        ServerConnectionID(UInt64(number)), from: "a", host: "192.0.2.1", now: now)
    }
    #expect(admission.admitting("a") == .addressFull && admission.admitting("b") == nil)
    #expect(admission.host(of: ServerConnectionID(1)) == "192.0.2.1")
    admission.opened(ServerConnectionID(3), from: nil, host: nil, now: now)
    #expect(admission.admitting("b") == .serverFull && admission.admitting(nil) == .serverFull)
    admission.closed(ServerConnectionID(1))
    admission.closed(ServerConnectionID(1))
    #expect(admission.admitting("a") == nil && admission.connectionCount == 2)
  }

  @Test("counts who is connected already when addresses become limited, and forgets it again")
  func becomesLimited() {
    var admission = Admission(limits { $0.address = nil })
    for number in 1...2 {
      admission.opened(ServerConnectionID(UInt64(number)), from: "a", host: nil, now: now)
    }
    #expect(admission.admitting("a") == nil)
    admission.configure(limits { $0.address?.connections = 2 }, now: now)
    #expect(admission.admitting("a") == .addressFull)
    admission.configure(limits { $0.address = nil }, now: now)
    #expect(admission.admitting("a") == nil)
    admission.closed(ServerConnectionID(1))
    #expect(admission.connectionCount == 1)
  }

  @Test("the process's budget of wrong codes binds only who has guessed", arguments: [true, false])
  func wrongCodes(isLimited: Bool) {
    var admission = Admission(
      limits {
        $0.process.wrongCodes = .perMinute(2)
        if !isLimited { $0.address = nil }
      })
    let (guesser, honest) = (ServerConnectionID(1), ServerConnectionID(2))
    admission.opened(guesser, from: "a", host: nil, now: now)
    admission.opened(honest, from: "b", host: nil, now: now)
    for _ in 1...2 {
      let refusal = admission.codeRefusal(over: guesser, now: now)
      #expect(refusal == nil)
      admission.countWrongCode(over: guesser, now: now)
    }
    let refusal = admission.codeRefusal(over: guesser, now: now)
    #expect(refusal?.code == .limitWrongCodes)
    let other = admission.codeRefusal(over: honest, now: now)
    #expect(other == nil)
    let later = admission.codeRefusal(over: guesser, now: now + .seconds(61))
    #expect(later == nil)
  }

  @Test("an address opens so many rooms, the process holds so many")
  func rooms() {
    var admission = Admission(
      limits {
        $0.process.rooms = 9
        $0.address?.rooms = .perMinute(1)
      })
    let connection = ServerConnectionID(1)
    admission.opened(connection, from: "a", host: nil, now: now)
    let refusals = [9, 3, 4].map {
      admission.roomRefusal(over: connection, rooms: $0, now: now)?.code
    }
    #expect(refusals == [.roomTooMany, nil, .limitRooms])
  }

  @Test("a ban change is in force only once it is stored, and unknown bans are not lifted")
  func bans() throws {
    var admission = Admission(limits())
    let ban = Ban(target: .key("p-1"), since: now, until: now + .seconds(60), reason: "")
    let id = AdminRequestID(1)
    #expect(throws: AdminRefusal.self) { try admission.hold(.lift(ban.target), id: id, now: now) }
    try admission.hold(.set(ban), id: id, now: now)
    #expect(admission.ban(ofPlayer: "p-1", at: now) == nil)
    var other = ban
    other.reason = "another server's"
    admission.fold(.set(other))
    admission.count(3, closedBy: .set(other))
    admission.fold(.set(ban))
    admission.count(2, closedBy: .set(ban))
    #expect(admission.bans(at: now) == [ban] && admission.ban(ofPlayer: "p-1", at: now) == ban)
    let (settled, again) = (admission.settle(id), admission.settle(id))
    #expect(settled?.change == .set(ban) && settled?.closed == 2 && again == nil)
    #expect(admission.bans(at: now) == [ban])
    #expect(admission.bans(at: now + .seconds(60)).isEmpty)
    admission.fold(.lift(ban.target))
    #expect(admission.bans(at: now).isEmpty)
  }
}
