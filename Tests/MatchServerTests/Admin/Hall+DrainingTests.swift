// SPDX-License-Identifier: Apache-2.0
// Facedown: multiplayer Memory over WebSockets.

import Game
import MatchServer
import Protocol
import Testing

@Suite("A hall that drains", .timeLimit(.minutes(1)))
struct HallDrainingTests {
  private func drains(_ hall: ScriptedHall) -> Int {
    hall.outputs.count { $0 == .drained }
  }

  private func ready(_ hall: inout ScriptedHall, _ link: LinkID) {
    let intent = Intent.ready(entropyCommit: [])
    hall.say(
      .intent(IntentRequest(id: hall.nextID(), seenSeq: hall.seq(link), intent: intent)), over: link
    )
  }

  @Test("stops within a second when nothing is played, and says so once")
  func empty() {
    var hall = ScriptedHall()
    let ada = hall.open("Ada")
    _ = hall.create(MatchSettings(seats: 2), over: ada)
    #expect(!hall.hall.isDraining)
    #expect(
      hall.ask(.drain(within: nil)).last?.done?.says
        == "No match is under way: the server stops now.")
    #expect(hall.hall.isDraining && hall.ask(.status).first?.status?.draining == true)
    #expect(hall.count(ada) { if case .notice = $0 { true } else { false } } == 1)
    hall.pass(.seconds(30))
    #expect(drains(hall) == 1)
  }

  @Test("begins nothing more: no room, no table, no match in a room that is there")
  func refuses() {
    var hall = ScriptedHall()
    let (ada, bob) = (hall.open("Ada"), hall.open("Bob"))
    _ = hall.create(MatchSettings(seats: 1), over: ada)
    _ = hall.ask(.drain(within: nil))
    hall.say(.createRoom(id: hall.nextID(), settings: MatchSettings()), over: bob)
    hall.say(
      .quickMatch(QuickMatch(id: hall.nextID(), mode: .memorize, seats: 2, isRated: false)),
      over: bob)
    ready(&hall, ada)
    #expect(hall.refusals(bob).map(\.code) == [.serverDraining, .serverDraining])
    #expect(hall.refusals(ada).map(\.code) == [.serverDraining])
    #expect(hall.ask(.status, 2).first?.status?.matches == 0)
  }

  @Test("answers what it had granted before as it did then")
  func repeats() {
    var hall = ScriptedHall()
    let (ada, bob) = (hall.open("Ada"), hall.open("Bob"))
    let code = hall.create(MatchSettings(seats: 2), over: ada)
    hall.join(code, .player, over: bob)
    let ready = ClientMessage.intent(
      IntentRequest(
        id: hall.nextID(), seenSeq: hall.seq(ada), intent: .ready(entropyCommit: [])))
    hall.say(ready, over: ada)
    let granted = hall.entries(ada).last
    #expect(granted?.cause != nil)
    _ = hall.ask(.drain(within: nil))
    hall.say(ready, over: ada)
    #expect(hall.refusals(ada) == [])
    #expect(hall.entries(ada).suffix(2) == [granted, granted])
  }

  @Test("lets a match that runs go on, and waits for its end, or for the time it was given")
  func waits() {
    var hall = ScriptedHall()
    let ada = hall.open("Ada")
    _ = hall.create(MatchSettings(seats: 1), over: ada)
    ready(&hall, ada)
    #expect(hall.ask(.status).first?.status?.matches == 1)
    let told = hall.ask(.drain(within: .seconds(20)), 2).last?.done?.says
    #expect(told?.contains("once the match under way is over, at ") == true)
    let notice = "This server begins no more matches, and stops once those under way are over, in "
    #expect(hall.count(ada) { $0 == .notice(notice + "20 seconds at the latest.") } == 1)
    hall.pass(.seconds(19))
    #expect(drains(hall) == 0)
    #expect(hall.ask(.status, 3).first?.status?.stops == 1)
    let id = hall.nextID()
    hall.say(
      .intent(IntentRequest(id: id, seenSeq: hall.seq(ada), intent: .deal)), over: ada)
    #expect(!hall.refusals(ada).contains { $0.code == .serverDraining })
    hall.pass(.seconds(2))
    #expect(drains(hall) == 1)
  }

  /// What everyone is told when the server leaves as one whose matches another goes on with.
  private func goodbye(_ hall: inout ScriptedHall, _ link: LinkID) -> Closing? {
    hall.feed(.leave(.restarting(retryAfter: .seconds(1))))
    for case .closing(let closing) in hall.received[link] ?? [] { return closing }
    return nil
  }

  @Test("asks nobody to come back once it has drained, nor those who still wait in a room")
  func goodbyeAfterDraining() throws {
    var hall = ScriptedHall()
    let ada = hall.open("Ada")
    _ = hall.create(MatchSettings(seats: 2), over: ada)
    _ = hall.ask(.drain(within: nil))
    hall.pass(.seconds(2))
    #expect(drains(hall) == 1)
    let told = try #require(goodbye(&hall, ada))
    #expect(told.code == "server/draining" && told.retryAfter == nil)
    #expect(told.reason.hasPrefix("The server has closed"))
  }

  @Test("asks everyone to come back where its time was up before its matches were over")
  func goodbyeInMatch() throws {
    var hall = ScriptedHall()
    let ada = hall.open("Ada")
    _ = hall.create(MatchSettings(seats: 1), over: ada)
    ready(&hall, ada)
    _ = hall.ask(.drain(within: .seconds(2)))
    hall.pass(.seconds(3))
    #expect(drains(hall) == 1)
    let told = try #require(goodbye(&hall, ada))
    #expect(told.code == "server/restarting" && told.retryAfter == .seconds(1))
  }

  @Test("stops when the last match is over")
  func ends() {
    var hall = ScriptedHall()
    let ada = hall.open("Ada")
    _ = hall.create(MatchSettings(seats: 1), over: ada)
    ready(&hall, ada)
    _ = hall.ask(.drain(within: nil))
    hall.pass(.seconds(3))
    #expect(drains(hall) == 0)
    hall.say(
      .intent(IntentRequest(id: hall.nextID(), seenSeq: hall.seq(ada), intent: .resign)), over: ada)
    hall.pass(.seconds(3))
    #expect(hall.ask(.status, 2).first?.status?.matches == 0)
    #expect(drains(hall) == 1)
  }

  @Test("goes on as before when that is wanted, and refuses what makes no sense")
  func cancels() {
    var hall = ScriptedHall()
    let ada = hall.open("Ada")
    #expect(hall.ask(.cancelDrain).last?.refused?.code == "unavailable")
    _ = hall.create(MatchSettings(seats: 1), over: ada)
    ready(&hall, ada)
    _ = hall.ask(.drain(within: .seconds(5)), 2)
    #expect(hall.ask(.cancelDrain, 3).last?.done != nil)
    hall.pass(.seconds(30))
    #expect(drains(hall) == 0 && !hall.hall.isDraining)
    let bob = hall.open("Bob")
    #expect(!hall.create(MatchSettings(), over: bob).isEmpty)
    hall.feed(.leave(.stopping))
    #expect(hall.ask(.drain(within: nil), 4).last?.refused?.code == "unavailable")
  }
}
